import type { Fix } from '#domain/fix.ts'

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
