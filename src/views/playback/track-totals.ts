import { isStanding } from '#src/machines/playback/pace.logic.ts'
import type { Track } from '#src/services/playback-file/track.ts'
import { ofTrack } from './of-track.ts'

/** What a route adds up to. Its four times together are its whole span. */
export type TrackTotals = {
  readonly drivingMs: number
  /** Standing with the engine on. */
  readonly idlingMs: number
  /** Standing with the engine off, or where nothing is known of it. */
  readonly stoppedMs: number
  /** Where the line is broken (OPEN-37) and the truck does not stand: nobody knows what happened there. */
  readonly unknownMs: number
  /** Percent of the tank burnt, refills left out; null where no level is known. */
  readonly fuelPercent: number | null
}

type Share = Exclude<keyof TrackTotals, 'fuelPercent'>

/** Rises and falls below this many percent are the fuel moving in its tank. */
const SLOSH_PERCENT = 5

/** What the time from a point to the next one counts as. A truck that was switched off may be silent while it stands. */
const shareOf = (track: Track, index: number): Share => {
  const stands = isStanding(track.speed[index] ?? Number.NaN)
  if (stands && track.ignition[index] !== 1) return 'stoppedMs'
  if (track.breaks[index] === 1) return 'unknownMs'
  return stands ? 'idlingMs' : 'drivingMs'
}

/** Adds up every fall from a peak to the low before the next refill. */
const fuelUsed = (levels: ArrayLike<number>): number | null => {
  let used = 0
  let peak = Number.NaN
  let low = Number.NaN
  for (let index = 0; index < levels.length; index++) {
    const level = levels[index] ?? Number.NaN
    if (Number.isNaN(level)) continue
    if (Number.isNaN(peak)) {
      peak = level
      low = level
    } else if (level - low >= SLOSH_PERCENT) {
      used += Math.max(0, peak - low)
      peak = level
      low = level
    } else if (level < low) low = level
    else if (level > peak) peak = level
  }
  return Number.isNaN(peak) ? null : used + Math.max(0, peak - low)
}

/** The totals of the loaded range. */
export const trackTotals = ofTrack((track): TrackTotals => {
  const times: Record<Share, number> = { drivingMs: 0, idlingMs: 0, stoppedMs: 0, unknownMs: 0 }
  for (let index = 0; index + 1 < track.length; index++) {
    const ms = (track.time[index + 1] ?? 0) - (track.time[index] ?? 0)
    times[shareOf(track, index)] += ms
  }
  return { ...times, fuelPercent: fuelUsed(track.fuel) }
})
