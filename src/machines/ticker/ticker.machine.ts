import { assign, setup } from 'xstate'
import { TICKER } from '#contract/constants.ts'
import { type Failure, failureNotice, failureOf } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, eventPort, promisePort } from '../kit/port.ts'
import type { Message } from './ticker.logic.ts'
import type { TickerList, TickerRefreshEvent } from './ticker.ports.ts'

/** Events of the ticker. `opened` and `closed` say whether its page is shown. */
export type TickerEvent =
  | { type: 'ticker.opened' }
  | { type: 'ticker.closed' }
  | { type: 'ticker.pointed'; isPointed: boolean }
  | { type: 'ticker.focused'; isFocused: boolean }
  | { type: 'ticker.pressed' }
  | { type: 'ticker.acknowledged' }
  | TickerRefreshEvent
export type TickerContext = {
  readonly messages: readonly Message[]
  /** False until the server has answered once. */
  readonly isKnown: boolean
  readonly isAcknowledged: boolean
  /** Steps of the carousel so far. */
  readonly place: number
  readonly isPointed: boolean
  readonly isFocused: boolean
}

const needsNotice = (_: unknown, { messages, message }: TickerList) => messages.length === 0 && message !== ''

/** Why the reply was empty (TCK-08, CONFLICT-22). */
const noticeOf = ({ message }: TickerList): Notice =>
  message === null
    ? { kind: 'warning', text: 'responseIsEmpty' }
    : { kind: 'error', text: null, detail: message }

/** Messages of the operator on the map: a carousel, and a dialog that waits for OKAY once after a login (TCK-01 to TCK-09). */
export const tickerMachine = setup({
  types: {
    context: {} as TickerContext,
    events: {} as TickerEvent,
    children: {} as { load: 'loadMessages'; refresh: 'loadMessages'; refreshes: 'refreshes' },
    tags: {} as 'open' | 'dialog',
  },
  actors: {
    loadMessages: promisePort<TickerList>('ticker.loadMessages'),
    refreshes: eventPort<TickerRefreshEvent>('ticker.refreshes'),
  },
  actions: {
    notify: actionPort<Notice>('ticker.notify'),
    storeAcknowledgement: actionPort<readonly Message[]>('ticker.storeAcknowledgement'),
    setList: assign((_, { messages, isAcknowledged }: TickerList) => ({
      messages,
      isAcknowledged,
      isKnown: true,
    })),
    moveOn: assign({ place: ({ context }) => context.place + 1 }),
    point: assign((_, { isPointed }: { isPointed: boolean }) => ({ isPointed })),
    focus: assign((_, { isFocused }: { isFocused: boolean }) => ({ isFocused })),
    clearAttention: assign({ isPointed: false, isFocused: false }),
    acknowledge: assign({ isAcknowledged: true }),
  },
  guards: {
    needsNotice,
    isKnown: ({ context }) => context.isKnown,
    isRefused: (_, { kind }: Failure) => kind === 'refused',
    isAttended: ({ context }) => context.isPointed || context.isFocused,
    isFree: ({ context }) => !context.isPointed && !context.isFocused,
    hasSeveral: ({ context }) => context.messages.length > 1,
    hasFew: ({ context }) => context.messages.length < 2,
    hasSome: ({ context }) => context.messages.length > 0,
    hasNone: ({ context }) => context.messages.length === 0,
    mustAcknowledge: ({ context }) =>
      context.isKnown && context.messages.length > 0 && !context.isAcknowledged,
  },
  delays: { autoplay: TICKER.autoplayMs },
}).createMachine({
  id: 'ticker',
  context: {
    messages: [],
    isKnown: false,
    isAcknowledged: false,
    place: 0,
    isPointed: false,
    isFocused: false,
  },
  initial: 'closed',
  states: {
    closed: { on: { 'ticker.opened': 'open' } },
    open: {
      tags: 'open',
      type: 'parallel',
      exit: 'clearAttention',
      on: {
        'ticker.closed': 'closed',
        'ticker.pointed': { actions: { type: 'point', params: ({ event }) => event } },
        'ticker.focused': { actions: { type: 'focus', params: ({ event }) => event } },
      },
      states: {
        list: {
          initial: 'deciding',
          invoke: { id: 'refreshes', src: 'refreshes' },
          states: {
            deciding: { always: [{ guard: 'isKnown', target: 'refreshing' }, { target: 'loading' }] },
            loading: {
              invoke: {
                id: 'load',
                src: 'loadMessages',
                onDone: [
                  {
                    guard: { type: 'needsNotice', params: ({ event }) => event.output },
                    target: 'resting',
                    actions: [
                      { type: 'setList', params: ({ event }) => event.output },
                      { type: 'notify', params: ({ event }) => noticeOf(event.output) },
                    ],
                  },
                  { target: 'resting', actions: { type: 'setList', params: ({ event }) => event.output } },
                ],
                onError: [
                  {
                    guard: { type: 'isRefused', params: ({ event }) => failureOf(event.error) },
                    target: 'resting',
                    actions: { type: 'notify', params: failureNotice },
                  },
                  { target: 'resting' },
                ],
              },
            },
            resting: { on: { 'ticker.refreshDue': 'refreshing' } },
            refreshing: {
              invoke: {
                id: 'refresh',
                src: 'loadMessages',
                onDone: {
                  target: 'resting',
                  actions: { type: 'setList', params: ({ event }) => event.output },
                },
                onError: 'resting',
              },
            },
          },
        },
        carousel: {
          initial: 'still',
          states: {
            still: { always: { guard: 'hasSeveral', target: 'running' } },
            running: {
              always: [
                { guard: 'hasFew', target: 'still' },
                { guard: 'isAttended', target: 'paused' },
              ],
              after: { autoplay: { target: 'running', reenter: true, actions: 'moveOn' } },
            },
            paused: { always: { guard: 'isFree', target: 'running' } },
          },
        },
        dialog: {
          initial: 'closed',
          states: {
            closed: {
              always: { guard: 'mustAcknowledge', target: 'shown.reminding' },
              on: { 'ticker.pressed': { guard: 'hasSome', target: 'shown.reading' } },
            },
            shown: {
              tags: 'dialog',
              always: { guard: 'hasNone', target: 'closed' },
              on: {
                'ticker.acknowledged': {
                  target: 'closed',
                  actions: [
                    'acknowledge',
                    { type: 'storeAcknowledgement', params: ({ context }) => context.messages },
                  ],
                },
              },
              initial: 'reminding',
              states: { reminding: {}, reading: {} },
            },
          },
        },
      },
    },
  },
})
