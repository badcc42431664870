import {
  addTickerMessage,
  deleteTickerMessage,
  editTickerMessage,
  tickerMessages,
} from '#contract/calls/ticker.ts'
import { TICKER } from '#contract/constants.ts'
import type { TickerRepository } from '../repositories/ticker.ts'
import { notFound, Refusal } from '../services/refusal.ts'
import { type Route, route } from './handler.ts'

/** The ticker's messages, and their administration (TCK-10). */
export const tickerRoutes = ({ ticker }: { ticker: TickerRepository }): Route[] => [
  route(tickerMessages, async () => {
    const messages = await ticker.list()
    return messages.length === 0 ? { messages, message: 'No messages' } : { messages }
  }),
  route(addTickerMessage, async ({ body, caller }) => {
    const messageId = await ticker.add(body, caller.userId, TICKER.mostMessages)
    if (messageId === null)
      throw new Refusal(
        409,
        `There are ${TICKER.mostMessages} messages already, which is the most. Delete one first.`,
      )
    return { messageId, message: 'Message added' }
  }),
  route(editTickerMessage, async ({ params, body, caller }) => {
    if (!(await ticker.edit(params.messageId, body, caller.userId))) throw notFound()
    return { message: 'Message saved' }
  }),
  route(deleteTickerMessage, async ({ params }) => {
    if (!(await ticker.remove(params.messageId))) throw notFound()
    return { message: 'Message deleted' }
  }),
]
