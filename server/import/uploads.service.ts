import type { Kysely } from 'kysely'
import { type Fault, faultOf } from '#contract/errors.ts'
import type { ImportChoices, ImportResult, PositionImport } from '#contract/records/position-import.ts'
import { UPLOAD } from '#contract/records/position-import.ts'
import { MINUTE_MS } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import type { OwnershipRepository } from '../access/ownership.repository.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import type { Tables } from '../db/tables.ts'
import { HttpError } from '../http/errors.ts'
import {
  type ImportSummary,
  importFiles,
  TooFullDay,
  TooManyDays,
  TooManyReadings,
  UndecidedImport,
} from './import.service.ts'
import type { LastImport, LastImports } from './last-imports.repository.ts'
import { UPLOADS } from './limits.ts'
import type { FileReader } from './read-file.ts'
import { createRejections, type FileProblem, type Rejections } from './readings.ts'
import type { UploadFiles, UploadOwner } from './upload-files.ts'
import { createPreview } from './upload-preview.ts'
import { TimeZoneChanged } from './vehicle-store.repository.ts'
import { chooseCompany } from './vehicles.repository.ts'

const BYTES_PER_MB = 1024 * 1024
const NO_CHOICES: ImportChoices = {
  ...{ vehicle: null, timeZone: null, speedUnit: null, gallon: null },
  ...{ dateOrder: null, placeOrder: null },
}

/** What is not said of the import of a colleague who may see other vehicles. */
const WITHHELD = {
  importId: '',
  fileName: '…',
  choices: NO_CHOICES,
  preview: null,
  result: null,
  fault: null,
} as const

/** Why imports end when the server does, and when the rights of their users do. */
const CLOSED = new Error('The server is stopping.')
const RIGHTS_ENDED = new Error('The user may not go on.')

/** Who began an upload, and which vehicles that user saw; null for a user who was not limited to groups. */
type Begun = { readonly userId: number; readonly seen: ReadonlySet<number> | null }

/** An upload, and who began it. `touchedAt` is ms UTC. */
type Upload = Omit<PositionImport, 'isOwn'> & {
  readonly companyId: number
  readonly userId: number
  seen: Begun['seen']
  touchedAt: number
  /** Ends the check or the import that is at work. */
  stop: AbortController | null
  /** Writes and runs one after the other. */
  work: Promise<void>
}
type Mutable<T> = { -readonly [K in keyof T]: T[K] }

const BUSY: ReadonlySet<PositionImport['state']> = new Set(['uploading', 'checking', 'storing'])
const RUNNING: ReadonlySet<PositionImport['state']> = new Set(['checking', 'storing'])
const FINISHED: ReadonlySet<PositionImport['state']> = new Set(['done', 'failed', 'cancelled'])

/** An upload is one file, whose name the page shows. */
const withoutFile = ({ file: _, ...problem }: FileProblem) => problem

const resultOf = (summary: ImportSummary, rejections: Rejections, seconds: number): ImportResult => {
  const listed = <T>(all: readonly T[]): T[] => all.slice(0, UPLOADS.listed)
  return {
    read: summary.read,
    stored: summary.stored,
    duplicate: summary.duplicate,
    rejected: summary.rejected,
    flagged: summary.flagged,
    days: summary.days,
    vehicles: summary.vehicles.length,
    newVehicles: summary.newVehicles.length,
    newNames: listed(summary.newVehicles),
    isWhole: summary.isWhole,
    unreadable: listed(summary.unreadable).map(withoutFile),
    leftOut: listed(summary.leftOut).map(withoutFile),
    questions: listed(summary.questions).map(({ file: _, ...question }) => question),
    reasons: listed([
      ...summary.failed.map(({ vehicle, fixes, reason }) => ({
        ...{ code: 'vehicleNotStored', params: { vehicle, reason } },
        times: fixes,
      })),
      ...rejections.byProblem().map(([problem, times]) => ({ ...problem, times })),
    ]),
    lines: listed(rejections.first()).map(withoutFile),
    seconds,
    firstDrive: summary.firstDrive ?? null,
  }
}

/** An upload of a server before this one. What had not ended then was ended by the restart. */
const afterRestart = (
  { importId, fileName, bytes, startedBy, stored, hasEnded, result, fault }: LastImport,
  isOwn: boolean,
): PositionImport => ({
  ...{ importId, fileName, bytes, received: bytes, startedBy, isOwn },
  ...{ choices: NO_CHOICES, timeZone: '', progress: { phase: 'storing', done: 0, of: 0 }, preview: null },
  ...{ state: result === null ? 'failed' : 'done', result },
  fault: hasEnded
    ? fault
    : stored === 0
      ? faultOf('importRestarted')
      : faultOf('importRestartedPartly', { stored: stored.toLocaleString('en') }),
})

