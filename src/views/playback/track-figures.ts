import type { Figures } from '#domain/figure-fields.ts'
import { JUMP_GAP_MS } from '#domain/gaps.ts'
import { kmAlongLine } from '#domain/geo.ts'
import { isStanding, LONG_STANDING_MS } from '#domain/standing.ts'
import type { Track } from '#src/services/playback/track.ts'

/** Memoizes a function of a track for as long as the track is in memory. */
export const memoizeByTrack = <T>(derive: (track: Track) => T): ((track: Track) => T) => {
  const cache = new WeakMap<Track, { readonly value: T }>()
  return (track) => {
    const cached = cache.get(track) ?? { value: derive(track) }
    cache.set(track, cached)
    return cached.value
  }
}

/** Kilometres from the first point to each point, along the track. */
export const distancesKm: (track: Track) => Float64Array = memoizeByTrack(kmAlongLine)

/** A long standstill of a track, from its first point to that of the departure, `to`, at `until`, ms since 1970 UTC. `isLast`: the route ends without a departure. */
export type Standing = {
  readonly from: number
  readonly to: number
  readonly until: number
  readonly isLast: boolean
}

/** The long standstills of a track. Jumps (PLB-19) take no time to play, so they do not count as part of one. */
const trackStandings = memoizeByTrack((track): readonly Standing[] => {
  const standings: Standing[] = []
  const last = track.length - 1
  for (let from = 0; from < last; from++) {
    let playedMs = 0
    let to = from
    while (to < last && isStanding(track.speed[to] ?? Number.NaN)) {
      const gap = (track.time[to + 1] ?? 0) - (track.time[to] ?? 0)
      if (gap < JUMP_GAP_MS && track.breaks[to] !== 1) playedMs += gap
      to += 1
    }
    const isLast = isStanding(track.speed[to] ?? Number.NaN)
    if (playedMs >= LONG_STANDING_MS) standings.push({ from, to, until: track.time[to] ?? 0, isLast })
    from = Math.max(from, to)
  }
  return standings
})

/** The long standstill that contains a point; null if there is none. */
export const standingAt = (track: Track, index: number): Standing | null =>
  trackStandings(track).find(({ from, to }) => index >= from && index < to) ?? null

/** The totals of a route. Its four times add up to its whole span. */
export type TrackTotals = {
  readonly drivingMs: number
  /** Standing with the engine on. */
  readonly idlingMs: number
  /** Standing with the engine off or not known. */
  readonly stoppedMs: number
  /** Line breaks (OPEN-37) during which the engine may have been on. */
  readonly unknownMs: number
  /** Fuel used in percent of the tank, whatever was refilled; null if no level is known. */
  readonly fuelPercent: number | null
  /** Fuel used in litres; null where the tank or its level is not known. */
  readonly litres: number | null
  /** Km over which the use of fuel is known; null where it is all of them. */
  readonly meteredKm: number | null
}

type TimeTotal = 'drivingMs' | 'idlingMs' | 'stoppedMs' | 'unknownMs'

/** A smaller rise, in percent, is fuel sloshing in the tank, not a refill. */
const SLOSH_PERCENT = 5

/** The total that the time from a point to the next belongs to. A line break after a point with the engine off counts as stopped. */
const totalFor = (track: Track, index: number): TimeTotal => {
  const isStill = isStanding(track.speed[index] ?? Number.NaN)
  if (isStill && track.ignition[index] !== 1) return 'stoppedMs'
  if (track.breaks[index] === 1) return 'unknownMs'
  return isStill ? 'idlingMs' : 'drivingMs'
}

/** Adds up the falls from each peak to the low before the next refill. */
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

/** The totals by the figures of the range, which the dashboard and the driving analysis show too. */
const totalsOfFigures = (track: Track, figures: Figures): TrackTotals => {
  const { runningS, idlingS, stoppedS, fuelUsed: litres, meteredKm } = figures
  const [drivingMs, idlingMs, stoppedMs] = [runningS * 1000, idlingS * 1000, stoppedS * 1000]
  const spanMs = (track.time[track.length - 1] ?? 0) - (track.time[0] ?? 0)
  const unknownMs = Math.max(0, spanMs - drivingMs - idlingMs - stoppedMs)
  const isMetered = meteredKm > 0 || litres > 0
  return {
    drivingMs,
    idlingMs,
    stoppedMs,
    unknownMs,
    fuelPercent: null,
    litres: isMetered ? litres : null,
    meteredKm,
  }
}

/** The totals of a track: by the server's figures, or, where it tells none, by its points. */
export const trackTotals = memoizeByTrack((track): TrackTotals => {
  if (track.figures !== null) return totalsOfFigures(track, track.figures)
  const times: Record<TimeTotal, number> = { drivingMs: 0, idlingMs: 0, stoppedMs: 0, unknownMs: 0 }
  for (let index = 0; index + 1 < track.length; index++) {
    const ms = (track.time[index + 1] ?? 0) - (track.time[index] ?? 0)
    times[totalFor(track, index)] += ms
  }
  const fuelPercent = fuelUsed(track.fuel)
  const { fuelTankLitres } = track
  const litres = fuelPercent === null || fuelTankLitres === null ? null : (fuelPercent * fuelTankLitres) / 100
  return { ...times, fuelPercent, litres, meteredKm: null }
})
