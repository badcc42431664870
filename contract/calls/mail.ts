import * as z from 'zod/mini'
import { Channel } from '../records/alert-deliveries.ts'
import { IdText } from '../records/ids.ts'
import { ADMIN_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const ADMIN = { roles: ADMIN_ROLES, scope: 'all' } as const

/** A mail or SMS of the outbox; `sentAt` is ms since 1970 UTC. */
export const MailHead = z.object({
  mailId: z.number(),
  channel: Channel,
  recipient: z.string(),
  subject: z.string(),
  sentAt: z.number(),
})
export type MailHead = z.infer<typeof MailHead>

/**
 * A mail with its text. It is never recorded, because it may contain a sign-in link. Where a mail server is configured, each link is
 * replaced by `HIDDEN_LINK`.
 */
export const Mail = z.extend(MailHead, { mailText: z.string() })
export type Mail = z.infer<typeof Mail>

/**
 * The newest mails of the outbox to users of roles below the caller's: whoever reads a reset link can become its user. The
 * outbox holds mails if no mail server is configured, and those that it refused; SMS if no gateway is configured.
 */
export const mailOutbox = defineCall({
  id: 'mailOutbox',
  rows: ['OPEN-03'],
  method: 'GET',
  path: `${DICV}/mailOutbox`,
  reply: z.object({ mails: z.array(MailHead) }),
  ...ADMIN,
})

/** One mail of the outbox with its text. Errors: 404, also for a mail to a user who is not below the caller. */
export const mailMessage = defineCall({
  id: 'mailMessage',
  rows: ['OPEN-03'],
  method: 'GET',
  path: `${DICV}/mailOutbox/:mailId`,
  params: z.object({ mailId: IdText }),
  reply: Mail,
  holdsSecret: true,
  ...ADMIN,
})
