import { isIPv6 } from 'node:net'

/** The rate limit of failed logins: so many in one window, then the next is refused (429). */
export const LOGIN_LIMIT = { windowMs: 15 * 60_000, perAccount: 10, perAddress: 100 } as const

/** Most accounts and addresses remembered; those not tried for longest are forgotten first. */
const MAX_REMEMBERED = 20_000

export type LoginLimiter = {
  /** Counts a try before it is judged. Answers the seconds to wait when there were too many, else null. */
  begin(account: string, address: string): number | null
  /** Takes the try back: it was right. */
  succeeded(account: string, address: string): void
}

const GROUPS = 8

/** One IPv6 customer holds a whole /64, so that is what counts as an address, however its zeros are written. */
const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [before = '', after] = address.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after ? after.split(':') : []
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  return [...head, ...(after === undefined ? [] : zeros), ...tail].slice(0, GROUPS / 2).join(':')
}

type Count = { tries: number; until: number }

/** Limits failed logins by account and by network address, in this process. */
export const createLoginLimiter = ({ now }: { now: () => number }): LoginLimiter => {
  const counts = new Map<string, Count>()
  const kept = (key: string): Count | undefined => {
    const count = counts.get(key)
    return count !== undefined && count.until > now() ? count : undefined
  }
  const add = (key: string): void => {
    const { tries, until } = kept(key) ?? { tries: 0, until: now() + LOGIN_LIMIT.windowMs }
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
      const [byAccount, byAddress] = [kept(keys.account), kept(keys.address)]
      const limited = [
        ...(byAccount && byAccount.tries >= LOGIN_LIMIT.perAccount ? [byAccount] : []),
        ...(byAddress && byAddress.tries >= LOGIN_LIMIT.perAddress ? [byAddress] : []),
      ]
      // What is refused is not remembered: a flood of made-up names would push out the counts that refuse it.
      if (limited.length > 0)
        return Math.ceil((Math.max(...limited.map(({ until }) => until)) - now()) / 1000)
      add(keys.account)
      add(keys.address)
      return null
    },
    succeeded: (account, address) => {
      const keys = keysOf(account, address)
      counts.delete(keys.account)
      const byAddress = kept(keys.address)
      if (byAddress) byAddress.tries = Math.max(0, byAddress.tries - 1)
    },
  }
}
