import { settingOf } from '#contract/records/alert-settings.ts'
import { EVENT_BIT, OWN_EVENTS_SHIFT } from '#domain/fix.ts'
import { HOLDS_FOR_S } from '#domain/silence.ts'
import { HOUR_S, KMPH_PER } from '#domain/units.ts'
import { RULES } from '../rules/limits.ts'
import { STATE } from '../rules/standing-state.ts'
import { gapS, type Timeline } from './timeline.ts'

/** The speed, km/h, above which the score counts driving: the initial threshold of OVERSPEED, whatever a company or a user chose. */
const SPEEDING_ABOVE = settingOf('OVERSPEED').initial ?? 0

/** What the driving score counts from fix i - 1 to fix i of a timeline: s, and km farther than the limit allows in that time. */
export type DrivingSeconds = {
  readonly measuredS: Float64Array
  readonly speedingS: Float64Array
  readonly excessKm: Float64Array
  /** Harsh manoeuvres that the device reported at fix i. */
  readonly reportedAccelerations: Uint8Array
  readonly reportedBrakings: Uint8Array
}

/** The names of what belongs to the time from one fix to the next. */
export const DRIVING_SECONDS = ['measuredS', 'speedingS', 'excessKm'] as const
/** The names of what belongs to a fix. */
export const REPORTED_COUNTS = ['reportedAccelerations', 'reportedBrakings'] as const

/** A part of a drive in which the speed changes evenly, km/h. */
type Stretch = { readonly seconds: number; readonly slowest: number; readonly fastest: number }

/**
 * How a truck got from one measured speed to another: it kept the one, and changed evenly to the other, for as long as agrees with the
 * average speed between both places. So a burst that one of two fixes shows does not count for the whole time between them.
 */
const stretchesOf = (seconds: number, slowest: number, fastest: number, average: number): Stretch[] => {
  if (fastest === slowest) return [{ seconds, slowest, fastest }]
  const share = Math.min(1, Math.max(0, (average - slowest) / (fastest - slowest)))
  const kept = share < 0.5 ? slowest : fastest
  const changing = 2 * Math.min(share, 1 - share) * seconds
  return [
    { seconds: seconds - changing, slowest: kept, fastest: kept },
    { seconds: changing, slowest, fastest },
  ]
}

/** The seconds of a stretch above the limit, and how far above it they are together, in km/h × s. */
const aboveOf = ({ seconds, slowest, fastest }: Stretch): { seconds: number; excess: number } => {
  if (fastest <= SPEEDING_ABOVE) return { seconds: 0, excess: 0 }
  const least = Math.max(slowest, SPEEDING_ABOVE)
  const part = fastest === slowest ? 1 : (fastest - least) / (fastest - slowest)
  return {
    seconds: seconds * part,
    excess: seconds * part * ((least + fastest) / 2 - SPEEDING_ABOVE),
  }
}

/**
 * What the driving score counts, from fix to fix. A time counts where the truck moves, both speeds were measured, and they are not farther
 * apart than a state lasts. What an import derived counts as nothing, and so does what the server makes of speeds a second apart: how
 * often a device reports must not decide.
 */
export const drivingSecondsOf = (timeline: Timeline): DrivingSeconds => {
  const { columns, all, rows, state, step } = timeline
  const { length, speed, events, time } = columns
  const seconds = () => new Float64Array(length)
  const [measuredS, speedingS, excessKm] = [seconds(), seconds(), seconds()]
  for (let i = 1; i < length; i += 1) {
    const gap = gapS(timeline, i)
    if (state[i - 1] !== STATE.running || gap <= 0 || gap > HOLDS_FOR_S) continue
    const [before, now] = [speed[i - 1] ?? Number.NaN, speed[i] ?? Number.NaN]
    if (Number.isNaN(before) || Number.isNaN(now)) continue
    measuredS[i] = gap
    const average = ((step[i] ?? 0) / gap) * KMPH_PER.mps
    for (const stretch of stretchesOf(gap, Math.min(before, now), Math.max(before, now), average)) {
      const above = aboveOf(stretch)
      speedingS[i] = (speedingS[i] ?? 0) + above.seconds
      excessKm[i] = (excessKm[i] ?? 0) + above.excess / HOUR_S
    }
  }

  /** Where the device reported a manoeuvre; within RULES.harshQuietS one. */
  const reportedAt = (bit: number): Uint8Array => {
    const at = new Uint8Array(length)
    let last = Number.NEGATIVE_INFINITY
    for (let i = 0; i < length; i += 1) {
      const own = (all.derived[rows[i] ?? -1] ?? 0) >> OWN_EVENTS_SHIFT
      if (((events[i] ?? 0) & ~own & bit) === 0) continue
      if ((time[i] ?? 0) - last > RULES.harshQuietS * 1000) at[i] = 1
      last = time[i] ?? 0
    }
    return at
  }
  return {
    ...{ measuredS, speedingS, excessKm },
    reportedAccelerations: reportedAt(EVENT_BIT.HA),
    reportedBrakings: reportedAt(EVENT_BIT.HB),
  }
}
