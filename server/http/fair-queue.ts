import type { Caller } from '../access/caller.ts'
import { tooManyTries } from './rate-limit.ts'

/** Whose work it is. */
export type WorkOwner = Pick<Caller, 'companyId' | 'userId'>

/** When a user with too much work may try again, s. */
const RETRY_S = 10

/** The turns of owners: the first one's is next. Each has what waits for it, and goes to the end when it has had its turn. */
const createTurns = <T>() => {
  const turns = new Map<string, T>()
  return {
    turns,
    /** Takes from the next owner, who is dropped once nothing is left of it. */
    take: <R>(from: (next: T) => { readonly taken: R; readonly isLeft: boolean }): R | undefined => {
      const [key, next] = turns.entries().next().value ?? []
      if (key === undefined || next === undefined) return undefined
      const { taken, isLeft } = from(next)
      turns.delete(key)
      if (isLeft) turns.set(key, next)
      return taken
    },
  }
}

type Users = ReturnType<typeof createTurns<Array<() => void>>>

/**
 * Runs heavy work, `atOnce` at a time. Companies take turns, and so do the users of one: the first work of a company waits for one of
 * each other at most, however many those have. Staff are of no company, and each is by themselves. A user has at most `mostOfUser` works
 * that wait or run; without it, something else limits them.
 */
export const createFairQueue = ({
  atOnce,
  mostOfUser = Number.POSITIVE_INFINITY,
}: {
  atOnce: number
  mostOfUser?: number
}) => {
  const { turns: companies, take } = createTurns<Users>()
  const counts = new Map<number, number>()
  let running = 0

  const next = (): void => {
    if (running >= atOnce) return
    const begin = take((users) => {
      const taken = users.take((works) => ({ taken: works.shift(), isLeft: works.length > 0 }))
      return { taken, isLeft: users.turns.size > 0 }
    })
    if (begin === undefined) return
    running += 1
    begin()
  }

  const wait = ({ companyId, userId }: WorkOwner, begin: () => void): void => {
    const company = companyId === null ? `user ${userId}` : `company ${companyId}`
    const users = companies.get(company) ?? createTurns<Array<() => void>>()
    companies.set(company, users)
    const works = users.turns.get(String(userId)) ?? []
    users.turns.set(String(userId), works)
    works.push(begin)
  }

  return {
    /**
     * Runs the work when it is its owner's turn.
     * @throws HttpError 429 where the user has too much work already; else what the work throws.
     */
    run: async <T>(owner: WorkOwner, work: () => Promise<T>): Promise<T> => {
      const count = counts.get(owner.userId) ?? 0
      if (count >= mostOfUser) throw tooManyTries(RETRY_S)
      counts.set(owner.userId, count + 1)
      await new Promise<void>((begin) => {
        wait(owner, begin)
        next()
      })
      try {
        return await work()
      } finally {
        running -= 1
        const left = (counts.get(owner.userId) ?? 1) - 1
        if (left === 0) counts.delete(owner.userId)
        else counts.set(owner.userId, left)
        next()
      }
    },
  }
}
