import { randomBytes } from 'node:crypto'
import { comparedName } from '#domain/compared-name.ts'
import { MINUTE_MS } from '#domain/units.ts'
import type { InTurn } from '../http/handler.ts'
import { createRateLimit, networkOf } from '../http/rate-limit.ts'
import { IDENTITY } from '../identity/limits.ts'
import type { LoginLimiter } from '../identity/login-limiter.ts'
import type { PasswordTurns } from '../identity/password-turns.ts'
import type { Passwords } from '../identity/passwords.ts'
import { storedHashOf } from '../identity/secrets.ts'
import type { MailTexts } from '../mail/mail-texts.ts'
import type { MailPort } from '../mail/outbox.repository.ts'
import type { PasswordRepository, ResetRequest } from './passwords.repository.ts'

/**
 * How often a link may be requested in one window, which is shorter than a link's life: for one account from one address, from one
 * address, and mailed to one user. A stranger at another address can use up the last only, and then the user has that many
 * usable links.
 */
export const RESET_LIMIT = { windowMs: 15 * MINUTE_MS, perAccount: 10, perAddress: 100, perUser: 10 } as const

/** A request whose mail has not been sent for this long, ms, is taken again: the process that took it may have ended. */
const REQUEST_TAKEN_MS = MINUTE_MS

type Account = { readonly id: number; readonly email: string; readonly firstName: string }

/** Forgotten, reset and changed passwords (OPEN-03, ADM-12). */
export const createPasswordService = ({
  stored,
  passwords,
  passwordTurns,
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
  passwordTurns: PasswordTurns
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
  const { windowMs, perAccount, perAddress, perUser } = RESET_LIMIT
  const accounts = createRateLimit({ most: perAccount, windowMs, now })
  const networks = createRateLimit({ most: perAddress, windowMs, now })
  const users = createRateLimit({ most: perUser, windowMs, now })

  const mailLink = async (userId: number): Promise<void> => {
    const user = await stored.recipient(userId)
    if (user === undefined || user.email === null) return
    const key = String(user.id)
    // The links that were mailed in this window are still usable.
    if (users.waitS(key) !== null) return
    users.add(key)
    await mailLinkTo({ ...user, email: user.email }).catch((failure: unknown) => {
      users.refund(key)
      throw failure
    })
  }

  const mailLinkTo = async (user: Account): Promise<void> => {
    const code = randomBytes(32).toString('base64url')
    const at = now()
    await stored.storeReset(user.id, storedHashOf(code), { at, expiresAt: at + IDENTITY.resetLifeMs })
    // The code follows the #, so browsers send it to no server (CONFLICT-40).
    const link = `${publicUrl()}/reset-password#${code}`
    const minutes = IDENTITY.resetLifeMs / MINUTE_MS
    const values = { firstName: user.firstName, product: await productName(), link, minutes }
    const { subject, text } = await mailTexts('passwordReset', await languageOf(user.id), values)
    await mail.send({ userId: user.id, to: user.email, subject, text })
  }

  const settle = async ({ id, userId }: ResetRequest): Promise<void> => {
    if (userId !== null) await mailLink(userId)
    await stored.endRequest(id)
  }

  const settleDue = async (): Promise<void> => {
    const at = now()
    const times = { at, before: at - REQUEST_TAKEN_MS, since: at - IDENTITY.resetLifeMs }
    for (const request of await stored.takeRequests(times)) await settle(request).catch(onError)
  }
  let timer: NodeJS.Timeout | undefined
  let settling = Promise.resolve()

  return {
    /** Mails the links that were requested and not mailed, now and every minute, until it is stopped. */
    start: (): void => {
      const run = () => {
        settling = settling.then(settleDue).catch(onError)
      }
      run()
      timer = setInterval(run, REQUEST_TAKEN_MS)
    },
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await settling
    },
    /**
     * Mails a link if the account exists, after a restart too. It returns when the request is stored, before anything is mailed, so the time
     * of the answer gives nothing away (AC-11). Returns the seconds to wait after too many tries, else null.
     */
    forgot: async (account: string, address: string): Promise<number | null> => {
      const network = networkOf(address)
      const key = `${network} ${comparedName(account.trim())}`
      const waits = [accounts.waitS(key), networks.waitS(network)].filter((wait) => wait !== null)
      if (waits.length > 0) return Math.max(...waits)
      accounts.add(key)
      networks.add(network)
      settle(await stored.addRequest(account, now())).catch(onError)
      return null
    },
    /** Sets the password of a reset code's user and ends all logins. False if the code is used, expired or unknown. */
    reset: async (code: string, newPassword: string, inTurn: InTurn): Promise<boolean> => {
      const codeHash = storedHashOf(code)
      // Anybody can send a wrong code, so it must not cost a password hash.
      if (!(await inTurn(() => stored.isResetUsable(codeHash, now())))) return false
      const hash = await passwordTurns(`reset ${codeHash}`, () => passwords.hash(newPassword))
      const userId = await stored.resetPassword(codeHash, hash, now())
      // Its other links are used up too.
      if (userId !== null) users.forget(String(userId))
      return userId !== null
    },
    /** Changes a user's own password and ends the user's other logins. Returns whether the current one was right, or the seconds to wait. */
    change: async (
      { userId, family, address }: { userId: number; family: string; address: string },
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<boolean | { readonly retryAfterS: number }> => {
      const account = `change ${userId}`
      const retryAfterS = limiter.begin(account, address)
      if (retryAfterS !== null) return { retryAfterS }
      const checkedHash = await stored.passwordHashOf(userId)
      if (!(await passwordTurns(account, () => passwords.matches(checkedHash, currentPassword)))) return false
      limiter.succeeded(account, address)
      const hash = await passwordTurns(account, () => passwords.hash(newPassword))
      return stored.changePassword(userId, { checkedHash, hash, keptFamily: family, at: now() })
    },
  }
}

export type PasswordService = ReturnType<typeof createPasswordService>
