import * as z from 'zod/mini'
import { TICKER } from '../constants.ts'
import { Id, IdText, Time } from '../records/ids.ts'
import { ADMIN_ROLES, ROLES } from '../roles.ts'
import { defineCall } from './call.ts'

const ADMIN = { roles: ADMIN_ROLES, scope: 'all' } as const
const MessageReply = z.object({ message: z.string() })

/**
 * A message of the carousel (TCK-07); criticality 1 is shown bold (TCK-03). A backend that remembers who has acknowledged which message
 * gives the time of its last change, ms UTC, and whether this user has acknowledged it since.
 */
export const TickerMessage = z.object({
  messageId: z.number(),
  messageContent: z.string(),
  messageCriticality: z.number(),
  changedAt: z.optional(z.number()),
  isAcknowledged: z.optional(z.boolean()),
})
export type TickerMessage = z.infer<typeof TickerMessage>

/** The text and criticality of a message; surrounding spaces are dropped. */
export const NewTickerMessage = z.object({
  messageContent: z.string().check(z.trim(), z.minLength(1), z.maxLength(TICKER.maxMessageLength)),
  messageCriticality: z.literal([0, 1]),
})
export type NewTickerMessage = z.infer<typeof NewTickerMessage>

/**
 * The carousel's and the login dialog's messages, newest first, and the list administrators edit (CONFLICT-23).
 * A list without messages is empty. A backend may say why in `message`, which is shown as an error, or answer 204 (TCK-08).
 */
export const tickerMessages = defineCall({
  id: 'tickerMessages',
  rows: ['API-14', 'API-106', 'TCK-01', 'TCK-08'],
  method: 'GET',
  path: 'dicvticker/tk3/messages',
  reply: z.object({ messages: z.array(TickerMessage), message: z.optional(z.string()) }),
  roles: ROLES,
  scope: 'self',
  acting: 'actor',
})

/**
 * Remembers that the user has acknowledged messages as they read since a change (TCK-05), and answers which of them still exist. A message
 * that was changed meanwhile is to be acknowledged again.
 */
export const acknowledgeTickerMessages = defineCall({
  id: 'acknowledgeTickerMessages',
  rows: ['TCK-05'],
  method: 'POST',
  path: 'dicvticker/tk3/acknowledgements',
  body: z.object({
    messages: z
      .array(z.object({ messageId: Id, changedAt: Time }))
      .check(z.minLength(1), z.maxLength(TICKER.maxMessages)),
  }),
  reply: z.object({ acknowledged: z.array(Id) }),
  roles: ROLES,
  scope: 'self',
  acting: 'actor',
})

/** Errors: 400 if the text is empty or too long, 409 if the list is full. */
export const addTickerMessage = defineCall({
  id: 'addTickerMessage',
  rows: ['API-106', 'TCK-10'],
  method: 'POST',
  path: 'dicvticker/tk3/messages',
  body: NewTickerMessage,
  reply: z.object({ messageId: z.number(), message: z.string() }),
  ...ADMIN,
})

/** Errors: 404 for an unknown message. */
export const editTickerMessage = defineCall({
  id: 'editTickerMessage',
  rows: ['API-106', 'TCK-10'],
  method: 'PUT',
  path: 'dicvticker/tk3/messages/:messageId',
  params: z.object({ messageId: IdText }),
  body: NewTickerMessage,
  reply: MessageReply,
  ...ADMIN,
})

/** Errors: 404 for an unknown message. */
export const deleteTickerMessage = defineCall({
  id: 'deleteTickerMessage',
  rows: ['API-106', 'TCK-10'],
  method: 'DELETE',
  path: 'dicvticker/tk3/messages/:messageId',
  params: z.object({ messageId: IdText }),
  reply: MessageReply,
  ...ADMIN,
})
