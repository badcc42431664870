import { isIPv6 } from 'node:net'
import { HttpError } from './errors.ts'
import { createRecentMap } from './recent-map.ts'

/** The refusal of somebody who must wait so many seconds. */
export const tooManyTries = (waitS: number): HttpError =>
  new HttpError('tooManyTries', {}, { headers: { 'retry-after': String(waitS) } })

/** Limit of remembered keys; those counted last are kept. */
const MAX_REMEMBERED = 40_000

/** Counts what somebody may do only so often, by a key such as an account or an address. Counts are held by this process. */
export type RateLimit = {
  /** Seconds until the window of an exhausted key ends; null while there is something left. */
  waitS(key: string): number | null
  add(key: string): void
  /** Takes one back. */
  refund(key: string): void
  forget(key: string): void
  /** Whether the key is exhausted; true only the first time in a window. */
  reportExhausted(key: string): boolean
}

type Count = { tries: number; until: number; isReported: boolean }

/** Allows `most` in a window of `windowMs`, which begins with the first. `now` is ms. */
export const createRateLimit = ({
  most,
  windowMs,
  now,
}: {
  most: number
  windowMs: number
  now: () => number
}): RateLimit => {
  const counts = createRecentMap<string, Count>(MAX_REMEMBERED)
  const runningCount = (key: string): Count | undefined => {
    const count = counts.get(key)
    return count !== undefined && count.until > now() ? count : undefined
  }
  return {
    waitS: (key) => {
      const count = runningCount(key)
      return count && count.tries >= most ? Math.ceil((count.until - now()) / 1000) : null
    },
    add: (key) => {
      const count = runningCount(key) ?? { tries: 0, until: now() + windowMs, isReported: false }
      counts.set(key, { ...count, tries: count.tries + 1 })
    },
    refund: (key) => {
      const count = runningCount(key)
      if (count) count.tries = Math.max(0, count.tries - 1)
    },
    forget: (key) => {
      counts.delete(key)
    },
    reportExhausted: (key) => {
      const count = runningCount(key)
      if (count === undefined || count.tries < most || count.isReported) return false
      count.isReported = true
      return true
    },
  }
}

const GROUPS = 8

/** An IPv6 customer usually owns a whole /64, so its first four groups count as the address, in any notation. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [before = '', after] = address.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after ? after.split(':') : []
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  return [...head, ...(after === undefined ? [] : zeros), ...tail].slice(0, GROUPS / 2).join(':')
}
