import { setup } from 'xstate'
import { type Failure, failureNotice, failureOf } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, promisePort } from '../kit/port.ts'

/**
 * Whether an address of the payment portal may be opened: written out as https with a host, without user info, and on the
 * list of hosts where there is one (AC-17). What a browser would correct (backslashes, blanks, missing slashes) is refused.
 */
export const isOpenable = (address: string, hosts: readonly string[]): boolean => {
  if (!/^https:\/\/[a-z0-9][a-z0-9.-]*(:\d+)?([/?#]|$)/.test(address) || /[\s\\]/.test(address)) return false
  if (!URL.canParse(address)) return false
  const { hostname, username, password } = new URL(address)
  return username === '' && password === '' && (hosts.length === 0 || hosts.includes(hostname))
}

/** Events of PayHub. */
export type PaymentEvent = { type: 'payment.pressed' }

/** Hosts that may be opened; an empty list means any (https) host. */
export type PaymentInput = { readonly hosts: readonly string[] }

const refused = { type: 'notify', params: { kind: 'error', text: 'paymentRefused' } } as const

/** PayHub: asks where to pay and opens it in a new tab (SHL-38 to 40, AC-17). */
export const paymentMachine = setup({
  types: {
    context: {} as PaymentInput,
    input: {} as PaymentInput,
    events: {} as PaymentEvent,
    tags: {} as 'busy',
  },
  actors: { askAddress: promisePort<{ redirectionUrl: string }>('payment.askAddress') },
  actions: {
    notify: actionPort<Notice>('payment.notify'),
    /** Opens an address in a new tab that cannot reach this one. */
    openTab: actionPort<{ address: string }>('payment.openTab'),
  },
  guards: {
    isOpenable: ({ context }, { address }: { address: string }) => isOpenable(address, context.hosts),
    /** Trying later would not help: the operator has set no payment portal. */
    isNotSetUp: (_, { code }: Failure) => code === 'paymentNotConfigured',
    isRefusal: (_, { kind }: Failure) => kind === 'refused',
  },
}).createMachine({
  id: 'payment',
  context: ({ input }) => input,
  initial: 'resting',
  states: {
    resting: { on: { 'payment.pressed': 'asking' } },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'ask',
        src: 'askAddress',
        onDone: [
          {
            guard: { type: 'isOpenable', params: ({ event }) => ({ address: event.output.redirectionUrl }) },
            target: 'resting',
            actions: { type: 'openTab', params: ({ event }) => ({ address: event.output.redirectionUrl }) },
          },
          { target: 'resting', actions: refused },
        ],
        onError: [
          {
            guard: { type: 'isNotSetUp', params: ({ event }) => failureOf(event.error) },
            target: 'resting',
            actions: { type: 'notify', params: failureNotice },
          },
          {
            guard: { type: 'isRefusal', params: ({ event }) => failureOf(event.error) },
            target: 'resting',
            actions: refused,
          },
          {
            target: 'resting',
            actions: { type: 'notify', params: { kind: 'error', text: 'paymentFailed' } },
          },
        ],
      },
    },
  },
})
