import * as z from 'zod/mini'
import {
  acknowledgeTickerMessages,
  addTickerMessage,
  deleteTickerMessage,
  editTickerMessage,
  type TickerMessage,
  tickerMessages,
} from '#contract/calls/ticker.ts'
import type { TickerList, WrittenMessage } from '#src/machines/ticker/ticker.ports.ts'
import { withBody } from '../http/answer.ts'
import type { Http } from '../http/http.ts'
import { type AppStorage, STORED } from '../storage/storage.ts'
/** The ticker over its calls. Errors are those of the request builder. */
export const createTickerService = ({ http, storage }: { http: Http; storage: AppStorage }) => ({
  /** A reply of 204 is a list without messages (TCK-08). */
  load: async (manner: { readonly isPolled: boolean }, signal?: AbortSignal): Promise<TickerList> => {
    const answer = await http.send(tickerMessages, manner, signal)
    const { messages, message = '' } =
      answer.kind === 'empty' ? { messages: [], message: null } : withBody(answer).body
    if (messages.length > 0 && messages.every((one) => one.isAcknowledged === true))
      storage.set(STORED.loginTickerAcknowledged, true)
    const isAcknowledged = storage.get(STORED.loginTickerAcknowledged, z.boolean()) === true
    return { messages, message, isAcknowledged }
  },
  /** Remembers that the messages were acknowledged: here until the logout, and at the backend until they change. */
  acknowledge: async (messages: readonly TickerMessage[]): Promise<void> => {
    storage.set(STORED.loginTickerAcknowledged, true)
    const open = messages.flatMap(({ messageId, changedAt, isAcknowledged }) =>
      changedAt === undefined || isAcknowledged === true ? [] : [{ messageId, changedAt }],
    )
    if (open.length > 0) await http.call(acknowledgeTickerMessages, { body: { messages: open } })
  },
  /** Adds or edits a message; returns the server's text. */
  save: async ({ messageId, message }: WrittenMessage, signal?: AbortSignal): Promise<string> => {
    const saved =
      messageId === null
        ? await http.call(addTickerMessage, { body: message }, signal)
        : await http.call(editTickerMessage, { params: { messageId }, body: message }, signal)
    return saved.message
  },
  remove: async (messageId: number, signal?: AbortSignal): Promise<string> =>
    (await http.call(deleteTickerMessage, { params: { messageId } }, signal)).message,
})
