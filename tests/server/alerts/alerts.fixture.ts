import type { Insertable, Selectable } from 'kysely'
import { expect } from 'vitest'
import { dayBounds } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { readContext } from '#server/alerts/alert-context.repository.ts'
import { createAlertEngine } from '#server/alerts/alert-engine.ts'
import { createAlertSettingRepository } from '#server/alerts/alert-settings.repository.ts'
import { pendingDays } from '#server/alerts/checkpoints.repository.ts'
import { foundUntilEnd } from '#server/alerts/day-run.ts'
import type { NewAlert } from '#server/alerts/store-alerts.ts'
import type { AlertTable } from '#server/db/alert-tables.ts'
import type { CompanyTable } from '#server/db/tables.ts'
import { createGeofenceRepository, type GeofenceWrite } from '#server/geofences/geofences.repository.ts'
import { createIngest } from '#server/ingest/ingest.service.ts'
import { createBus } from '#server/live/bus.ts'
import { createAlertRun } from '#server/rules/run.ts'
import type { FoundAlert } from '#server/rules/types.ts'
import { closeDay } from '#server/track/close-day.ts'
import { columnsOf } from '#server/track/columns.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import type { TestDatabase } from '#tests/kit/server/test-database.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const DAY = 24 * 60 * MINUTE
/** Noon in India on 20 November 2026, the clock of a test until it is set. */
export const NOON = Date.UTC(2026, 10, 20, 6, 30)

export const IN = 73.5
export const OUT = 73.52
/** 470 km away. */
export const FAR = 78
/** A fix so many minutes after noon, standing outside of the fence with the engine off. */
export const at = (minute: number, more: Partial<Fix> = {}): Fix => ({
  ...{ time: NOON + minute * MINUTE, lng: OUT, lat: 18.5, speed: 0, ignition: false },
  ...more,
})
/** A fix each minute. */
export const every = (first: number, last: number, more: Partial<Fix> = {}): Fix[] =>
  Array.from({ length: last - first + 1 }, (_, i) => at(first + i, more))
export const MOVING = { speed: 60, ignition: true } as const
export const FAST = { speed: 95, ignition: true } as const

/** A day's drive: it moves, speeds for ten minutes at noon, and stands from six on until the next morning. */
const driveOf = (day: string, timeZone: string): Fix[] => {
  const { from } = dayBounds(day, timeZone)
  return [
    ...every(0, 120),
    ...every(500, 600, MOVING),
    ...every(601, 610, FAST),
    ...every(611, 1080, MOVING),
    ...every(1081, 1430),
  ].map((fix) => ({ ...fix, time: fix.time - NOON + from }))
}

const FENCE: GeofenceWrite = {
  ...{ name: 'Depot', shape: 'circle', points: [[IN, 18.5]], radius_m: 500, type_id: 1 },
  ...{ valid_from: new Date(NOON - 30 * DAY), valid_to: new Date(NOON + 30 * DAY) },
  ...{ entry_alert: true, exit_alert: true, skipped_alert: false },
  ...{ entry_notification_time: null, exit_notification_time: null, all_vehicles: true, vehicleIds: [] },
}

/** What is compared of an alert. The figures of one that lasts are those of some moment, so they are left out. */
export type Compared = readonly [
  rule: string,
  began: number,
  time: number,
  ended: number | null,
  figures: object | null,
]

const minutes = (time: number): number => (time - NOON) / MINUTE

const compared = (found: Omit<FoundAlert, 'lastSeen'>): Compared => [
  [found.type, found.threshold, found.subject.replace(/^\d+ /, '')].join(' '),
  minutes(found.began),
  minutes(found.time),
  found.ended === null ? null : minutes(found.ended),
  found.ended === null
    ? null
    : {
        place: [found.lng, found.lat],
        value: found.value,
        durationS: found.durationS,
        evidence: JSON.parse(JSON.stringify(found.evidence)),
      },
]

const inOrder = (alerts: readonly Compared[]): Compared[] =>
  alerts.toSorted((a, b) => a[2] - b[2] || a[0].localeCompare(b[0]) || a[1] - b[1])

/** Alerts without their figures. */
export const inShort = (alerts: readonly Compared[]) => alerts.map((alert) => alert.slice(0, 4))

const DAY_VEHICLE = { segment: 'HDT', fuelTankLitres: 300, adblueTankLitres: 40 } as const

let users = 0

