import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '#domain/units.ts'
import { IDENTITY } from '../identity/limits.ts'
import type { LoginLimiter } from '../identity/login-limiter.ts'
import type { Passwords } from '../identity/passwords.ts'
import { storedHashOf } from '../identity/secrets.ts'
import type { MailTexts } from '../mail/mail-texts.ts'
import type { MailPort } from '../mail/outbox.repository.ts'
import type { PasswordRepository } from './passwords.repository.ts'

/** Forgotten, reset and changed passwords (OPEN-03, ADM-12). */
export const createPasswordService = ({
  stored,
  passwords,
  mail,
  limiter,
  publicUrl,
  productName,
  languageOf,
  mailTexts,
  now,
  onError,
}: {
  stored: PasswordRepository
  passwords: Passwords
  mail: MailPort
  limiter: LoginLimiter
  /** Address of the portal for the link; never taken from a request. */
  publicUrl: () => string
  productName: () => Promise<string>
  /** The language that a user has chosen, or null. */
  languageOf: (userId: number) => Promise<string | null>
  mailTexts: MailTexts
  now: () => number
  onError: (error: unknown) => void
}) => {
  const mailLink = async (account: string): Promise<void> => {
    const user = await stored.findAccount(account)
    if (user === undefined || user.email === null) return
    const code = randomBytes(32).toString('base64url')
    await stored.storeReset(user.id, storedHashOf(code), now() + IDENTITY.resetLifeMs)
    // The code follows the #, so browsers send it to no server (CONFLICT-40).
    const link = `${publicUrl()}/reset-password#${code}`
    const minutes = IDENTITY.resetLifeMs / MINUTE_MS
    const values = { firstName: user.firstName, product: await productName(), link, minutes }
    const { subject, text } = await mailTexts('passwordReset', await languageOf(user.id), values)
    await mail.send({ userId: user.id, to: user.email, subject, text })
  }

  return {
    /**
     * Mails a link if the account exists. It returns before that, so the time of the answer gives nothing away (AC-11).
     * Returns the seconds to wait after too many tries, else null.
     */
    forgot: (account: string, address: string): number | null => {
      const retryAfterS = limiter.begin(`forgot ${account.trim()}`, address)
      if (retryAfterS === null) mailLink(account).catch(onError)
      return retryAfterS
    },
    /** Sets the password of a reset code's user and ends all logins. False if the code is used, expired or unknown. */
    reset: async (code: string, newPassword: string): Promise<boolean> => {
      const codeHash = storedHashOf(code)
      // Anybody can send a wrong code, so it must not cost a password hash.
      if (!(await stored.isResetUsable(codeHash, now()))) return false
      return stored.resetPassword(codeHash, await passwords.hash(newPassword), now())
    },
    /** Changes a user's own password and ends the user's other logins. Returns whether the current one was right, or the seconds to wait. */
    change: async (
      { userId, family, address }: { userId: number; family: string; address: string },
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<boolean | { readonly retryAfterS: number }> => {
      const account = `change ${userId}`
      const retryAfterS = limiter.begin(account, address)
      if (retryAfterS !== null) return { retryAfterS }
      if (!(await passwords.matches(await stored.passwordHashOf(userId), currentPassword))) return false
      limiter.succeeded(account, address)
      const hash = await passwords.hash(newPassword)
      await stored.changePassword(userId, hash, family, now())
      return true
    },
  }
}

export type PasswordService = ReturnType<typeof createPasswordService>
