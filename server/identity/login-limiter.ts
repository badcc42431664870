import { isIPv6 } from 'node:net'
import { MINUTE_MS } from '#domain/units.ts'

/** The rate limit of failed logins: so many in one window, then the next is refused (429). */
export const LOGIN_LIMIT = { windowMs: 15 * MINUTE_MS, perAccount: 10, perAddress: 100 } as const

/** Limit of remembered accounts and addresses; the least recently tried are dropped first. */
const MAX_REMEMBERED = 20_000

export type LoginLimiter = {
  /** Counts a try before its password is checked. Returns the seconds to wait after too many tries, else null. */
  begin(account: string, address: string): number | null
  /** Takes the try back, because the password was right. */
  succeeded(account: string, address: string): void
}

const GROUPS = 8

/** An IPv6 customer usually owns a whole /64, so its first four groups count as the address, in any notation. */
const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [before = '', after] = address.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after ? after.split(':') : []
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  return [...head, ...(after === undefined ? [] : zeros), ...tail].slice(0, GROUPS / 2).join(':')
}

type Count = { tries: number; until: number }

/** Limits failed logins by account and by network address. Counts are held by this process. */
export const createLoginLimiter = ({ now }: { now: () => number }): LoginLimiter => {
  const counts = new Map<string, Count>()
  const runningCount = (key: string): Count | undefined => {
    const count = counts.get(key)
    return count !== undefined && count.until > now() ? count : undefined
  }
  const add = (key: string): void => {
    const { tries, until } = runningCount(key) ?? { tries: 0, until: now() + LOGIN_LIMIT.windowMs }
    counts.delete(key)
    counts.set(key, { tries: tries + 1, until })
    if (counts.size > MAX_REMEMBERED) counts.delete(counts.keys().next().value ?? '')
  }
  const keysOf = (account: string, address: string) => ({
    account: `account ${account.trim().toLowerCase()}`,
    address: `address ${networkOf(address)}`,
  })
  return {
    begin: (account, address) => {
      const keys = keysOf(account, address)
      const [byAccount, byAddress] = [runningCount(keys.account), runningCount(keys.address)]
      const limited = [
        ...(byAccount && byAccount.tries >= LOGIN_LIMIT.perAccount ? [byAccount] : []),
        ...(byAddress && byAddress.tries >= LOGIN_LIMIT.perAddress ? [byAddress] : []),
      ]
      // Refused tries are not counted: a flood of made-up names would push out the very counts that refuse it.
      if (limited.length > 0)
        return Math.ceil((Math.max(...limited.map(({ until }) => until)) - now()) / 1000)
      add(keys.account)
      add(keys.address)
      return null
    },
    succeeded: (account, address) => {
      const keys = keysOf(account, address)
      counts.delete(keys.account)
      const byAddress = runningCount(keys.address)
      if (byAddress) byAddress.tries = Math.max(0, byAddress.tries - 1)
    },
  }
}
