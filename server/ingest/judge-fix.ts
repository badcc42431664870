import type { ImportProblem } from '#contract/import-problems.ts'
import { type Fix, fixFields, type NamedFixField } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import { isRoadless } from '#domain/roadless.ts'
import { roundDegrees } from '#domain/rounding.ts'
import { DAY_MS } from '#domain/units.ts'
import { ownText } from '../http/own-text.ts'

/** What the rules say of one fix: refused with a reason, or the part of it that can be believed, perhaps with a doubt. */
export type Judgement =
  | { readonly rejected: ImportProblem; readonly fix?: never; readonly doubt?: never }
  | { readonly rejected?: never; readonly fix: Fix; readonly doubt?: string }

/** GPS weeks are counted modulo 1,024; an old receiver therefore reports a date this much too early. */
const ROLLOVER_MS = 1024 * 7 * DAY_MS
/** How near to now a date moved by the rollover must come to be taken for one. */
const ROLLOVER_WINDOW_MS = 7 * DAY_MS

const [FIRST_TIME, LAST_TIME] = FIX_FIELDS.time.range
const [, FASTEST_KMPH] = FIX_FIELDS.speed.range

/** What of a value can be believed; undefined where nothing of it can. */
type Believe = (value: unknown) => unknown

const within = (value: unknown, low: number, high: number): value is number =>
  typeof value === 'number' && value >= low && value <= high

const believeOf = (field: NamedFixField): Believe => {
  switch (field.kind) {
    case 'number': {
      const {
        range: [low, high],
        wrapsAt,
      } = field
      return (value) => {
        if (!within(value, low, high)) return undefined
        return wrapsAt === undefined ? value : value % wrapsAt
      }
    }
    case 'uint8': {
      const [low, high] = field.range
      return (value) => (Number.isInteger(value) && within(value, low, high) ? value : undefined)
    }
    case 'bits':
      return (value) => (Number.isInteger(value) && within(value, 1, 0xffff) ? value : undefined)
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : undefined)
    case 'strings':
      return (value) => {
        const given = (value as readonly string[] | undefined)?.filter((text) => text !== '')
        const texts = given
          // The database holds no NUL.
          ?.filter((text) => text.length <= field.longest && !text.includes('\0'))
          .slice(0, field.most)
          // Half a character is none, and the database takes no JSON with one.
          .map((text) => ownText(text.toWellFormed()))
        // An empty list says that there is none; one of which nothing can be kept says nothing.
        return texts?.length || given?.length === 0 ? texts : undefined
      }
  }
}

const OPTIONAL_FIELDS = fixFields
  .filter(({ required }) => !required)
  .map((field) => ({ name: field.name, believe: believeOf(field) }))

/** The names of the values of a fix that cannot be believed and are dropped. */
export const droppedOf = (fix: Fix): string[] =>
  OPTIONAL_FIELDS.flatMap(({ name, believe }) =>
    fix[name] !== undefined && believe(fix[name]) === undefined ? [name] : [],
  )

/** Places are kept to 1e-6 degrees (a tenth of a metre), so that what was stored compares equal to what is sent again. */
const sixDecimals = (degrees: number): number => roundDegrees(degrees) + 0

/** Whether a place is 0 and 0, as receivers write that had no position yet. */
export const isZeroPlace = ({ lng, lat }: Pick<Fix, 'lng' | 'lat'>): boolean =>
  Math.abs(lat) < 1e-4 && Math.abs(lng) < 1e-4

const rejectionOf = (fix: Fix, source: FixSource): ImportProblem['code'] | undefined => {
  const { time, lng, lat } = fix
  if (!Number.isFinite(time)) return 'timeNotReadable'
  if (time < FIRST_TIME) return 'timeTooEarly'
  if (time > LAST_TIME) return 'timeTooLate'
  if (!Number.isFinite(lat)) return 'latitudeMissing'
  if (!Number.isFinite(lng)) return 'longitudeMissing'
  if (Math.abs(lat) > 90) return 'latitudeOutside'
  if (Math.abs(lng) > 180) return 'longitudeOutside'
  if (isZeroPlace(fix)) return 'positionZero'
  // Files may have latitude and longitude in the other order.
  if (source === 'file' && isRoadless(lat)) return 'latitudeRoadless'
  return undefined
}

const doubtOf = ({ time, speed }: Fix, now: number, source: FixSource): string | undefined => {
  if (time > now + FUTURE_LIMIT_MS) return 'the time is in the future'
  if (source === 'device' && Math.abs(now - time - ROLLOVER_MS) < ROLLOVER_WINDOW_MS)
    return 'the time is 1,024 weeks old, as of a receiver whose week count rolled over'
  if (speed !== undefined && speed > FASTEST_KMPH) return `the speed is above ${FASTEST_KMPH} km/h`
  return undefined
}

/** Where a fix comes from: a file may well be twenty years old, a device may not. */
export type FixSource = 'device' | 'file'

/**
 * Judges one fix on its own (DI-05, DI-06). `now` is ms UTC.
 * Without a usable time and place it is rejected; other fields that cannot be are dropped; a doubtful fix is kept but never becomes the latest.
 */
export const judgeFix = (fix: Fix, now: number, source: FixSource): Judgement => {
  const code = rejectionOf(fix, source)
  if (code !== undefined) return { rejected: { code } }
  const clean: Record<string, unknown> = {
    time: Math.round(fix.time),
    lng: sixDecimals(fix.lng),
    lat: sixDecimals(fix.lat),
  }
  for (const { name, believe } of OPTIONAL_FIELDS) {
    const value = believe(fix[name])
    if (value !== undefined) clean[name] = value
  }
  const doubt = doubtOf(fix, now, source)
  return doubt === undefined ? { fix: clean as Fix } : { fix: clean as Fix, doubt }
}
