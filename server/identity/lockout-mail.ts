import { MINUTE_MS } from '#domain/units.ts'
import type { MailTexts } from '../mail/mail-texts.ts'
import type { Mail } from '../mail/outbox.repository.ts'
import type { LockedUser } from './identity.service.ts'
import { LOGIN_LIMIT } from './login-limiter.ts'

/** Tells a user that strangers have locked the account. It holds no link, so nobody learns to follow one. */
export const lockoutMail = async (
  mailTexts: MailTexts,
  { id, user_name, first_name }: LockedUser,
  { to, product, language }: { to: string; product: string; language: string | null },
): Promise<Mail> => {
  const { subject, text } = await mailTexts('lockout', language, {
    firstName: first_name,
    userName: user_name,
    product,
    tries: LOGIN_LIMIT.perAccount,
    minutes: LOGIN_LIMIT.windowMs / MINUTE_MS,
  })
  return { userId: id, to, subject, text }
}
