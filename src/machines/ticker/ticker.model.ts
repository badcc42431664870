import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { TickerContext, TickerEvent } from './ticker.machine.ts'
import type { TickerList } from './ticker.ports.ts'

const message = (messageId: number, messageCriticality: 0 | 1) => ({
  messageId,
  messageContent: `Message ${messageId}`,
  messageCriticality,
})
const several: TickerList = {
  messages: [message(2, 1), message(1, 0)],
  message: null,
  isAcknowledged: false,
}
const one: TickerList = { messages: [message(1, 0)], message: null, isAcknowledged: true }
const none: TickerList = { messages: [], message: 'No messages', isAcknowledged: false }
const silent: TickerList = { ...none, message: null }
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }
const refused = { name: 'CallRefused', message: 'Not now', retryAfterMs: null }

/** Everything that can happen to the ticker. */
export const tickerModel: Model<TickerContext, TickerEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'ticker.opened' },
    { type: 'ticker.closed' },
    { type: 'ticker.pointed', isPointed: true },
    { type: 'ticker.pointed', isPointed: false },
    { type: 'ticker.focused', isFocused: true },
    { type: 'ticker.focused', isFocused: false },
    { type: 'ticker.pressed' },
    { type: 'ticker.acknowledged' },
    { type: 'ticker.refreshDue' },
    ...[several, one, none, silent].flatMap((list) => [doneOf('load', list), doneOf('refresh', list)]),
    ...[away, refused].flatMap((failure) => [errorOf('load', failure), errorOf('refresh', failure)]),
    afterOf('autoplay', 'ticker.open.carousel.running'),
  ],
  key: ({ messages, isKnown, isAcknowledged, isPointed, isFocused }) => [
    messages.length,
    isKnown,
    isAcknowledged,
    isPointed,
    isFocused,
  ],
  unreachable: {},
}
