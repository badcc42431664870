/** So many works of one owner wait already. */
export class QueueFull extends Error {}

/**
 * Runs heavy work, `atOnce` at a time. Owners take turns: the first work of one waits for one of each other at most, however many those
 * have. An owner has at most `mostOfOne` works, waiting or running.
 */
export const createFairQueue = ({ atOnce, mostOfOne }: { atOnce: number; mostOfOne: number }) => {
  /** The owners who wait, whose turn is next first. */
  const waiting = new Map<number, Array<() => void>>()
  const counts = new Map<number, number>()
  let running = 0

  const next = (): void => {
    const [owner, works] = waiting.entries().next().value ?? []
    if (running >= atOnce || owner === undefined) return
    waiting.delete(owner)
    const begin = works?.shift()
    if (works !== undefined && works.length > 0) waiting.set(owner, works)
    running += 1
    begin?.()
  }

  return {
    /** Errors: QueueFull; what the work throws. */
    run: async <T>(owner: number, work: () => Promise<T>): Promise<T> => {
      const count = counts.get(owner) ?? 0
      if (count >= mostOfOne) throw new QueueFull()
      counts.set(owner, count + 1)
      try {
        await new Promise<void>((begin) => {
          waiting.set(owner, [...(waiting.get(owner) ?? []), begin])
          next()
        })
        try {
          return await work()
        } finally {
          running -= 1
        }
      } finally {
        const left = (counts.get(owner) ?? 1) - 1
        if (left === 0) counts.delete(owner)
        else counts.set(owner, left)
        next()
      }
    },
  }
}