const checkZone = (timeZone: string | null): void => {
  try {
    if (timeZone !== null) new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    const field = { field: 'timeZone', ...faultOf('timeZoneUnknown') }
    throw new HttpError('invalidInput', { part: 'body' }, { fields: [field] })
  }
}

/** Imports by upload. Errors are `HttpError`s with the codes of the contract. */
export type Uploads = {
  current(caller: Caller): Promise<PositionImport | null>
  begin(
    caller: Caller,
    file: { readonly importId: string; readonly fileName: string; readonly bytes: number },
  ): Promise<PositionImport>
  /** Returns the bytes that are there. */
  addPart(caller: Caller, importId: string, at: number, part: Uint8Array): Promise<number>
  run(
    caller: Caller,
    importId: string,
    choices: ImportChoices & { readonly dryRun: boolean },
  ): Promise<PositionImport>
  cancel(caller: Caller, importId: string): Promise<PositionImport>
  /** Forgets how imports ended that are shown no longer. */
  tidy(): Promise<void>
  /** Ends all imports and removes all files. */
  close(): Promise<void>
}

type Options = {
  readonly db: Kysely<Tables>
  readonly files: UploadFiles
  readonly lastImports: LastImports
  readonly readFile: FileReader
  readonly visibleVehicles: VisibleVehiclesOf
  /** The groups that a user is limited to; none means no limit. */
  readonly groupsOfUser: OwnershipRepository['groupsOfUser']
  readonly nameOfUser: (userId: number) => Promise<string>
  /** Whether the user is enabled and of the same company and role still. */
  readonly isActive: (caller: Caller) => Promise<boolean>
  readonly onError: (error: unknown) => void
  /** ms UTC. */
  readonly now: () => number
}

/**
 * Uploads of files with positions and their imports, one a company at a time; whoever is limited to groups learns of a colleague's that it is in
 * work, and of an own one that may name vehicles not seen any more. What they are doing is kept in memory, and how they end in `lastImports`: after a restart of the server the company's last one is still
 * reported, the file is chosen again, and nothing is stored twice.
 */
