import { assign, sendTo, setup } from 'xstate'
import type { Company } from '#contract/calls/users.ts'
import type { CompanyUser } from '#src/services/support-view.ts'
import { type Failure, failureOf } from '../kit/failure.ts'
import { parent } from '../kit/parent.ts'
import { promisePort } from '../kit/port.ts'

/** Whose vehicles the map shows: a company's, or those that one of its users sees. */
export type Whose = { readonly companyId: number; readonly userId: number | null }

/** What the support view tells the fleet map; null: everything that may be seen. */
export type WhoseFact = { type: 'whose.chosen'; whose: Whose | null }

/** What the support view can hear; null takes a choice back. */
export type SupportViewEvent =
  | { type: 'supportView.opened' }
  | { type: 'supportView.companyChosen'; companyId: number | null }
  | { type: 'supportView.userChosen'; userId: number | null }
  | { type: 'supportView.retry' }

/** What the support view remembers. */
export type SupportViewContext = {
  /** Whether this visitor has the support view at all. */
  readonly isOffered: boolean
  readonly companies: readonly Company[]
  readonly users: readonly CompanyUser[]
  readonly companyId: number | null
  readonly userId: number | null
  readonly failure: Failure | null
}

export type SupportViewInput = Pick<SupportViewContext, 'isOffered'>

const keepFailure = {
  type: 'keepFailure',
  params: ({ event }: { event: { error: unknown } }) => ({ failure: failureOf(event.error) }),
} as const

const whoseOf = ({ companyId, userId }: Pick<SupportViewContext, 'companyId' | 'userId'>): Whose | null =>
  companyId === null ? null : { companyId, userId }

/** Choosing a company, then one of its users, whose vehicles the fleet map shows; it only looks (OPEN-77, SHL-57). */
export const supportViewMachine = setup({
  types: {
    context: {} as SupportViewContext,
    events: {} as SupportViewEvent,
    input: {} as SupportViewInput,
    children: {} as { companies: 'loadCompanies'; users: 'loadUsers' },
    tags: {} as 'loading' | 'listed',
  },
  actors: {
    loadCompanies: promisePort<readonly Company[]>('supportView.loadCompanies'),
    loadUsers: promisePort<readonly CompanyUser[], { companyId: number }>('supportView.loadUsers'),
  },
  actions: {
    keepCompanies: assign((_, { companies }: { companies: readonly Company[] }) => ({
      companies,
      failure: null,
    })),
    keepUsers: assign((_, { users }: { users: readonly CompanyUser[] }) => ({ users, failure: null })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    keepCompany: assign((_, { companyId }: { companyId: number | null }) => ({
      companyId,
      userId: null,
      users: [],
      failure: null,
    })),
    keepUser: assign((_, { userId }: { userId: number | null }) => ({ userId })),
    tell: sendTo(parent, ({ context }) => ({ type: 'whose.chosen' as const, whose: whoseOf(context) })),
  },
  guards: {
    isOffered: ({ context }) => context.isOffered,
    isNobody: (_, { companyId }: { companyId: number | null }) => companyId === null,
  },
}).createMachine({
  id: 'supportView',
  context: ({ input }) => ({
    companies: [],
    users: [],
    companyId: null,
    userId: null,
    failure: null,
    ...input,
  }),
  initial: 'unopened',
  states: {
    unopened: { on: { 'supportView.opened': { guard: 'isOffered', target: 'loadingCompanies' } } },
    loadingCompanies: {
      tags: 'loading',
      invoke: {
        id: 'companies',
        src: 'loadCompanies',
        onDone: {
          target: 'choosing',
          actions: { type: 'keepCompanies', params: ({ event }) => ({ companies: event.output }) },
        },
        onError: { target: 'withoutCompanies', actions: keepFailure },
      },
    },
    withoutCompanies: {
      on: { 'supportView.retry': 'loadingCompanies', 'supportView.opened': 'loadingCompanies' },
    },
    choosing: {
      tags: 'listed',
      initial: 'company',
      on: {
        'supportView.companyChosen': [
          {
            guard: { type: 'isNobody', params: ({ event }) => event },
            target: '.company',
            actions: [{ type: 'keepCompany', params: ({ event }) => event }, 'tell'],
          },
          {
            target: '.loadingUsers',
            actions: [{ type: 'keepCompany', params: ({ event }) => event }, 'tell'],
          },
        ],
      },
      states: {
        company: {},
        loadingUsers: {
          tags: 'loading',
          invoke: {
            id: 'users',
            src: 'loadUsers',
            input: ({ context }) => ({ companyId: context.companyId ?? 0 }),
            onDone: {
              target: 'user',
              actions: { type: 'keepUsers', params: ({ event }) => ({ users: event.output }) },
            },
            onError: { target: 'withoutUsers', actions: keepFailure },
          },
        },
        withoutUsers: { on: { 'supportView.retry': 'loadingUsers' } },
        user: {
          on: {
            'supportView.userChosen': {
              actions: [{ type: 'keepUser', params: ({ event }) => event }, 'tell'],
            },
          },
        },
      },
    },
  },
})
