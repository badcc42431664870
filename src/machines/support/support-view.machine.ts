import { assign, sendTo, setup } from 'xstate'
import type { Company } from '#contract/calls/users.ts'
import { parent } from '../kit/port.ts'
import { createRequestMachine } from '../request/request.machine.ts'
import type { CompanyUser, DataOwner } from './support.ports.ts'

/** What matters of a company. */
type ChosenCompany = Pick<Company, 'companyId' | 'timeZone'>

/** Sent to the fleet map; null: everything that the user may see. */
export type DataOwnerChosenEvent = { type: 'dataOwner.chosen'; dataOwner: DataOwner | null }

/** Events of the support view; null clears a choice. */
export type SupportViewEvent =
  | { type: 'supportView.opened' }
  | { type: 'supportView.companyChosen'; company: ChosenCompany | null }
  | { type: 'supportView.userChosen'; userId: number | null }
  | { type: 'supportView.retry' }

/** Context of the support view. */
export type SupportViewContext = {
  /** Whether this visitor has the support view. */
  readonly isOffered: boolean
  readonly company: ChosenCompany | null
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

const dataOwnerOf = ({ company, userId }: SupportViewContext): DataOwner | null =>
  company && { companyId: company.companyId, userId, timeZone: company.timeZone }

const setCompany = {
  type: 'setCompany',
  params: ({ event }: { event: { company: ChosenCompany | null } }) => event,
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
      input: { companyId: context.company?.companyId ?? 0 },
    })),
    setCompany: assign((_, { company }: { company: ChosenCompany | null }) => ({ company, userId: null })),
    setUser: assign((_, { userId }: { userId: number | null }) => ({ userId })),
    notifyParent: sendTo(parent, ({ context }) => ({
      type: 'dataOwner.chosen' as const,
      dataOwner: dataOwnerOf(context),
    })),
  },
  guards: {
    isOffered: ({ context }) => context.isOffered,
    isNobody: (_, { company }: { company: ChosenCompany | null }) => company === null,
  },
}).createMachine({
  id: 'supportView',
  context: ({ input }) => ({ company: null, userId: null, ...input }),
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
