/** Bounds of the import, in one place. */
export const IMPORT = {
  /** Longest line of a CSV file, in bytes. */
  lineBytes: 1024 * 1024,
  /** A quoted field may run over this many lines; beyond it the quote was never closed. */
  quotedLines: 20,
  /** Bytes looked at to tell what a file is. */
  sampleBytes: 64 * 1024,
  /** Fixes held in memory before they are put aside, and parts of days put aside in one statement. */
  heldFixes: 200_000,
  partsWritten: 200,
  /** Fixes of a day that goes on, written in one statement. */
  insertedFixes: 5_000,
  /** Rejections shown; the rest goes into a file. */
  rejectionsShown: 20,
  /** Longest registration a file may bring. */
  registrationLength: 100,
  /** A fix this much after the one before does not tell how the vehicle moved in between. */
  derivableGapMs: 10 * 60_000,
  /** Standing for this long means the engine is off, where the file does not say. */
  stoppedAfterMs: 5 * 60_000,
  /** Metres below which a move says nothing about the heading. */
  headingM: 10,
  /** Most vehicles a file may bring that are not known yet. */
  newVehicles: 20_000,
} as const
