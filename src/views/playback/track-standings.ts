import { JUMP_GAP_MS } from '#contract/constants.ts'
import { isStanding } from '#src/machines/playback/pace.logic.ts'
import type { Track } from '#src/services/playback-file/track.ts'
import { ofTrack } from './of-track.ts'

/** A long standing of a track: from its first point to the one it drives off at, `to`, at `until` (ms UTC). `isLast`: it stands there too, for the route ends. */
export type Standing = {
  readonly from: number
  readonly to: number
  readonly until: number
  readonly isLast: boolean
}

/** Standing is long where this much of it, in ms, is played step by step: at speed 1 nothing moves for a minute or more. */
const LONG_MS = 5 * 60_000

/** The long standings of a track. Silence that the marker jumps over (PLB-19) takes no time to play and is no part of their length. */
const trackStandings = ofTrack((track): readonly Standing[] => {
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
    if (playedMs >= LONG_MS) standings.push({ from, to, until: track.time[to] ?? 0, isLast })
    from = Math.max(from, to)
  }
  return standings
})

/** The long standing a point lies in; null where it drives, or stands for a short while. */
export const standingAt = (track: Track, index: number): Standing | null =>
  trackStandings(track).find(({ from, to }) => index >= from && index < to) ?? null
