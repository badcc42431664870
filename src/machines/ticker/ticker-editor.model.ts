import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { TickerEditorContext, TickerEditorEvent } from './ticker-editor.machine.ts'

const refused = { name: 'CallRefused', message: 'The list is full', retryAfterMs: null }
const messages = [{ messageId: 4, messageContent: 'Read me', messageCriticality: 0 }]

/** Everything that can happen to the administration of the ticker. */
export const tickerEditorModel: Model<TickerEditorContext, TickerEditorEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'editor.addPressed' },
    { type: 'editor.editPressed', messageId: 4 },
    { type: 'editor.deletePressed', messageId: 4 },
    { type: 'editor.saved', message: { messageContent: 'Read me too', messageCriticality: 1 } },
    { type: 'editor.deleteConfirmed' },
    { type: 'editor.cancelled' },
    { type: 'editor.retry' },
    doneOf('list', messages),
    doneOf('save', 'Message saved'),
    doneOf('remove', 'Message deleted'),
    ...['list', 'save', 'remove'].map((id) => errorOf(id, refused)),
  ],
  key: ({ messages, chosen, failure }) => [messages?.length, chosen, failure],
  unreachable: {},
}
