import { offM, showsNoMovement } from '#domain/accuracy.ts'
import { greatCircleMetres, mostMetres } from '#domain/geo.ts'
import { HOLDS_FOR_S, PARKED_FOR_S, SAME_PLACE_M, silenceOf } from '#domain/silence.ts'
import { speedBetween } from '#domain/speed-between.ts'
import type { TimedPosition } from '../ingest/newest-fix.ts'
import { RULES } from './limits.ts'
import type { Reading } from './reading.ts'
import { STATE, standingState } from './standing-state.ts'

/** Where a vehicle stands: the place and the odometer (km, null if unknown) with which that began. */
export type Standstill = {
  readonly lng: number
  readonly lat: number
  readonly odo: number | null
  /** Whether the last fix strayed from there. */
  readonly isAway: boolean
}

/** A place on Earth, degrees. */
export type Place = Pick<Reading, 'lng' | 'lat'>

/** A place as it was last known, and its accuracy, m; absent if usual. */
type KnownPlace = Place & { readonly accuracy?: number | undefined }

/** What is remembered of the last fix that is believed. `standstill` is null where the vehicle moves, and missing in states of releases that had none. */
export type LastFix = TimedPosition & {
  readonly state: number
  readonly standstill?: Standstill | null
  /** Where the vehicle is as far as is known, after a fix whose accuracy tells no movement; otherwise missing. */
  readonly known?: KnownPlace
}

/** What of a fix tells how the vehicle moves; measured values alone. */
export type Moved = Pick<Reading, 'time' | 'lng' | 'lat' | 'accuracy' | 'speed' | 'ignition' | 'rpm' | 'odo'>

/** How a fix follows the one before. */
export type Motion = {
  /** Seconds and metres from the fix before; 0 at the first. */
  readonly gapS: number
  readonly metres: number
  /** Whether what held at the fix before lasted until this one, for a vehicle that moves or idles, and for one that is parked. */
  readonly lasts: boolean
  readonly staysParked: boolean
  /** `STATE` between the two. */
  readonly during: number
  /** km/h as measured, or else as the positions tell; NaN where neither does. */
  readonly kmph: number
  /** `STATE` at this fix. */
  readonly state: number
  readonly standstill: Standstill | null
  /** Where the vehicle was and goes on to be, as the accuracy of this fix tells no movement; null where it tells its place. */
  readonly known: KnownPlace | null
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }

/** The motion at no fix. */
export const noMotion = (): Mutable<Motion> => ({
  ...{ gapS: 0, metres: 0, lasts: false, staysParked: false, during: STATE.unknown },
  ...{ kmph: Number.NaN, state: STATE.unknown, standstill: null, known: null },
})

/**
 * The standstill after a fix, as far as place and odometer say that the vehicle is still there; null if it has left. A single fix that
 * strays is none that has left, because the next one may be back.
 */
const stillAt = (standstill: Standstill, { lng, lat }: Place, odo: number): Standstill | null => {
  const isAway =
    mostMetres(standstill.lng, standstill.lat, lng, lat) > RULES.noiseM &&
    greatCircleMetres(standstill.lng, standstill.lat, lng, lat) > RULES.noiseM
  if (
    isAway &&
    (standstill.isAway || greatCircleMetres(standstill.lng, standstill.lat, lng, lat) > SAME_PLACE_M)
  )
    return null
  const isKnown = !Number.isNaN(odo)
  if (isKnown && standstill.odo !== null && (odo - standstill.odo) * 1000 >= RULES.noiseM) return null
  const least = isKnown && !(standstill.odo !== null && standstill.odo <= odo) ? odo : standstill.odo
  return isAway === standstill.isAway && least === standstill.odo
    ? standstill
    : { lng: standstill.lng, lat: standstill.lat, odo: least, isAway }
}

