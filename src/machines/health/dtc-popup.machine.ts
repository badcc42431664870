import { assign, setup } from 'xstate'
import { HEALTH_PATH } from '#contract/links/health.ts'
import { OWN_VIEWER_ROLES, type Role } from '#contract/roles.ts'
import { actionPort, promisePort } from '../kit/port.ts'
import type { LiveDtcCounts } from './health.ports.ts'

export type DtcPopupEvent = { type: 'dtcPopup.dismissed' } | { type: 'dtcPopup.followed' }
export type DtcPopupInput = { readonly role: Role }
export type DtcPopupContext = DtcPopupInput & { readonly found: LiveDtcCounts | null }

const mayAsk = (role: Role): boolean => OWN_VIEWER_ROLES.includes(role)

/**
 * The DTC popup (HLT-04, OPEN-45): once after a login, whose flag says so, it shows how many trouble codes are set; then the flag is cleared.
 * It shows nothing where there are none, and to roles that may not ask. If they cannot be read, the flag stays, and the next start of the page tries again.
 */
export const dtcPopupMachine = setup({
  types: {
    context: {} as DtcPopupContext,
    events: {} as DtcPopupEvent,
    input: {} as DtcPopupInput,
    children: {} as { flag: 'readFlag'; counts: 'loadCounts' },
    tags: {} as 'open',
  },
  actors: {
    /** Whether the flag is set. */
    readFlag: promisePort<boolean>('dtcPopup.readFlag'),
    loadCounts: promisePort<LiveDtcCounts>('dtcPopup.loadCounts'),
  },
  actions: {
    clearFlag: actionPort<undefined>('dtcPopup.clearFlag'),
    navigate: actionPort<{ path: string }>('dtcPopup.navigate'),
    setFound: assign((_, { found }: { found: LiveDtcCounts }) => ({ found })),
  },
  guards: {
    isDue: ({ context }, { isSet }: { isSet: boolean }) => isSet && mayAsk(context.role),
    hasCodes: (_, { vehicles }: LiveDtcCounts) => vehicles > 0,
  },
}).createMachine({
  id: 'dtcPopup',
  context: ({ input }) => ({ ...input, found: null }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'flag',
        src: 'readFlag',
        onDone: [
          { guard: { type: 'isDue', params: ({ event }) => ({ isSet: event.output }) }, target: 'loading' },
          { target: 'closed' },
        ],
        onError: 'closed',
      },
    },
    loading: {
      invoke: {
        id: 'counts',
        src: 'loadCounts',
        onDone: [
          {
            guard: { type: 'hasCodes', params: ({ event }) => event.output },
            target: 'open',
            actions: ['clearFlag', { type: 'setFound', params: ({ event }) => ({ found: event.output }) }],
          },
          { target: 'closed', actions: 'clearFlag' },
        ],
        onError: 'closed',
      },
    },
    open: {
      tags: 'open',
      on: {
        'dtcPopup.dismissed': 'closed',
        'dtcPopup.followed': {
          target: 'closed',
          actions: { type: 'navigate', params: { path: HEALTH_PATH } },
        },
      },
    },
    closed: { type: 'final' },
  },
})
