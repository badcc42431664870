import { MINUTE_MS } from '#domain/units.ts'
import type { Mail } from '../mail/outbox.repository.ts'
import type { LockedUser } from './identity.service.ts'
import { LOGIN_LIMIT } from './login-limiter.ts'

const MINUTES = LOGIN_LIMIT.windowMs / MINUTE_MS

/** Tells a user that strangers have locked the account. It holds no link, so nobody learns to follow one. */
export const lockoutMail = (
  { id, user_name, first_name }: LockedUser,
  to: string,
  product: string,
): Mail => ({
  userId: id,
  to,
  subject: 'Wrong passwords for your account',
  text: `Hello ${first_name},

Somebody entered ${LOGIN_LIMIT.perAccount} wrong passwords for your ${product} account ${user_name}. Nobody can log in to it for up to ${MINUTES} minutes now, except with a browser in which you have logged in before.

Your password was not found out and stays the same. If it was you, wait ${MINUTES} minutes, or choose a new password with "Forgot password" on the login page. If it was not you and this happens again, tell your administrator.
`,
})