/** A company with two vehicles, the ingest and the alert engine, on the real database. */
export const createAlertFixture = async (
  database: TestDatabase,
  company: Partial<Insertable<CompanyTable>> = {},
) => {
  const { db, pool } = database
  const { id: companyId, time_zone: timeZone } = await addCompany(db, company)
  const [vehicle, other] = [
    await addVehicle(db, { company_id: companyId }),
    await addVehicle(db, { company_id: companyId }),
  ]
  let clock = NOON
  const now = () => clock
  const errors: unknown[] = []
  const notified: NewAlert[] = []
  const onNew = async (_: unknown, alerts: readonly NewAlert[]) => {
    notified.push(...alerts)
  }
  const begin = () => createAlertEngine({ db, now, onNew, onError: (error) => errors.push(error) })
  let engine = begin()
  const tracks = createTrackRepository({ db })
  const alerts = { take: (stored: Parameters<typeof engine.take>[0]) => engine.take(stored) }
  const ingest = createIngest({ db, pool, bus: createBus(), now, track: tracks, onStored: alerts.take })
  const geofences = createGeofenceRepository({ db })

  const addUser = async (ofCompany: number | null = companyId): Promise<number> => {
    users += 1
    const { id } = await db
      .insertInto('app_user')
      .values({
        ...{ company_id: ofCompany, user_name: `alerted${users}`, first_name: 'A', email: null },
        ...{ mobile: null, roles: '["CUSTOMER"]', password_hash: 'x', disabled_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const by = await addUser()

  const rows = (vehicleId = vehicle.id): Promise<Array<Selectable<AlertTable>>> =>
    db
      .selectFrom('alert')
      .selectAll()
      .where('vehicle_id', '=', vehicleId)
      .orderBy('time')
      .orderBy('subject')
      .execute()

  const stored = async (vehicleId = vehicle.id): Promise<Compared[]> =>
    inOrder(
      (await rows(vehicleId))
        .filter(({ withdrawn_at }) => withdrawn_at === null)
        .map((row) =>
          compared({
            ...{ type: row.type as FoundAlert['type'], threshold: row.threshold, subject: row.subject },
            ...{ began: row.began.getTime(), time: row.time.getTime(), ended: row.ended?.getTime() ?? null },
            ...{ lng: row.lng, lat: row.lat, value: row.value, durationS: row.duration_s },
            evidence: row.detail as FoundAlert['evidence'],
          }),
        ),
    )

  /** The alerts of one fold over all stored fixes, or those wanted of them: what must be stored. */
  const folded = async (
    vehicleId = vehicle.id,
    isWanted: (time: number) => boolean = () => true,
  ): Promise<Compared[]> => {
    const context = await readContext(db, companyId, 0)
    const known = context?.vehicles.get(vehicleId)
    if (!context || !known) throw new Error('There is no such vehicle.')
    const columns = await tracks.readRange({ companyId, vehicleId, from: 0, to: clock + 5 * MINUTE })
    const run = createAlertRun({
      ...{ rules: context.rules.all, vehicle: known, fences: context.index.ofVehicle(vehicleId) },
    })
    for (let i = 0; i < columns.length; i += 1)
      if (isWanted(columns.time[i] ?? Number.NaN)) run.stepOver(columns, i, i + 1)
    const found = foundUntilEnd(run, []).filter(
      (one) => one.began >= (context.rules.sinceOf(one) ?? Number.POSITIVE_INFINITY),
    )
    return inOrder(found.map(compared))
  }

  const send = async (fixes: readonly Fix[], vehicleId = vehicle.id): Promise<void> => {
    await ingest.accept(fixes.map((fix) => ({ companyId, vehicleId, fix })))
    await engine.settled()
  }

  return {
    ...{ companyId, timeZone, vehicleId: vehicle.id, otherId: other.id, tracks, errors, notified, addUser },
    ...{ rows, stored, folded, send },
    /** The days that are put down, ascending. */
    pending: (): Promise<string[]> => pendingDays(db, { companyId, vehicleId: vehicle.id }),
    /** Writes whole days with a drive each, as an import does. */
    writeDays: (days: readonly string[]): Promise<void> =>
      tracks.writeDays(
        days.map((day) => {
          const fixes = columnsOf(driveOf(day, timeZone))
          const closed = closeDay({ day, timeZone, vehicle: DAY_VEHICLE, fixes })
          return { companyId, vehicleId: vehicle.id, day, timeZone, closed }
        }),
      ),
    /** Sends without waiting for the alerts. */
    post: (fixes: readonly Fix[], vehicleId = vehicle.id) =>
      ingest.accept(fixes.map((fix) => ({ companyId, vehicleId, fix }))),
    /** Sends and waits for the alerts of these fixes alone: nobody works at what is put down. */
    report: async (fixes: readonly Fix[]) => {
      await ingest.accept(fixes.map((fix) => ({ companyId, vehicleId: vehicle.id, fix })))
      await engine.upToDate()
    },
    engine: () => engine,
    setClock: (time: number) => {
      clock = time
    },
    /** An end without warning and a start. */
    restart: async () => {
      await engine.stop()
      engine = begin()
    },
    addFence: async (more: Partial<GeofenceWrite> = {}, time = NOON - 20 * DAY): Promise<number> => {
      const saved = await geofences.add(
        companyId,
        { ...FENCE, ...more },
        { by, begunAt: null, max: 10, now: new Date(time) },
      )
      if (typeof saved === 'string' || 'free' in saved) throw new Error(JSON.stringify(saved))
      engine.fencesChanged(companyId)
      return saved.id
    },
    editFence: async (id: number, more: Partial<GeofenceWrite>, time: number): Promise<void> => {
      await geofences.edit({ id, company_id: companyId }, { ...FENCE, ...more }, new Date(time), null)
      engine.fencesChanged(companyId)
    },
    removeFence: async (id: number, time: number): Promise<void> => {
      await geofences.remove(companyId, [id], new Date(time))
      engine.fencesChanged(companyId)
    },
    /** Saves a threshold of a user, and says so to the engine. */
    choose: async (
      userId: number,
      setting: string,
      value: number,
      ofCompany: number | null = companyId,
    ): Promise<void> => {
      await createAlertSettingRepository({ db }).save(userId, { [setting]: { selected: true, value } }, clock)
      await engine.rulesChanged(ofCompany)
    },
    /** Closes every day that has a fix, and evaluates what that puts down. */
    close: async () => {
      await tracks.closeFinishedDays({ now: clock + 2 * DAY })
      await engine.settled()
    },
    /** Expects what one fold finds, and no failure. */
    expectWhole: async (vehicleId = vehicle.id) => {
      const both = await stored(vehicleId)
      expect(both).toEqual(await folded(vehicleId))
      expect(errors).toEqual([])
      return both
    },
  }
}

export type AlertFixture = Awaited<ReturnType<typeof createAlertFixture>>
