import * as z from 'zod/mini'
import { DATE_ORDERS } from '#domain/date-order.ts'
import { PLACE_ORDERS } from '#domain/place-order.ts'
import { KMPH_PER, type SpeedUnit } from '#domain/units.ts'
import { ERROR_MESSAGES, type FieldErrorCode } from '../errors.ts'

/** The formats that positions are imported from. */
export const ImportFormat = z.enum(['csv', 'gpx', 'kml', 'geojson'])
export type ImportFormat = z.infer<typeof ImportFormat>

/** Our limits of a file that is uploaded: its bytes, those of each part that is sent, and the characters of its name. */
export const UPLOAD = {
  maxBytes: 256 * 1024 * 1024,
  partBytes: 1024 * 1024,
  maxNameLength: 255,
} as const

/** Longest registration that an import takes. */
export const MAX_REGISTRATION_LENGTH = 100

const SPEED_UNITS = Object.keys(KMPH_PER) as [SpeedUnit, ...SpeedUnit[]]

/** How a file is read, as for the import command. */
export const ImportChoices = z.object({
  /** The registration for all positions; null as the file names it, or else the file's name. */
  vehicle: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_REGISTRATION_LENGTH))),
  /** The zone of times that name none; null for the company's. */
  timeZone: z.nullable(z.string().check(z.maxLength(60))),
  /** Null for what the file says, else km/h; `none` leaves speeds out, which are then derived from the positions. */
  speedUnit: z.nullable(z.enum([...SPEED_UNITS, 'none'])),
  /** Which gallon is meant where the file says only gallons; null as long as nobody has said. */
  gallon: z._default(z.nullable(z.enum(['usGallon', 'imperialGallon'])), null),
  /** Which number of a date is the day, where the file leaves it open; null as long as nobody has said. */
  dateOrder: z._default(z.nullable(z.enum(DATE_ORDERS)), null),
  /** Which number of a place in one column comes first, where the file leaves it open; null as long as nobody has said. */
  placeOrder: z._default(z.nullable(z.enum(PLACE_ORDERS)), null),
})
export type ImportChoices = z.infer<typeof ImportChoices>

/** A column of the file, and what it is read as: a field of a fix, `vehicle`, `date`, `place` or `valid`; null if it is not read. */
export const ImportColumn = z.object({
  header: z.string(),
  field: z.nullable(z.string()),
  unit: z.nullable(z.string()),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** One of the first positions of a file; `time` in ms UTC, `speed` in km/h. */
export const ImportRow = z.object({
  vehicle: z.string(),
  time: z.number(),
  lat: z.number(),
  lng: z.number(),
  speed: z.nullable(z.number()),
})

/** What is wrong, by a code of `contract/import-problems.ts`; a page that is older than the server may not know it. */
const Problem = z.object({
  code: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})

/** A problem with its line; null for the file as a whole. */
const LineProblem = z.extend(Problem, { line: z.nullable(z.number()) })

/**
 * What the file leaves open and `ImportChoices` decide before it is imported: which gallon a column means; or in which unit the speeds are
 * that the positions say to be `ratio` times as high as those that were read; which number of its dates is the day, as in `example`; or
 * which number of its places is the latitude; or the vehicle of a file that names none and is
 * itself named by a date.
 */
export const ImportQuestion = z.union([
  z.object({ kind: z.literal('gallon'), column: z.string() }),
  z.object({
    kind: z.literal('speed'),
    ratio: z.number(),
    readAs: z.enum(SPEED_UNITS),
    looksLike: z.enum(SPEED_UNITS),
    /** The vehicle whose speeds disagree, all or some; null where those of the whole file do. */
    vehicle: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('vehicle') }),
  z.object({
    kind: z.literal('dates'),
    example: z.string(),
    /** The day (`YYYY-MM-DD`) that the example is in each order that the file allows; null where it is none. */
    readings: z.array(z.object({ order: z.enum(DATE_ORDERS), day: z.nullable(z.string()) })),
  }),
  z.object({ kind: z.literal('places'), example: z.string() }),
])
export type ImportQuestion = z.infer<typeof ImportQuestion>

const Drive = z.object({
  vehicleId: z.number(),
  at: z.number(),
  to: z.number(),
  lng: z.number(),
  lat: z.number(),
})

/**
 * What an import did, or would do: read = stored + duplicate + rejected (DI-06). Lists hold the first of what they name.
 */
export const ImportResult = z.object({
  read: z.number(),
  stored: z.number(),
  duplicate: z.number(),
  rejected: z.number(),
  /** Doubtful ones among the stored. */
  flagged: z.number(),
  /** Vehicle-days. */
  days: z.number(),
  vehicles: z.number(),
  newVehicles: z.number(),
  newNames: z.array(z.string()),
  /** False where it was ended while it stored: importing again stores the rest. */
  isWhole: z.boolean(),
  unreadable: z.array(LineProblem),
  leftOut: z.array(LineProblem),
  /** Of a check: what is to be decided before the import. */
  questions: z._default(z.array(ImportQuestion), []),
  reasons: z.array(z.extend(Problem, { times: z.number() })),
  lines: z.array(LineProblem),
  seconds: z.number(),
  firstDrive: z.nullable(Drive),
})
export type ImportResult = z.infer<typeof ImportResult>

/** What was found in the file by a check. */
export const ImportPreview = z.object({
  format: z.nullable(ImportFormat),
  columns: z.array(ImportColumn),
  rows: z.array(ImportRow),
})
export type ImportPreview = z.infer<typeof ImportPreview>

const Fault = z.object({
  code: z.enum(Object.keys(ERROR_MESSAGES) as [FieldErrorCode, ...FieldErrorCode[]]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

/**
 * An upload of a company and what became of it. `uploading` until all its bytes are there, then `uploaded`; a dry run leads over
 * `checking` to `checked`, the import over `storing` to `done`.
 */
export const PositionImport = z.object({
  importId: z.string(),
  fileName: z.string(),
  bytes: z.number(),
  received: z.number(),
  /** First name of who began it. */
  startedBy: z.string(),
  isOwn: z.boolean(),
  state: z.enum(['uploading', 'uploaded', 'checking', 'checked', 'storing', 'done', 'failed', 'cancelled']),
  choices: ImportChoices,
  /** The company's zone, or the one that was chosen. */
  timeZone: z.string(),
  /** Bytes while reading, positions while storing. */
  progress: z.object({ phase: z.enum(['reading', 'storing']), done: z.number(), of: z.number() }),
  preview: z.nullable(ImportPreview),
  result: z.nullable(ImportResult),
  /** Why it failed. */
  fault: z.nullable(Fault),
})
export type PositionImport = z.infer<typeof PositionImport>
