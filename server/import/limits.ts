import { MINUTE_MS } from '#domain/units.ts'
/** Limits of the import. */
export const IMPORT = {
  /** Longest line of a CSV file, in bytes. */
  lineBytes: 1024 * 1024,
  /** A quoted field may span this many lines; beyond it, the quote was never closed. */
  quotedLines: 20,
  /** Bytes examined to detect the type of a file. */
  sampleBytes: 64 * 1024,
  /** Fixes held in memory before they are staged, and day parts staged in one statement. */
  heldFixes: 200_000,
  partsWritten: 200,
  /** Fixes of an open day written in one statement. */
  insertedFixes: 5_000,
  /** Vehicles inserted in one statement, and most ids reserved for new ones at once. */
  vehiclesInserted: 500,
  idsReserved: 500,
  /** Vehicle-days and fixes stored in one transaction, where vehicles have few of them. */
  batchDays: 250,
  batchFixes: 20_000,
  /** A vehicle with more stored fixes around the staged days is stored by itself. */
  batchStoredFixes: 20_000,
  /** Rejections listed; the rest goes into a file. */
  rejectionsShown: 20,
  /** Longest registration accepted from a file. */
  registrationLength: 100,
  /** After a longer gap, a fix does not tell how the vehicle moved in between. */
  derivableGapMs: 10 * MINUTE_MS,
  /** After standing this long the engine counts as off, if the file does not say. */
  stoppedAfterMs: 5 * MINUTE_MS,
  /** Metres below which a move gives no heading. */
  headingM: 10,
  /** Most new vehicles a file may create. */
  newVehicles: 20_000,
} as const
