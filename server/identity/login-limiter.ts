import { comparedName } from '#domain/compared-name.ts'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import { createRateLimit, networkOf } from '../http/rate-limit.ts'

/** The rate limit of failed logins: so many in one window, then the next is refused (429). */
export const LOGIN_LIMIT = {
  windowMs: 15 * MINUTE_MS,
  perAccount: 10,
  perAddress: 100,
  perDevice: 10,
} as const

export type LoginLimiter = {
  /**
   * Counts a try before its password is checked. Returns the seconds to wait after too many tries, else null.
   * `device` is the id of a browser that the account's user has logged in with (`device-cookie.ts`).
   */
  begin(account: string, address: string, device?: string | null): number | null
  /** Takes the try back, because the password was right. */
  succeeded(account: string, address: string, device?: string | null): void
  /** Whether unknown browsers are locked out of the account; true at most once a day, so that strangers cannot flood its user. */
  reportLockout(account: string): boolean
}

/**
 * Limits failed logins by account and by network address. Tries of a known device are counted by themselves, so that
 * strangers cannot lock a user out of their own browser.
 */
export const createLoginLimiter = ({ now }: { now: () => number }): LoginLimiter => {
  const { windowMs, perAccount, perAddress, perDevice } = LOGIN_LIMIT
  const accounts = createRateLimit({ most: perAccount, windowMs, now })
  const networks = createRateLimit({ most: perAddress, windowMs, now })
  const devices = createRateLimit({ most: perDevice, windowMs, now })
  const reports = createRateLimit({ most: 1, windowMs: DAY_MS, now })
  const keyOf = (account: string): string => comparedName(account.trim())
  return {
    begin: (account, address, device = null) => {
      if (device !== null) {
        const waitS = devices.waitS(device)
        if (waitS === null) devices.add(device)
        return waitS
      }
      const waits = [accounts.waitS(keyOf(account)), networks.waitS(networkOf(address))]
      const limited = waits.filter((wait) => wait !== null)
      // Refused tries are not counted: a flood of made-up names would push out the very counts that refuse it.
      if (limited.length > 0) return Math.max(...limited)
      accounts.add(keyOf(account))
      networks.add(networkOf(address))
      return null
    },
    succeeded: (account, address, device = null) => {
      if (device !== null) return devices.forget(device)
      accounts.forget(keyOf(account))
      networks.refund(networkOf(address))
    },
    reportLockout: (account) => {
      const key = keyOf(account)
      if (!accounts.reportExhausted(key) || reports.waitS(key) !== null) return false
      reports.add(key)
      return true
    },
  }
}
