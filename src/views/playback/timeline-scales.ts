import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { stepsBetween } from '#domain/zone-time.ts'
import type { Track } from '#src/services/playback/track.ts'
import type { TrackGap } from './route-events.ts'

const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24, 48, 96, 168].map((hours) => hours * HOUR_MS),
]
const LABEL_PX = 72

/** Round times of a time zone within a span, ms since 1970 UTC: as many as fit side by side into `width` px. */
export const axisTicks = (from: number, to: number, width: number, timeZone: string): number[] => {
  const fits = Math.max(1, Math.floor(width / LABEL_PX))
  const step = STEPS_MS.find((candidate) => (to - from) / candidate <= fits) ?? (to - from) / fits
  return stepsBetween(step, from, to, timeZone)
}

/** The level of a tank over time, drawn in a lane below the speed. */
export type Lane = { readonly name: 'fuel' | 'adblue' }

/** Space between two lanes, in px. */
const LANE_GAP_PX = 7
/** A lane's height in px: `roomy` in a plot of at least `ROOMY_PX`, else `tight`. */
const LANE_PX = { roomy: 18, tight: 12 } as const
const ROOMY_PX = 100

const isKnown = (column: ArrayLike<number>): boolean => {
  for (let index = 0; index < column.length; index++) if (Number.isFinite(column[index])) return true
  return false
}

/** The lanes of the levels that the track knows, from top to bottom. */
export const lanesOf = (track: Pick<Track, 'fuel' | 'adblue'>): readonly Lane[] =>
  (['fuel', 'adblue'] as const).filter((name) => isKnown(track[name])).map((name) => ({ name }))

/** The range of a scale that puts its values into their part of the plot. */
export type ScaleRange = readonly [min: number, max: number]

const laneHeight = (plotPx: number): number => (plotPx < ROOMY_PX ? LANE_PX.tight : LANE_PX.roomy)

/** The height of all lanes together, in px, in a plot that is `plotPx` high. */
const lanesHeight = (lanes: number, plotPx: number): number => lanes * (laneHeight(plotPx) + LANE_GAP_PX)

/** The scale of the speed: 0 is above the lanes, `top` at the top of the plot. */
export const speedRange = (top: number, lanes: number, plotPx: number): ScaleRange => {
  const taken = Math.min(0.9, lanesHeight(lanes, plotPx) / Math.max(1, plotPx))
  return [(-top * taken) / (1 - taken), top]
}

/** The scale of a lane: 0 % at its bottom, 100 % at its top. Lanes are counted from the top. */
export const laneRange = (lane: number, lanes: number, plotPx: number): ScaleRange => {
  const height = laneHeight(plotPx)
  const bottom = (lanes - 1 - lane) * (height + LANE_GAP_PX)
  const percentAPx = 100 / height
  return [-bottom * percentAPx, (plotPx - bottom) * percentAPx]
}

type Values = (number | null)[]

/**
 * The columns of the plot: times in seconds, the speed, and each lane's level; null where a value is not known. A gap
 * interrupts the speed. A level is kept until the next one is reported.
 */
export const plotColumns = (
  track: Track,
  gaps: readonly TrackGap[],
  lanes: readonly Lane[],
): [times: number[], ...values: Values[]] => {
  const holes = new Set(gaps.map(({ from }) => from))
  const times: number[] = []
  const drawn = [track.speed, ...lanes.map(({ name }) => track[name])]
  const values: Values[] = drawn.map(() => [])
  for (let index = 0; index < track.length; index++) {
    const time = track.time[index] ?? 0
    times.push(time / 1000)
    for (const [column, source] of drawn.entries()) {
      const value = source[index] ?? Number.NaN
      values[column]?.push(Number.isFinite(value) ? value : null)
    }
    if (!holes.has(time)) continue
    times.push(Math.min(time + 1000, (time + (track.time[index + 1] ?? time)) / 2) / 1000)
    for (const column of values) column.push(null)
  }
  return [times, ...values]
}
