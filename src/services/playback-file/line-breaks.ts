import { breakingGap } from '#contract/breaking-gap.ts'

/** The line breaks of a route whose file says nothing of them (OPEN-37): 1 where no line leads to the next point. `time` ms UTC. */
export const lineBreaks = (time: ArrayLike<number>): Uint8Array => {
  const least = breakingGap(time)
  const breaks = new Uint8Array(time.length)
  for (let i = 0; i < time.length - 1; i++) if ((time[i + 1] ?? 0) - (time[i] ?? 0) >= least) breaks[i] = 1
  return breaks
}