/** The state at a fix that tells neither speed nor movement: as before, unless the engine says otherwise. */
const stateInPlace = ({ ignition, rpm }: Moved, before: number): number =>
  ignition === 0 || rpm === 0 || before >= STATE.idling ? standingState(ignition, rpm, before) : before

/** Whether ignition (1 on, 0 off) or revolutions say that the engine is off, and no measured speed, km/h, says otherwise. */
export const isEngineOff = ({
  ignition,
  rpm,
  speed,
}: Readonly<Record<'ignition' | 'rpm' | 'speed', number | undefined>>): boolean =>
  (ignition === 0 || rpm === 0) && !(Number(speed) > RULES.movingAbove)

/** What is to be remembered of a fix, after `motion`. */
export const lastFixOf = (
  { time, lng, lat, accuracy }: Moved,
  { state, standstill, known }: Motion,
): LastFix => {
  if (known === null && offM(accuracy) === 0) return { time, lng, lat, state, standstill }
  const last = { time, lng, lat, accuracy: offM(accuracy), state, standstill }
  return known === null ? last : { ...last, known }
}

/**
 * Writes into `motion` how the fix `now` follows the one before, null if it is the first. A vehicle stands at a low speed; from then on
 * faster ones up to `RULES.creepKmph` are noise of the receiver, until it is somewhere else or its odometer says so. Of a fix without a
 * measured speed the place alone tells whether a standing vehicle has left. Only what was before counts, so that fixes may come one by
 * one. A fix whose accuracy tells no movement (`showsNoMovement`) leaves the vehicle where it was.
 */
export const moveOn = (motion: Mutable<Motion>, before: LastFix | null, now: Moved): void => {
  const gapS = before === null ? 0 : (now.time - before.time) / 1000
  const origin = before?.known ?? before
  const apart = origin === null ? 0 : greatCircleMetres(origin.lng, origin.lat, now.lng, now.lat)
  const isOff = before?.state === STATE.stopped && gapS <= HOLDS_FOR_S && isEngineOff(now)
  const isInPlace = origin !== null && showsNoMovement(now.accuracy, origin.accuracy, apart, isOff)
  const known = isInPlace ? origin : null
  const metres = known === null ? apart : 0
  const silence = before === null ? 'unknown' : silenceOf(gapS, metres)
  const stateBefore = before?.state ?? STATE.unknown
  const lasts = silence === 'asBefore'
  motion.gapS = gapS
  motion.metres = metres
  motion.lasts = lasts
  motion.staysParked = silence !== 'unknown'
  motion.during = lasts
    ? stateBefore
    : silence === 'parked' && stateBefore !== STATE.unknown
      ? STATE.stopped
      : STATE.unknown

  const isMeasured = !Number.isNaN(now.speed)
  const isPlaced = known === null && before?.known === undefined
  const kmph = isMeasured || before === null || !isPlaced ? now.speed : speedBetween(metres, gapS * 1000)
  const standstill =
    before?.standstill && gapS <= PARKED_FOR_S ? stillAt(before.standstill, known ?? now, now.odo) : null
  motion.kmph = kmph
  motion.known = known && {
    lng: known.lng,
    lat: known.lat,
    ...(offM(known.accuracy) > 0 && { accuracy: known.accuracy }),
  }
  if (Number.isNaN(kmph)) {
    motion.state = known === null || !lasts ? STATE.unknown : stateInPlace(now, stateBefore)
    motion.standstill = standstill
    return
  }
  const isNoise = standstill !== null && (!isMeasured || kmph <= RULES.creepKmph)
  if (kmph > RULES.movingAbove && !isNoise) {
    motion.state = STATE.running
    motion.standstill = null
    return
  }
  motion.state = standingState(now.ignition, now.rpm, lasts ? stateBefore : STATE.unknown)
  motion.standstill = standstill ?? {
    lng: now.lng,
    lat: now.lat,
    odo: Number.isNaN(now.odo) ? null : now.odo,
    isAway: false,
  }
}
