import * as z from 'zod/mini'
import { IdText } from '../parts.ts'
import { ADMIN_ROLES, ROLES } from '../roles.ts'
import { defineCall } from './define.ts'

const ADMIN = { roles: ADMIN_ROLES, scope: 'all' } as const

/** A message of the carousel (TCK-07); criticality 1 is shown bold (TCK-03). */
export const TickerMessage = z.object({
  messageId: z.number(),
  messageContent: z.string(),
  messageCriticality: z.number(),
})

const NewMessage = z.object({
  messageContent: z.string().check(z.minLength(1), z.maxLength(2000)),
  messageCriticality: z.int(),
})

/** The carousel's and the login dialog's messages, and the list administrators edit (CONFLICT-23). */
export const tickerMessages = defineCall({
  id: 'tickerMessages',
  rows: ['API-14', 'API-106', 'TCK-01'],
  method: 'GET',
  path: 'dicvticker/tk3/messages',
  reply: z.object({ messages: z.array(TickerMessage), message: z.optional(z.string()) }),
  roles: ROLES,
  scope: 'self',
})

export const addTickerMessage = defineCall({
  id: 'addTickerMessage',
  rows: ['API-106', 'TCK-10'],
  method: 'POST',
  path: 'dicvticker/tk3/messages',
  body: NewMessage,
  ...ADMIN,
})

export const editTickerMessage = defineCall({
  id: 'editTickerMessage',
  rows: ['API-106', 'TCK-10'],
  method: 'PUT',
  path: 'dicvticker/tk3/messages/:messageId',
  params: z.object({ messageId: IdText }),
  body: NewMessage,
  ...ADMIN,
})

export const deleteTickerMessage = defineCall({
  id: 'deleteTickerMessage',
  rows: ['API-106', 'TCK-10'],
  method: 'DELETE',
  path: 'dicvticker/tk3/messages/:messageId',
  params: z.object({ messageId: IdText }),
  ...ADMIN,
})
