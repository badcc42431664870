import { createHash } from 'node:crypto'
import type { Caller } from '../access/caller.ts'
import { tooManyTries } from './rate-limit.ts'

/** Whose work it is. */
export type WorkOwner = Pick<Caller, 'companyId' | 'userId'>

/** Of work that is nobody's of a company: an owner by name, such as an address. */
export const namedOwner = (name: string): WorkOwner => ({
  companyId: null,
  userId: createHash('sha256').update(name).digest().readUIntBE(0, 6),
})

/** When a user with too much work may try again, s. */
const RETRY_S = 10

type Limits = {
  /** Works that run at a time, of all users. */
  readonly atOnce: number
  /** Works that run at a time of one user; what is left of `atOnce` begins the works of others at once. */
  readonly atOnceOfUser?: number
  /** Works of one user that wait or run; without it, something else limits them. */
  readonly mostOfUser?: number
}

/**
 * Runs heavy work, `atOnce` at a time. Companies take turns, and so do the users of one: the first work of a company waits for one of
 * each other at most, however many those have. Staff are of no company, and each is by themselves.
 */
export const createFairQueue = ({
  atOnce,
  atOnceOfUser = atOnce,
  mostOfUser = Number.POSITIVE_INFINITY,
}: Limits) => {
  /** What waits, by company and user. The first is next; who has had a turn goes to the end. */
  const companies = new Map<string, Map<number, Array<() => void>>>()
  const users = new Map<number, { works: number; running: number }>()
  let running = 0

  const takeNext = (): (() => void) | undefined => {
    for (const [company, waiting] of companies)
      for (const [userId, works] of waiting) {
        if ((users.get(userId)?.running ?? 0) >= atOnceOfUser) continue
        waiting.delete(userId)
        companies.delete(company)
        const begin = works.shift()
        if (works.length > 0) waiting.set(userId, works)
        if (waiting.size > 0) companies.set(company, waiting)
        return begin
      }
    return undefined
  }

  const companyOf = ({ companyId, userId }: WorkOwner): string =>
    companyId === null ? `user ${userId}` : `company ${companyId}`

  /** Takes waiting work out; false where it has begun. */
  const withdraw = (owner: WorkOwner, begin: () => void): boolean => {
    const { userId } = owner
    const company = companyOf(owner)
    const works = companies.get(company)?.get(userId) ?? []
    const at = works.indexOf(begin)
    if (at < 0) return false
    works.splice(at, 1)
    if (works.length === 0) companies.get(company)?.delete(userId)
    if (companies.get(company)?.size === 0) companies.delete(company)
    return true
  }

  const beginNext = (): void => {
    if (running < atOnce) takeNext()?.()
  }

  const wait = (owner: WorkOwner, begin: () => void): void => {
    const { userId } = owner
    const company = companyOf(owner)
    const waiting = companies.get(company) ?? new Map<number, Array<() => void>>()
    companies.set(company, waiting)
    const works = waiting.get(userId) ?? []
    waiting.set(userId, works)
    works.push(begin)
  }

  return {
    /**
     * Runs the work when it is its owner's turn. With `signal`, work that nobody waits for any more is not begun and not held.
     * @throws HttpError 429 where the user has too much work already; the reason of the signal; else what the work throws.
     */
    run: async <T>(owner: WorkOwner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      signal?.throwIfAborted()
      const user = users.get(owner.userId) ?? { works: 0, running: 0 }
      if (user.works >= mostOfUser) throw tooManyTries(RETRY_S)
      users.set(owner.userId, user)
      user.works += 1
      let hasBegun = false
      try {
        await new Promise<void>((begin, leave) => {
          const abandon = () => withdraw(owner, start) && leave(signal?.reason)
          const start = () => {
            signal?.removeEventListener('abort', abandon)
            hasBegun = true
            running += 1
            user.running += 1
            begin()
          }
          wait(owner, start)
          signal?.addEventListener('abort', abandon, { once: true })
          beginNext()
        })
        signal?.throwIfAborted()
        return await work()
      } finally {
        if (hasBegun) {
          running -= 1
          user.running -= 1
        }
        user.works -= 1
        if (user.works === 0) users.delete(owner.userId)
        beginNext()
      }
    },
  }
}
