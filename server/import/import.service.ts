import { basename, extname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { ImportProblem } from '#contract/import-problems.ts'
import type { ImportFormat } from '#contract/records/position-import.ts'
import type { DateOrder } from '#domain/date-order.ts'
import type { Fix } from '#domain/fix.ts'
import type { PlaceOrder } from '#domain/place-order.ts'
import type { SpeedUnit } from '#domain/units.ts'
import type { Tables } from '../db/tables.ts'
import { judgeFix } from '../ingest/judge-fix.ts'
import type { Columns } from './csv-columns.ts'
import type { DateReading } from './date-survey.ts'
import { IMPORT } from './limits.ts'
import { type FileReader, type FileReading, readFile } from './read-file.ts'
import {
  type FileProblem,
  type Reading,
  type Rejections,
  type UnitChoices,
  UnreadableFile,
} from './readings.ts'
import { createSpeedCheck, type SpeedDoubt } from './speed-check.ts'
import { createStaging, type Staging } from './staging.repository.ts'
import { storeStaged } from './store-staged.ts'
import type { Drive } from './store-vehicle.ts'
import { type ImportFile, inspectFile, type TextFile } from './text-file.ts'
import { createUnreadList, unreadProblem } from './unread-list.ts'
import { isSpoiltName, spoiltName, vehicleOfFile } from './vehicle-names.ts'
import { createImportVehicles, type ImportCompany, type ImportVehicles } from './vehicles.repository.ts'

/** Progress of an import. `done` are bytes while `reading`, fixes while `storing`; `stored` of them were new. */
export type Progress = {
  readonly phase: 'reading' | 'storing'
  readonly done: number
  readonly of: number
  readonly stored: number
}

/** Result of an import: read = stored + duplicate + rejected; flagged fixes are among the stored (DI-06). */
export type ImportSummary = {
  readonly read: number
  readonly stored: number
  readonly duplicate: number
  readonly rejected: number
  readonly flagged: number
  readonly days: number
  /** Whether all was stored; otherwise the import was ended while it stored, and importing again stores the rest. */
  readonly isWhole: boolean
  /** Files that could not be read at all. */
  readonly unreadable: readonly FileProblem[]
  /** Vehicles that could not be stored, or not all of them, with the number of their rejected fixes. */
  readonly failed: ReadonlyArray<{
    readonly vehicle: string
    readonly fixes: number
    readonly reason: string
  }>
  /** Columns that were left out though they have a known name. */
  readonly leftOut: readonly FileProblem[]
  /** What only the user can decide; of a dry run alone, because nothing is imported before. */
  readonly questions: readonly Question[]
  readonly newVehicles: readonly string[]
  readonly vehicles: readonly string[]
  /** The company, whose id is 0 if nothing was stored and it does not exist. */
  readonly company: ImportCompany
  /** The first drive of the first vehicle that drove. */
  readonly firstDrive: (Drive & { readonly vehicleId: number }) | undefined
}

/**
 * What a file leaves open: which gallon a column means, in which unit the speeds are that disagree with the positions as those of two
 * units do, or which number of its dates is the day.
 */
export type Question =
  | {
      readonly kind: 'dates'
      readonly file: string
      readonly readings: DateReading[]
      /** A time that can be either. */
      readonly example: string
    }
  /** The example is a place that can be either. */
  | { readonly kind: 'places'; readonly file: string; readonly example: string }
  | { readonly kind: 'vehicle'; readonly file: string }
  | { readonly kind: 'gallon'; readonly file: string; readonly column: string }
  | ({
      readonly kind: 'speed'
      readonly file: string
      readonly readAs: SpeedUnit
      /** The name of the only vehicle, or of one of those, whose speeds disagree; null where those of the whole file do. */
      readonly vehicle: string | null
    } & Omit<SpeedDoubt, 'vehicleId'>)

/** Nothing was imported, because the files leave open what only the user can decide. */
export class UndecidedImport extends Error {
  readonly questions: readonly Question[]

  constructor(questions: readonly Question[]) {
    super('The files leave open how they are read.')
    this.questions = questions
  }
}

/** What an import found in its files, for a preview of them. */
export type ImportObserver = {
  onFormat(format: ImportFormat, file: string): void
  /** Each header line, or set of named values, and what its columns hold. */
  onColumns(headers: readonly string[], columns: Columns, file: string): void
  /** Each accepted fix with the name of its vehicle. */
  onFix(vehicle: string, fix: Fix): void
}

/** Limits of an import that others share a process with. */
export type ImportBounds = {
  readonly newVehicles: number
  /** Vehicles that the company may have. */
  readonly companyVehicles?: number
  readonly readings: number
  /** Days of vehicles, each of which is stored on its own. */
  readonly vehicleDays?: number
  /** Fixes that a vehicle may have on a day, which is stored as a whole. */
  readonly dayFixes: number
  /** Fixes held in memory before they are staged. */
  readonly heldFixes: number
  /** The company's vehicles that may get positions; all where it is undefined. */
  readonly vehicleIds: ReadonlySet<number> | undefined
}

/** The file holds more than `ImportBounds.readings`. */
export class TooManyReadings extends Error {}

/** The file has positions of more days of vehicles than `ImportBounds.vehicleDays`. */
export class TooManyDays extends Error {}

/** A vehicle has more fixes on a day than `ImportBounds.dayFixes`. */
export class TooFullDay extends Error {
  readonly vehicle: string
  readonly day: string

  constructor(vehicle: string, day: string) {
    super(`${vehicle} has too many positions on ${day}.`)
    this.vehicle = vehicle
    this.day = day
  }
}

export type ImportOptions = {
  readonly files: readonly ImportFile[]
  readonly company: ImportCompany
  readonly timeZone: string
  readonly units: UnitChoices
  /** The order of the numbers in dates, where the file leaves it open. */
  readonly dateOrder?: DateOrder | undefined
  /** Which number of a place in one column comes first, where the file leaves it open. */
  readonly placeOrder?: PlaceOrder | undefined
  /** Overrides the vehicle name in the files. */
  readonly vehicle: string | undefined
  readonly dryRun: boolean
  readonly rejections: Rejections
  /** ms UTC. */
  readonly now: () => number
  readonly onProgress: (progress: Progress) => void
  readonly observer?: ImportObserver
  /** Without them only the limits of the importer hold. */
  readonly bounds?: ImportBounds
  /** Ends the import: while it reads, nothing was stored; while it stores, what was stored stays. */
  readonly signal?: AbortSignal
  /** How files are read; by this thread if absent. */
  readonly readFile?: FileReader
}

const stageFile = async (
  file: TextFile,
  {
    options,
    vehicles,
    staging,
    onBytes,
    onLeftOut,
    onQuestion,
  }: Step & {
    readonly onBytes: (bytes: number) => void
    readonly onLeftOut: (problem: FileProblem) => void
    readonly onQuestion: (question: Question) => void
  },
): Promise<number> => {
  const { rejections, timeZone, units, observer, bounds, signal } = options
  const fallback = basename(file.name, extname(file.name)).slice(0, IMPORT.registrationLength)
  const ownName = vehicleOfFile(fallback)
  let isDateAlone = false
  let read = 0
  const reject = (line: number, problem: ImportProblem) =>
    rejections.add({ file: file.name, line, ...problem })
  const speeds = createSpeedCheck()
  let speedUnit: SpeedUnit | undefined
  let gallons: string | undefined
  const unread = createUnreadList()
  let fieldHeaders = new Map<string, string>()
  const takeReadings = async (readings: readonly Reading[]): Promise<void> => {
    const now = options.now()
    for (const reading of readings) {
      const { line } = reading
      read += 1
      if (bounds !== undefined && read > bounds.readings) throw new TooManyReadings()
      if (reading.fix === undefined) {
        reject(line, reading.rejected)
        continue
      }
      const judgement = judgeFix(reading.fix, now, 'file')
      if (judgement.fix === undefined) {
        reject(line, judgement.rejected)
        continue
      }
      for (const field in reading.fix)
        if (!(field in judgement.fix))
          unread.add({
            ...{ header: fieldHeaders.get(field) ?? field, line, times: 1 },
            text: String(reading.fix[field as keyof Fix]),
          })
      if (options.vehicle === undefined && reading.vehicle !== undefined && isSpoiltName(reading.vehicle)) {
        reject(line, spoiltName(reading.vehicle))
        continue
      }
      const name = options.vehicle ?? reading.vehicle ?? ownName ?? fallback
      isDateAlone ||= name === fallback && ownName === undefined
      const known = vehicles.idOf(name)
      const vehicleId = typeof known === 'number' ? known : await known
      if (typeof vehicleId === 'number') {
        observer?.onFix(name, judgement.fix)
        speeds.take(vehicleId, judgement.fix)
        const writing = staging.add(vehicleId, judgement.fix)
        if (writing) await writing
      } else reject(line, vehicleId.rejected)
    }
  }
  const take = (found: Exclude<FileReading, { kind: 'readings' }>): void => {
    switch (found.kind) {
      case 'bytes':
        onBytes(found.bytes)
        break
      case 'format':
        observer?.onFormat(found.format, file.name)
        break
      case 'columns': {
        const { headers, columns } = found
        observer?.onColumns(headers, columns, file.name)
        fieldHeaders = new Map(
          Object.entries(columns).map(([field, { at }]) => [field, headers[at] ?? field]),
        )
        speedUnit = (columns.speed?.unit as SpeedUnit | undefined) ?? speedUnit
        for (const { at, unit } of Object.values(columns))
          if (unit === 'gallon' && units.gallon === undefined) gallons ??= headers[at]?.trim().slice(0, 60)
        break
      }
      case 'unread':
        unread.add(found.column)
        break
      case 'leftOut':
        onLeftOut(found.problem)
        break
      case 'dates':
      case 'places':
        onQuestion({ ...found, file: file.name })
        break
    }
  }
  const reading = { timeZone, units, dateOrder: options.dateOrder, placeOrder: options.placeOrder }
  for await (const findings of (options.readFile ?? readFile)(file, reading, signal)) {
    await nextTurn()
    signal?.throwIfAborted()
    for (const found of findings) {
      if (found.kind === 'readings') await takeReadings(found.readings)
      else take(found)
    }
  }
  for (const column of unread.take()) onLeftOut(unreadProblem(file.name, column))
  if (isDateAlone) onQuestion({ kind: 'vehicle', file: file.name })
  if (gallons !== undefined) onQuestion({ kind: 'gallon', file: file.name, column: gallons })
  const readAs = speedUnit ?? 'kmph'
  const doubt = units.speed === undefined ? speeds.doubt(readAs) : null
  if (doubt !== null) {
    const { vehicleId, ...seen } = doubt
    const vehicle = vehicleId === null ? null : vehicles.nameOf(vehicleId)
    onQuestion({ kind: 'speed', file: file.name, readAs, vehicle, ...seen })
  }
  return read
}

type Step = {
  readonly options: ImportOptions
  readonly vehicles: ImportVehicles
  readonly staging: Staging
}

/** Reads all files into the staging table; an unreadable file does not stop the others. */
const stageAll = async (
  step: Step,
): Promise<Pick<ImportSummary, 'read' | 'unreadable' | 'leftOut' | 'questions'>> => {
  const { files, onProgress } = step.options
  const unreadable: FileProblem[] = []
  const leftOut: FileProblem[] = []
  const questions: Question[] = []
  const onQuestion = (question: Question) => questions.push(question)
  const onLeftOut = (problem: FileProblem) => leftOut.push(problem)
  const inspected: TextFile[] = []
  const noteUnreadable = (failure: unknown): void => {
    if (!(failure instanceof UnreadableFile)) throw failure
    unreadable.push(failure.problem)
  }
  for (const file of files) {
    try {
      inspected.push(await inspectFile(file))
    } catch (failure) {
      noteUnreadable(failure)
    }
  }
  const of = inspected.reduce((sum, { bytes }) => sum + bytes, 0)
  let before = 0
  let read = 0
  for (const file of inspected) {
    const onBytes = (bytes: number) => onProgress({ phase: 'reading', done: before + bytes, of, stored: 0 })
    try {
      read += await stageFile(file, { ...step, onBytes, onLeftOut, onQuestion })
    } catch (failure) {
      noteUnreadable(failure)
    }
    before += file.bytes
  }
  return { read, unreadable, leftOut, questions }
}

/**
 * Imports files into a company. Memory use is constant however large they are: fixes are staged as compressed days,
 * then stored by vehicle and day in order of time. Importing again stores nothing new, and valid fixes are stored
 * even if others are rejected or another vehicle cannot be stored.
 */
export const importFiles = (db: Kysely<Tables>, options: ImportOptions): Promise<ImportSummary> =>
  db.connection().execute(async (connection) => {
    const { dryRun, now, onProgress, rejections, bounds, signal } = options
    const vehicles = await createImportVehicles(connection, options.company, {
      dryRun,
      mostNew: bounds?.newVehicles ?? IMPORT.newVehicles,
      mostOfCompany: bounds?.companyVehicles,
      vehicleIds: bounds?.vehicleIds,
    })
    const staging = await createStaging(connection, options.company.timeZone, bounds?.heldFixes)
    try {
      const { read, unreadable, leftOut, questions } = await stageAll({ options, vehicles, staging })
      if (questions.length > 0 && !dryRun) throw new UndecidedImport(questions)
      const mostDays = bounds?.vehicleDays ?? Number.POSITIVE_INFINITY
      const staged = await staging.days(mostDays)
      if (staged.length > mostDays) throw new TooManyDays()
      const full = staged.find(({ fixes }) => fixes > (bounds?.dayFixes ?? Number.POSITIVE_INFINITY))
      if (full !== undefined) throw new TooFullDay(vehicles.nameOf(full.vehicleId), full.day)
      const unsaved = await vehicles.save()
      const company = vehicles.company()
      const of = staged.reduce((sum, { fixes }) => sum + fixes, 0)
      const onStored = (done: number, stored: number) => onProgress({ phase: 'storing', done, of, stored })
      const step = { connection, company, staging, staged, unsaved, now: now(), dryRun, onStored, signal }
      const { failed, firstDrive, vehicleIds, ...sum } = await storeStaged(step)
      return {
        read,
        ...sum,
        rejected: rejections.total() + failed.reduce((all, { fixes }) => all + fixes, 0),
        isWhole: signal?.aborted !== true,
        unreadable,
        failed: failed.map(({ vehicleId, ...each }) => ({ vehicle: vehicles.nameOf(vehicleId), ...each })),
        leftOut,
        questions,
        newVehicles: vehicles.made(),
        vehicles: vehicleIds.map(vehicles.nameOf),
        company,
        firstDrive,
      }
    } finally {
      await staging.drop().catch(() => {})
      rejections.close()
    }
  })
