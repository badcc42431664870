import { closeSync, openSync, writeSync } from 'node:fs'
import type { Fix } from '#domain/fix.ts'
import { IMPORT } from './limits.ts'

/** What a reader of a file finds, one piece after the other. `line` counts from 1. */
export type Reading =
  /** A position. `vehicle` is the name the file gives it; undefined where it gives none. */
  | {
      readonly line: number
      readonly vehicle: string | undefined
      readonly fix: Fix
      readonly rejected?: never
    }
  | { readonly line: number; readonly rejected: string; readonly fix?: never }

/** The readings come in lists: one at a time would cost more than reading them. */
export type Readings = AsyncGenerator<readonly Reading[]>

/** A file that cannot be read at all. The message names file and line, and what was found and expected. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableFile'
  }
}

/** How the person who imports says the file is to be read. */
export type ReadOptions = {
  /** Zone of times without one. */
  readonly timeZone: string
  /** km/h for one unit of the file's speed; undefined leaves it to the format. */
  readonly kmphPerUnit: number | undefined
  /** Told how many bytes have been read so far. */
  readonly onBytes: (bytes: number) => void
}

/** A line that was not taken. */
export type Rejection = { readonly file: string; readonly line: number; readonly reason: string }

/** Counts what is rejected, keeps the first for the summary and writes all of them into a file where there are more. */
export type Rejections = {
  add(rejection: Rejection): void
  readonly total: () => number
  /** Reasons and how often, the most frequent first. A reason's details in quotes do not count as another one. */
  readonly byReason: () => ReadonlyArray<readonly [reason: string, count: number]>
  readonly first: () => readonly Rejection[]
  /** Where all of them are, if there were more than are kept. */
  readonly file: () => string | undefined
  close(): void
}

const lineOf = ({ file, line, reason }: Rejection): string => `${file}:${line}: ${reason}\n`
const FLUSH_AT = 64 * 1024

/** `path` is made only when it is needed. */
export const createRejections = (path: string): Rejections => {
  const counts = new Map<string, number>()
  const first: Rejection[] = []
  let total = 0
  let file: number | undefined
  let pending = ''
  const flush = (): void => {
    if (pending === '') return
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
      else {
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
