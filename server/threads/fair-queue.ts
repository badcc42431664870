/**
 * Runs heavy work, `atOnce` at a time. Owners take turns: the first work of one waits for one of each other at most, however many those
 * have.
 */
export const createFairQueue = ({ atOnce }: { atOnce: number }) => {
  /** The owners who wait, whose turn is next first. */
  const waiting = new Map<number, Array<() => void>>()
  let running = 0

  const next = (): void => {
    const [owner, works = []] = waiting.entries().next().value ?? []
    if (running >= atOnce || owner === undefined) return
    waiting.delete(owner)
    const begin = works.shift()
    if (works.length > 0) waiting.set(owner, works)
    running += 1
    begin?.()
  }

  return {
    /** Runs the work when it is its owner's turn. Errors: those of the work. */
    run: async <T>(owner: number, work: () => Promise<T>): Promise<T> => {
      await new Promise<void>((begin) => {
        waiting.set(owner, [...(waiting.get(owner) ?? []), begin])
        next()
      })
      try {
        return await work()
      } finally {
        running -= 1
        next()
      }
    },
  }
}
