import * as z from 'zod/mini'
import { LogInReply, LogInRequest } from '../records/session.ts'
import { ROLES } from '../roles.ts'
import { defineCall } from './define.ts'

/** Logs in with a user name and a password (OPEN-01). Wrong ones answer 200 with the key `401` (SES-26). */
export const logIn = defineCall({
  id: 'logIn',
  rows: ['SES-13', 'SES-26', 'SES-61', 'OPEN-01'],
  method: 'POST',
  path: 'login',
  body: LogInRequest,
  reply: LogInReply,
  roles: 'public',
  scope: 'public',
})

/** Ends the session everywhere this login is used; the access token dies with it. */
export const logOut = defineCall({
  id: 'logOut',
  rows: ['SES-15'],
  method: 'POST',
  path: 'logout',
  reply: z.object({ message: z.string() }),
  roles: ROLES,
  scope: 'self',
  acting: 'actor',
})
