import { assign, sendTo, setup } from 'xstate'
import type { Company } from '#contract/calls/users.ts'
import { parent } from '../kit/port.ts'
import { createRequestMachine } from '../request/request.machine.ts'
import type { CompanyUser, DataOwner } from './support.ports.ts'
/** Sent to the fleet map; null: everything that the user may see. */
export type DataOwnerChosenEvent = { type: 'dataOwner.chosen'; dataOwner: DataOwner | null }

/** Events of the support view; null clears a choice. */
export type SupportViewEvent =
  | { type: 'supportView.opened' }
  | { type: 'supportView.companyChosen'; companyId: number | null }
  | { type: 'supportView.userChosen'; userId: number | null }
  | { type: 'supportView.retry' }

/** Context of the support view. */
export type SupportViewContext = {
  /** Whether this visitor has the support view. */
  readonly isOffered: boolean
  readonly companyId: number | null
  readonly userId: number | null
}

export type SupportViewInput = Pick<SupportViewContext, 'isOffered'>

/** Every company, by name. */
export const companiesRequest = createRequestMachine<readonly Company[], Record<never, never>>(
  'supportView.loadCompanies',
)
/** The users of a company, by name. */
export const companyUsersRequest = createRequestMachine<readonly CompanyUser[], { companyId: number }>(
  'supportView.loadUsers',
)

const dataOwnerOf = ({ companyId, userId }: SupportViewContext): DataOwner | null =>
  companyId === null ? null : { companyId, userId }

const setCompany = {
  type: 'setCompany',
  params: ({ event }: { event: { companyId: number | null } }) => event,
} as const

/** Choosing a company, then one of its users, to see their vehicles on the fleet map (OPEN-77, SHL-57). */
export const supportViewMachine = setup({
  types: {
    context: {} as SupportViewContext,
    events: {} as SupportViewEvent,
    input: {} as SupportViewInput,
    children: {} as { companies: 'companies'; users: 'users' },
  },
  actors: { companies: companiesRequest, users: companyUsersRequest },
  actions: {
    askCompanies: sendTo('companies', { type: 'request.load', input: {} }),
    askUsers: sendTo('users', ({ context }) => ({
      type: 'request.load',
      input: { companyId: context.companyId ?? 0 },
    })),
    setCompany: assign((_, { companyId }: { companyId: number | null }) => ({ companyId, userId: null })),
    setUser: assign((_, { userId }: { userId: number | null }) => ({ userId })),
    notifyParent: sendTo(parent, ({ context }) => ({
      type: 'dataOwner.chosen' as const,
      dataOwner: dataOwnerOf(context),
    })),
  },
  guards: {
    isOffered: ({ context }) => context.isOffered,
    isNobody: (_, { companyId }: { companyId: number | null }) => companyId === null,
  },
}).createMachine({
  id: 'supportView',
  context: ({ input }) => ({ companyId: null, userId: null, ...input }),
  invoke: [
    { id: 'companies', src: 'companies' },
    { id: 'users', src: 'users' },
  ],
  on: {
    'supportView.opened': { guard: 'isOffered', target: '.choosing', actions: 'askCompanies' },
  },
  initial: 'unopened',
  states: {
    unopened: {},
    choosing: {
      initial: 'company',
      on: {
        'supportView.opened': { actions: 'askCompanies' },
        'supportView.companyChosen': [
          {
            guard: { type: 'isNobody', params: ({ event }) => event },
            target: '.company',
            actions: [setCompany, 'notifyParent'],
          },
          { target: '.user', actions: [setCompany, 'notifyParent', 'askUsers'] },
        ],
        'supportView.retry': { actions: 'askCompanies' },
      },
      states: {
        company: {},
        user: {
          on: {
            'supportView.userChosen': {
              actions: [{ type: 'setUser', params: ({ event }) => event }, 'notifyParent'],
            },
            'supportView.retry': { actions: ['askCompanies', 'askUsers'] },
          },
        },
      },
    },
  },
})