export const createUploads = ({
  db,
  files,
  lastImports,
  readFile,
  visibleVehicles,
  groupsOfUser,
  nameOfUser,
  isActive,
  onError,
  now,
}: Options): Uploads => {
  const uploads = new Map<number, Mutable<Upload>>()
  const startedAt = now()
  let cleared: Promise<void> | undefined

  const companyOf = ({ companyId }: Caller): number => {
    if (companyId === null) throw new HttpError('roleNotAllowed')
    return companyId
  }

  const shown = (
    { companyId: _, userId, seen: _seen, touchedAt: __, stop: ___, work: ____, ...upload }: Upload,
    caller: Caller,
  ): PositionImport => ({
    ...upload,
    isOwn: userId === caller.userId,
  })

  const expired = ({ state, touchedAt }: Upload): boolean => {
    const age = now() - touchedAt
    if (RUNNING.has(state)) return false
    if (FINISHED.has(state)) return age > UPLOADS.shownMs
    return age > (state === 'uploading' ? UPLOADS.idleMs : UPLOADS.keptMs)
  }

  /** The company's upload, without one that was given up. */
  const ofCompany = (companyId: number): Mutable<Upload> | undefined => {
    for (const [id, upload] of uploads) {
      if (!expired(upload)) continue
      uploads.delete(id)
      files.drop(upload).catch(onError)
      if (!FINISHED.has(upload.state)) lastImports.drop(upload).catch(onError)
    }
    return uploads.get(companyId)
  }

  /** The vehicles that a caller is limited to; null for all. */
  const limitOf = async (caller: Caller): Promise<Begun['seen']> =>
    (await groupsOfUser(caller.userId)).length > 0 ? (await visibleVehicles(caller)).vehicleIds : null

  /** Says of an import whether it is withheld: a colleague, or the caller before, may have seen vehicles that the caller does not see now. */
  const withheldFrom = async (caller: Caller): Promise<(begun: Begun) => boolean> => {
    const limit = await limitOf(caller)
    return ({ userId, seen }) =>
      limit !== null && (userId !== caller.userId || seen === null || [...seen].some((id) => !limit.has(id)))
  }

  const named = async (caller: Caller, importId: string): Promise<Mutable<Upload>> => {
    const isWithheld = await withheldFrom(caller)
    const upload = ofCompany(companyOf(caller))
    if (upload?.importId !== importId || isWithheld(upload)) throw new HttpError('importGone')
    upload.touchedAt = now()
    return upload
  }

  const faultFor = (failure: unknown): Fault => {
    if (failure instanceof TooManyReadings)
      return faultOf('importTooManyPositions', { most: UPLOADS.positions.toLocaleString('en') })
    if (failure instanceof TooManyDays)
      return faultOf('importTooManyDays', { most: UPLOADS.vehicleDays.toLocaleString('en') })
    if (failure instanceof TooFullDay) {
      const { vehicle, day } = failure
      return faultOf('importDayTooFull', { vehicle, day, most: UPLOADS.dayFixes.toLocaleString('en') })
    }
    if (failure instanceof TimeZoneChanged) return faultOf('importZoneChanged')
    if (failure instanceof UndecidedImport) return faultOf('importUndecided')
    if (failure instanceof DOMException && failure.name === 'TimeoutError')
      return faultOf('importTooSlow', { minutes: UPLOADS.longestMs / MINUTE_MS })
    onError(failure)
    return faultOf('importFailed')
  }

  const finish = async (upload: Mutable<Upload>, state: PositionImport['state']): Promise<void> => {
    upload.state = state
    upload.touchedAt = now()
    if (!FINISHED.has(state)) return
    await files.drop(upload)
    await (state === 'cancelled' ? lastImports.drop(upload) : lastImports.end(upload, upload, now())).catch(
      onError,
    )
  }

  /** Puts down how many positions an import has stored, after the first ones and then at times. */
  const createCount = (owner: UploadOwner): ((stored: number) => void) => {
    let countedAt = Number.NEGATIVE_INFINITY
    return (stored) => {
      if (stored === 0 || now() - countedAt < UPLOADS.countedMs) return
      countedAt = now()
      lastImports.count(owner, stored).catch(onError)
    }
  }

  const work = async (
    upload: Mutable<Upload>,
    caller: Caller,
    companyId: number,
    stop: AbortController,
    dryRun: boolean,
  ): Promise<void> => {
    const late = AbortSignal.timeout(UPLOADS.longestMs)
    const look = async () => {
      if ((await isActive(caller)) && !(await withheldFrom(caller))(upload)) return
      upload.fault = faultOf('importRightsEnded')
      stop.abort(RIGHTS_ENDED)
    }
    const looking = setInterval(() => void look().catch(onError), UPLOADS.lookedAtMs)
    const began = performance.now()
    const count = createCount(upload)
    try {
      if (upload.seen !== null) await lastImports.begin(companyId, upload, now())
      const { company } = await chooseCompany(db, String(companyId))
      if (company.id !== companyId) throw new Error('The company is gone.')
      const { vehicleIds } = await visibleVehicles(caller)
      const { vehicle, timeZone, speedUnit, gallon, dateOrder, placeOrder } = upload.choices
      const { observer, preview } = createPreview()
      const rejections = createRejections()
      upload.timeZone = timeZone ?? company.timeZone
      const summary = await importFiles(db, {
        files: [{ path: files.pathOf(upload), name: upload.fileName }],
        company,
        timeZone: upload.timeZone,
        units: { speed: speedUnit ?? undefined, gallon: gallon ?? undefined },
        dateOrder: dateOrder ?? undefined,
        placeOrder: placeOrder ?? undefined,
        vehicle: vehicle ?? undefined,
        dryRun,
        rejections,
        now,
        onProgress: ({ stored, ...progress }) => {
          upload.progress = progress
          if (!dryRun) count(stored)
        },
        observer,
        bounds: {
          newVehicles: UPLOADS.newVehicles,
          companyVehicles: UPLOADS.companyVehicles,
          readings: UPLOADS.positions,
          vehicleDays: UPLOADS.vehicleDays,
          dayFixes: UPLOADS.dayFixes,
          heldFixes: UPLOADS.heldFixes,
          vehicleIds,
        },
        signal: AbortSignal.any([stop.signal, late]),
        readFile,
      })
      upload.preview = preview()
      upload.result = resultOf(summary, rejections, (performance.now() - began) / 1000)
      if (late.aborted) upload.fault = faultFor(late.reason)
      if (stop.signal.reason === CLOSED) await lastImports.count(upload, dryRun ? 0 : summary.stored)
      else if (dryRun && stop.signal.aborted) await finish(upload, 'cancelled')
      else await finish(upload, dryRun ? 'checked' : 'done')
    } catch (failure) {
      if (stop.signal.reason === CLOSED) return
      const isCancelled = stop.signal.aborted && stop.signal.reason !== RIGHTS_ENDED
      if (!stop.signal.aborted) upload.fault = faultFor(failure)
      await finish(upload, isCancelled ? 'cancelled' : 'failed')
    } finally {
      clearInterval(looking)
      upload.stop = null
    }
  }

  return {
    current: async (caller) => {
      const companyId = companyOf(caller)
      const isWithheld = await withheldFrom(caller)
      const upload = ofCompany(companyId)
      if (upload !== undefined) {
        if (!isWithheld(upload)) return shown(upload, caller)
        if (FINISHED.has(upload.state)) return null
        const state = BUSY.has(upload.state) ? upload.state : 'checking'
        return { ...shown(upload, caller), ...WITHHELD, state }
      }
      const last = await lastImports.of(companyId, { since: now() - UPLOADS.shownMs, before: startedAt })
      if (last === undefined || isWithheld(last)) return null
      return afterRestart(last, last.userId === caller.userId)
    },

    begin: async (caller, { importId, fileName, bytes }) => {
      const companyId = companyOf(caller)
      if (bytes > UPLOAD.maxBytes)
        throw new HttpError('importTooLarge', { most: UPLOAD.maxBytes / BYTES_PER_MB })
      const startedBy = await nameOfUser(caller.userId)
      cleared ??= files.clear().catch((failure: unknown) => {
        cleared = undefined
        throw failure
      })
      await cleared
      const seen = await limitOf(caller)
      const isWithheld = await withheldFrom(caller)
      const before = ofCompany(companyId)
      if (before !== undefined && !FINISHED.has(before.state) && isWithheld(before))
        throw new HttpError('importBusy')
      if (before?.importId === importId && !isWithheld(before)) return shown(before, caller)
      const isOwnUpload = before?.state === 'uploading' && before.userId === caller.userId
      if (before !== undefined && BUSY.has(before.state) && !isOwnUpload) throw new HttpError('importBusy')
      const open = [...uploads.values()].filter(({ state }) => !FINISHED.has(state))
      if (before === undefined && open.length >= UPLOADS.open) throw new HttpError('importsFull')
      const upload: Mutable<Upload> = {
        ...{ companyId, importId, fileName, bytes, received: 0, startedBy, userId: caller.userId },
        seen,
        ...{
          state: 'uploading',
          choices: NO_CHOICES,
          timeZone: '',
          preview: null,
          result: null,
          fault: null,
        },
        progress: { phase: 'reading', done: 0, of: bytes },
        ...{ touchedAt: now(), stop: null, work: Promise.resolve() },
      }
      uploads.set(companyId, upload)
      if (before !== undefined) await before.work.then(() => files.drop(before))
      await lastImports.begin(companyId, upload, now())
      return shown(upload, caller)
    },

    addPart: async (caller, importId, at, part) => {
      const upload = await named(caller, importId)
      const end = at + part.length
      const isThere = (): boolean => end <= upload.received && part.length > 0
      if (isThere()) return upload.received
      // A check or an import may take minutes, and nothing waits for its end.
      if (upload.state !== 'uploading') throw new HttpError('importOutOfStep')
      const write = async (): Promise<void> => {
        if (isThere()) return
        if (upload.state !== 'uploading' || at !== upload.received || end > upload.bytes || part.length === 0)
          throw new HttpError('importOutOfStep')
        await files.write(upload, at, part)
        upload.received = at + part.length
        if (upload.received === upload.bytes) upload.state = 'uploaded'
      }
      const written = upload.work.then(write)
      upload.work = written.catch(() => {})
      await written
      return upload.received
    },

    run: async (caller, importId, { dryRun, ...choices }) => {
      checkZone(choices.timeZone)
      const seen = await limitOf(caller)
      const upload = await named(caller, importId)
      if (upload.state !== 'uploaded' && upload.state !== 'checked') throw new HttpError('importOutOfStep')
      const running = [...uploads.values()].filter(({ state }) => RUNNING.has(state))
      if (running.length >= UPLOADS.running)
        throw new HttpError('importsFull', {}, { headers: { 'retry-after': '30' } })
      upload.state = dryRun ? 'checking' : 'storing'
      upload.choices = choices
      upload.seen = seen
      upload.progress = { phase: 'reading', done: 0, of: upload.bytes }
      upload.result = null
      upload.fault = null
      const stop = new AbortController()
      upload.stop = stop
      upload.work = work(upload, caller, companyOf(caller), stop, dryRun)
      return shown(upload, caller)
    },

    cancel: async (caller, importId) => {
      const upload = await named(caller, importId)
      upload.stop?.abort()
      await upload.work
      if (!FINISHED.has(upload.state)) await finish(upload, 'cancelled')
      return shown(upload, caller)
    },

    tidy: () => lastImports.deleteBefore(now() - UPLOADS.shownMs),

    close: async () => {
      for (const { stop } of uploads.values()) stop?.abort(CLOSED)
      await Promise.all([...uploads.values()].map(({ work }) => work))
      if (cleared !== undefined) await files.clear()
    },
  }
}
