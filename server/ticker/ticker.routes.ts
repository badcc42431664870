import {
  acknowledgeTickerMessages,
  addTickerMessage,
  deleteTickerMessage,
  editTickerMessage,
  tickerMessages,
} from '#contract/calls/ticker.ts'
import { TICKER } from '#contract/constants.ts'
import { REPLIES } from '#contract/replies.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { type Route, route } from '../http/handler.ts'
import type { TickerRepository } from './ticker.repository.ts'

/** The ticker's messages, and their administration (TCK-10). */
export const tickerRoutes = ({ ticker }: { ticker: TickerRepository }): Route[] => [
  route(tickerMessages, async ({ caller }) => ({ messages: await ticker.list(caller.userId) })),
  route(acknowledgeTickerMessages, async ({ body, caller }) => ({
    acknowledged: await ticker.acknowledge(body.messages, caller.userId),
  })),
  route(addTickerMessage, async ({ body, caller }) => {
    const messageId = await ticker.add(body, caller.userId, TICKER.maxMessages)
    if (messageId === null) throw new HttpError('tickerFull', { most: TICKER.maxMessages })
    return { messageId, message: REPLIES.messageAdded }
  }),
  route(editTickerMessage, async ({ params, body, caller }) => {
    if (!(await ticker.edit(params.messageId, body, caller.userId))) throw notFound()
    return { message: REPLIES.messageSaved }
  }),
  route(deleteTickerMessage, async ({ params }) => {
    if (!(await ticker.remove(params.messageId))) throw notFound()
    return { message: REPLIES.messageDeleted }
  }),
]
