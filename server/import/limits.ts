import { MAX_REGISTRATION_LENGTH } from '#contract/records/position-import.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'

/** Limits of the import. */
export const IMPORT = {
  /** Longest line of a CSV file, in bytes. */
  lineBytes: 1024 * 1024,
  /** A quoted field may span this many lines; beyond it, the quote was never closed. */
  quotedLines: 20,
  /** Most columns of a file. */
  columns: 1_000,
  /** Longest feature of a GeoJSON file, in characters, and most positions of one track of a KML file: these are read as a whole. */
  featureBytes: 8 * 1024 * 1024,
  trackPoints: 500_000,
  /** Bytes examined to detect the type of a file. */
  sampleBytes: 64 * 1024,
  /** Readings handled at once, before other work of the process has its turn. */
  batchReadings: 2_000,
  /** Fixes held in memory before they are staged, and day parts staged in one statement. */
  heldFixes: 200_000,
  partsWritten: 200,
  /** Fixes of an open day written in one statement. */
  insertedFixes: 5_000,
  /** Vehicles inserted in one statement, and most ids reserved for new ones at once. */
  vehiclesInserted: 500,
  idsReserved: 500,
  /** Vehicle-days and fixes stored in one transaction; a day with more fixes has one to itself. */
  batchDays: 250,
  batchFixes: 60_000,
  /** Stored fixes around the staged days that one transaction reads; a vehicle with more than its share is stored day by day. */
  batchStoredFixes: 1_000_000,
  /** Rejections listed; the rest goes into a file. */
  rejectionsShown: 20,
  /** Longest registration accepted from a file. */
  registrationLength: MAX_REGISTRATION_LENGTH,
  /** After standing this long the engine counts as off, if the file does not say. */
  stoppedAfterMs: 5 * MINUTE_MS,
  /** Metres below which a move gives no heading. */
  headingM: 10,
  /** Spellings of vehicles that are remembered. */
  spellingsKept: 40_000,
  /** Most new vehicles a file may create, and most whose rows are followed for what their order tells. */
  newVehicles: 20_000,
} as const

/** Limits of imports by upload, which share the server's process. */
export const UPLOADS = {
  /** Uploads that are not finished, of all companies, and imports at work at the same time. */
  open: 20,
  running: 2,
  newVehicles: 1_000,
  /** Vehicles of a company, beyond which its users add none: lists name them all. */
  companyVehicles: 20_000,
  positions: 5_000_000,
  /** Days of vehicles together: 270 of two years. */
  vehicleDays: 200_000,
  /** Positions of a vehicle on one day, more than one a second: a day is stored as a whole, while others wait. */
  dayFixes: 100_000,
  heldFixes: 20_000,
  /** Longest check or import. */
  longestMs: 15 * MINUTE_MS,
  /** A file of which no part has come for so long is dropped, and a whole one that nobody imports; a finished import is shown for so long. */
  idleMs: 10 * MINUTE_MS,
  keptMs: HOUR_MS,
  shownMs: DAY_MS,
  /** How often it is looked whether the user may still import and sees the same vehicles. */
  lookedAtMs: 2_000,
  /** How often it is put down how many positions an import has stored. */
  countedMs: 1_000,
  /** Positions and columns of a preview, and what a result names of each kind. */
  rowsShown: 10,
  columnsShown: 60,
  listed: 20,
} as const
