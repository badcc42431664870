import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayBounds } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { CLOSING_GRACE_MS, FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import { RUNNING_ABOVE_KMPH } from '#domain/standing.ts'
import { advanceNewest, medianIntervalS, type Newest, NO_FIX_YET } from '../ingest/newest-fix.ts'
import { measuredFix } from '../rules/reading.ts'
import { type FixColumns, fixAt, pickRows } from '../track/columns.ts'
import { orderedWithin } from '../track/order.ts'
import { deriveMissing, type PreviousFix, previousFixOf } from './derive.ts'
import type { StagedDay } from './staging.repository.ts'
import { placeKey, type VehicleStore } from './vehicle-store.repository.ts'
import type { ImportCompany } from './vehicles.repository.ts'

/** The start of a drive, and the end of its day's fixes. Times in ms UTC. */
export type Drive = { readonly at: number; readonly to: number; readonly lng: number; readonly lat: number }

/** Result of storing a vehicle's fixes; flagged ones are among the stored. `drive` is the first, if it drove at all. */
export type Stored = {
  stored: number
  duplicate: number
  flagged: number
  days: number
  drive: Drive | undefined
}

/** What was stored of a vehicle so far, and on what its next days build. */
export type Progress = Stored & { before: PreviousFix | undefined; newest: Newest }

/** The progress before anything is stored. */
export const nothingStored = (): Progress => ({
  ...{ stored: 0, duplicate: 0, flagged: 0, days: 0, drive: undefined },
  ...{ before: undefined, newest: NO_FIX_YET },
})

const firstDriveOf = ({ length, time, lng, lat, speed }: FixColumns): Drive | undefined => {
  const start = speed.findIndex((kmph) => kmph > RUNNING_ABOVE_KMPH)
  if (start < 0) return undefined
  const [at = 0, to = 0] = [time[start], time[length - 1]]
  return { at, to, lng: lng[start] ?? 0, lat: lat[start] ?? 0 }
}

/** A fix as the latest of its vehicle: a derived odometer is not the truck's, and nobody knows whether its engine runs. */
const shownFix = (fix: Fix): Fix => {
  const { speed } = fix
  return { ...measuredFix(fix), ...(speed !== undefined && { speed }) }
}

/**
 * Writes a vehicle's fixes by day, `days` ascending and after those of `progress`. Stored fixes stay unchanged, and the newest plausible
 * fix becomes the latest. `now` is ms UTC; `read` answers the day's staged fixes. `progress` is brought up to each day that was written,
 * even if a later one fails. `onDay` receives the number of fixes of each day done. After `signal` no further day is written.
 */
export const storeVehicle = async ({
  store,
  company,
  vehicleId,
  days,
  read,
  now,
  dryRun,
  progress,
  onDay,
  signal,
}: {
  store: VehicleStore
  company: ImportCompany
  vehicleId: number
  days: readonly StagedDay[]
  read: (day: StagedDay) => Promise<FixColumns>
  now: number
  dryRun: boolean
  progress: Progress
  onDay?: ((fixes: number) => void) | undefined
  signal?: AbortSignal | undefined
}): Promise<void> => {
  const owned = { companyId: company.id, vehicleId }
  let latest: Fix | undefined

  /** The rows not stored yet, and the newest plausible one of them. */
  const freshRows = (columns: FixColumns, known: ReadonlySet<string>) => {
    const rows: number[] = []
    let latestRow = -1
    let flagged = 0
    let { newest } = progress
    for (let i = 0; i < columns.length; i += 1) {
      const place = { time: columns.time[i] ?? 0, lng: columns.lng[i] ?? 0, lat: columns.lat[i] ?? 0 }
      if (known.size > 0 && known.has(placeKey(place.time, place.lng, place.lat))) continue
      rows.push(i)
      const step = place.time > now + FUTURE_LIMIT_MS ? undefined : advanceNewest(newest, place)
      if (step) newest = step.newest
      if (step?.moved) latestRow = i
      if (step === undefined || step.doubt !== undefined) flagged += 1
    }
    return { rows, flagged, newest, latest: latestRow < 0 ? undefined : shownFix(fixAt(columns, latestRow)) }
  }

  const storeDay = async (staged: StagedDay): Promise<void> => {
    const { day } = staged
    const bounds = dayBounds(day, company.timeZone)
    const found = await read(staged)
    await nextTurn()
    const columns = orderedWithin(found, bounds.from, bounds.to)
    await nextTurn()
    const known = await store.knownKeys(owned, day, bounds)
    let { before } = progress
    if (before === undefined) {
      const last = await store.lastBefore(owned, columns.time[0] ?? 0, day)
      if (last) before = previousFixOf(last)
    }
    // Derived values build on stored fixes as well as on new ones.
    before = deriveMissing(columns, before)
    await nextTurn()
    const { rows, flagged, newest, latest: newestFresh } = freshRows(columns, known)
    await nextTurn()
    if (rows.length > 0) {
      const isOver = bounds.to + CLOSING_GRACE_MS <= now
      const fresh = rows.length === columns.length ? columns : pickRows(columns, rows)
      if (!dryRun) await store.writeDay(owned, day, fresh, isOver)
      progress.days += 1
    }
    latest = newestFresh ?? latest
    progress.before = before
    progress.newest = newest
    progress.drive ??= firstDriveOf(columns)
    progress.stored += rows.length
    progress.duplicate += staged.fixes - rows.length
    progress.flagged += flagged
  }

  try {
    for (const day of days) {
      if (signal?.aborted) break
      await storeDay(day)
      onDay?.(day.fixes)
    }
  } finally {
    if (latest !== undefined && !dryRun)
      await store.moveLatest({ ...owned, fix: latest, intervalS: medianIntervalS(progress.newest) })
  }
}
