import { breakingGap } from '#contract/breaking-gap.ts'

/** The line breaks of a route whose file says nothing of them (OPEN-37): 1 where no line leads to the next point. `time` ms UTC. */
export const lineBreaks = (time: ArrayLike<number>): Uint8Array => {
  const least = breakingGap(time)
  return Uint8Array.from(time, (at, i) => ((time[i + 1] ?? at) - at >= least ? 1 : 0))
}
