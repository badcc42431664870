import { closeSync, openSync, writeSync } from 'node:fs'
import { englishProblemText, IMPORT_PROBLEMS, type ImportProblem } from '#contract/import-problems.ts'
import type { ImportFormat } from '#contract/records/position-import.ts'
import type { DateOrder } from '#domain/date-order.ts'
import type { Fix } from '#domain/fix.ts'
import type { PlaceOrder } from '#domain/place-order.ts'
import type { Gallon, SpeedUnit } from '#domain/units.ts'
import type { Columns } from './csv-columns.ts'
import { IMPORT } from './limits.ts'
import type { Survey } from './survey.ts'
import type { ZoneSequence } from './zone-sequence.ts'

/** One item found by a file reader. `line` counts from 1. */
export type Reading =
  /** A position. `vehicle` is its name in the file, undefined if there is none. */
  | {
      readonly line: number
      readonly vehicle: string | undefined
      readonly fix: Fix
      readonly rejected?: never
    }
  | { readonly line: number; readonly rejected: ImportProblem; readonly fix?: never }

/** The day number of a spreadsheet, perhaps with the time of day as a fraction of it. */
const DAY_NUMBER = /^\d{5}(?:[.,]\d+)?(?:\s|$)/
/** German, French and Spanish months that are not the beginning of English ones. */
const FOREIGN_MONTH =
  /(?<!\p{L})(?:januar|februar|märz|mär|mrz|mai|juni|juli|okt|dez|janv|févr|mars|avr|juin|juil|ao[uû]t|déc|(?:septem|novem|décem)bre|octobre|ene|febrero|marzo|abr|mayo|junio|julio|ago|sep?tiembre|octubre|noviembre|dic)/iu

/** A time that cannot be read, with its beginning and, where it has a known form, what to do. */
export const timeUnreadable = (written: string): ImportProblem => {
  const time = written.trim().slice(0, 40)
  if (DAY_NUMBER.test(time)) return { code: 'timeDayNumber', params: { time } }
  return { code: FOREIGN_MONTH.test(time) ? 'timeMonthUnknown' : 'timeUnreadable', params: { time } }
}

/** Readings come in batches: one at a time would cost more than parsing them. */
export type Readings = AsyncGenerator<readonly Reading[]>

/** Splits many readings into batches, each made when it is asked for. */
export function* batchesOf(readings: Iterable<Reading>): Generator<readonly Reading[]> {
  let batch: Reading[] = []
  for (const reading of readings) {
    batch.push(reading)
    if (batch.length < IMPORT.batchReadings) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** A problem of a file, with its line, which counts from 1; null for the file as a whole. */
export type FileProblem = ImportProblem & { readonly file: string; readonly line: number | null }

/** `drive.gpx:12: the point has no time` of a problem. */
export const fileProblemText = ({ file, line, ...problem }: FileProblem): string =>
  `${file}${line === null ? '' : `:${line}`}: ${englishProblemText(problem)}`

/** The file cannot be read at all. */
export class UnreadableFile extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(fileProblemText(problem))
    this.name = 'UnreadableFile'
    this.problem = problem
  }
}

/**
 * What the user says of units: that of the speed, whatever the file says, or that speeds are left out; and which gallon is meant where
 * the file says only gallons.
 */
export type UnitChoices = {
  readonly speed?: SpeedUnit | 'none' | undefined
  readonly gallon?: Gallon | undefined
}

/** Options for reading files. */
export type ReadOptions = {
  /** The clock of times that have no zone. */
  readonly clock: ZoneSequence
  /** The order of dates that may be either. */
  readonly dateOrder: DateOrder
  /** Which number of a place in one column comes first where nothing says it. */
  readonly placeOrder: PlaceOrder
  /** What the user says of units. */
  readonly units: UnitChoices
  /** Called with the bytes read so far. */
  readonly onBytes: (bytes: number) => void
  /** Called once with the format that is read. */
  readonly onFormat: (format: ImportFormat) => void
  /** Called with each header line, or set of named values, and what its columns hold in which unit. */
  readonly onColumns: (headers: readonly string[], columns: Columns) => void
  /** Called for each part of the file that is left out though it has a known name. */
  readonly onLeftOut: (problem: FileProblem) => void
  /** What the whole file tells of how it is read: noted where `isSurvey`, and read by in a second reading. */
  readonly survey: Survey
  readonly isSurvey: boolean
  /** Called with each value of a column that is none of its values, and the line that it stands in. */
  readonly onUnread: (header: string, line: number, text: string) => void
}

/** A line that was not imported. */
export type Rejection = FileProblem & { readonly line: number }

/** Counts rejections, keeps the first ones for the summary and writes all of them to a file if there are more. */
export type Rejections = {
  add(rejection: Rejection): void
  readonly total: () => number
  /** Problems with their counts, most frequent first. Quoted details do not make a problem different. */
  readonly byProblem: () => ReadonlyArray<readonly [problem: ImportProblem, count: number]>
  readonly first: () => readonly Rejection[]
  /** The file with all rejections, if there are more than are kept. */
  readonly file: () => string | undefined
  close(): void
}

const lineOf = (rejection: Rejection): string => `${fileProblemText(rejection)}\n`
const FLUSH_AT = 64 * 1024

/** The problem without its quoted details. */
const generalOf = ({ code, params }: ImportProblem): ImportProblem => {
  if (params === undefined) return { code }
  const message: string = IMPORT_PROBLEMS[code]
  const general = Object.entries(params).map(
    ([name, value]) => [name, message.includes(`“{${name}}”`) ? '…' : value] as const,
  )
  return { code, params: Object.fromEntries(general) }
}

/** The file at `path` is created only when needed; without a path there is none. */
export const createRejections = (path?: string): Rejections => {
  const counts = new Map<string, { problem: ImportProblem; times: number }>()
  const first: Rejection[] = []
  let total = 0
  let file: number | undefined
  let pending = ''
  const flush = (): void => {
    if (pending === '' || path === undefined) return
    file ??= openSync(path, 'w')
    writeSync(file, pending)
    pending = ''
  }
  return {
    add: (rejection) => {
      total += 1
      const problem = generalOf(rejection)
      const key = JSON.stringify(problem)
      const counted = counts.get(key) ?? { problem, times: 0 }
      counted.times += 1
      counts.set(key, counted)
      if (first.length < IMPORT.rejectionsShown) first.push(rejection)
      else if (path !== undefined) {
        if (total === IMPORT.rejectionsShown + 1) pending = first.map(lineOf).join('')
        pending += lineOf(rejection)
        if (pending.length > FLUSH_AT) flush()
      }
    },
    total: () => total,
    byProblem: () =>
      [...counts.values()]
        .sort((a, b) => b.times - a.times)
        .map(({ problem, times }) => [problem, times] as const),
    first: () => first,
    file: () => (total > IMPORT.rejectionsShown ? path : undefined),
    close: () => {
      flush()
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
