const SCALE = 8
const TRIES = 5
/** Shorter work is lost in what any work costs, and harms nobody if it is all there is, ms. */
const LEAST_MS = 3

const cpuMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** What linear work stays under and quadratic work (64) cannot. */
export const LINEAR = 32

/**
 * How many times the processor time that work on `most / 8` takes, work on `most` takes: the best of several tries, as soon as
 * one is below `LINEAR`. Both are processor time of this process, so it does not depend on how busy the machine is.
 */
export const cpuGrowth = async (most: number, work: (size: number) => unknown): Promise<number> => {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && best >= LINEAR; tries += 1) {
    const small = await cpuMs(() => work(Math.floor(most / SCALE)))
    const large = await cpuMs(() => work(most))
    best = Math.min(best, large / Math.max(small, LEAST_MS))
  }
  return best
}
