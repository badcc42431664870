import { isIPv6 } from 'node:net'
import { IDENTITY } from './limits.ts'

/** Most accounts and addresses remembered; the oldest are forgotten first. */
const MAX_REMEMBERED = 20_000

export type LoginLimiter = {
  /** Counts a try before it is judged. Answers the seconds to wait when there were too many, else null. */
  begin(account: string, address: string): number | null
  /** Takes the try back: it was right. */
  succeeded(account: string, address: string): void
}

/** One IPv6 customer holds a whole /64, so that is what counts as an address. */
const networkOf = (address: string): string =>
  isIPv6(address) && !address.startsWith('::ffff:')
    ? (address.split('::')[0] ?? '').split(':').slice(0, 4).join(':')
    : address

type Count = { tries: number; until: number }

/** Limits failed logins by account and by network address, in this process. */
export const createLoginLimiter = ({ now }: { now: () => number }): LoginLimiter => {
  const counts = new Map<string, Count>()
  const countOf = (key: string): Count => {
    const kept = counts.get(key)
    if (kept !== undefined && kept.until > now()) return kept
    const fresh = { tries: 0, until: now() + IDENTITY.loginWindowMs }
    counts.delete(key)
    counts.set(key, fresh)
    if (counts.size > MAX_REMEMBERED) counts.delete(counts.keys().next().value ?? '')
    return fresh
  }
  const keysOf = (account: string, address: string) => ({
    account: `account ${account.trim().toLowerCase()}`,
    address: `address ${networkOf(address)}`,
  })
  return {
    begin: (account, address) => {
      const keys = keysOf(account, address)
      const byAccount = countOf(keys.account)
      const byAddress = countOf(keys.address)
      const limited = [
        ...(byAccount.tries >= IDENTITY.loginsPerAccount ? [byAccount] : []),
        ...(byAddress.tries >= IDENTITY.loginsPerAddress ? [byAddress] : []),
      ]
      if (limited.length > 0)
        return Math.ceil((Math.max(...limited.map(({ until }) => until)) - now()) / 1000)
      byAccount.tries += 1
      byAddress.tries += 1
      return null
    },
    succeeded: (account, address) => {
      const keys = keysOf(account, address)
      counts.delete(keys.account)
      const byAddress = countOf(keys.address)
      byAddress.tries = Math.max(0, byAddress.tries - 1)
    },
  }
}
