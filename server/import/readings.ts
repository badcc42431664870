import { closeSync, openSync, writeSync } from 'node:fs'
import type { ImportFormat } from '#contract/records/position-import.ts'
import type { Fix } from '#domain/fix.ts'
import type { Columns } from './csv-columns.ts'
import { IMPORT } from './limits.ts'

/** One item found by a file reader. `line` counts from 1. */
export type Reading =
  /** A position. `vehicle` is its name in the file, undefined if there is none. */
  | {
      readonly line: number
      readonly vehicle: string | undefined
      readonly fix: Fix
      readonly rejected?: never
    }
  | { readonly line: number; readonly rejected: string; readonly fix?: never }

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

/** The file cannot be read at all. The message names file and line, and what was found and expected. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableFile'
  }
}

/** Options for reading files. */
export type ReadOptions = {
  /** Zone of times that have none. */
  readonly timeZone: string
  /** km/h per unit of the file's speed; undefined uses the format's default. */
  readonly kmphPerUnit: number | undefined
  /** Called with the bytes read so far. */
  readonly onBytes: (bytes: number) => void
  /** Called once with the format that is read. */
  readonly onFormat: (format: ImportFormat) => void
  /** Called with each header line, or set of named values, and what its columns hold. */
  readonly onColumns: (headers: readonly string[], columns: Columns) => void
  /** Called for each part of the file that is left out though it has a known name, with file, line and reason. */
  readonly onLeftOut: (message: string) => void
}

/** A line that was not imported. */
export type Rejection = { readonly file: string; readonly line: number; readonly reason: string }

/** Counts rejections, keeps the first ones for the summary and writes all of them to a file if there are more. */
export type Rejections = {
  add(rejection: Rejection): void
  readonly total: () => number
  /** Reasons with their counts, most frequent first. Quoted details do not make a reason different. */
  readonly byReason: () => ReadonlyArray<readonly [reason: string, count: number]>
  readonly first: () => readonly Rejection[]
  /** The file with all rejections, if there are more than are kept. */
  readonly file: () => string | undefined
  close(): void
}

const lineOf = ({ file, line, reason }: Rejection): string => `${file}:${line}: ${reason}\n`
const FLUSH_AT = 64 * 1024

/** The file at `path` is created only when needed; without a path there is none. */
export const createRejections = (path?: string): Rejections => {
  const counts = new Map<string, number>()
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
      const reason = rejection.reason.replaceAll(/'[^']*'/g, '…')
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      if (first.length < IMPORT.rejectionsShown) first.push(rejection)
      else if (path !== undefined) {
        if (total === IMPORT.rejectionsShown + 1) pending = first.map(lineOf).join('')
        pending += lineOf(rejection)
        if (pending.length > FLUSH_AT) flush()
      }
    },
    total: () => total,
    byReason: () => [...counts].sort((a, b) => b[1] - a[1]),
    first: () => first,
    file: () => (total > IMPORT.rejectionsShown ? path : undefined),
    close: () => {
      flush()
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
