import { beforeAll } from 'vitest'
import { driverScores, driverScoreTrend, drivingIncidents } from '#contract/calls/driving-analysis.ts'
import type {
  DrivingIncidentsReply,
  DrivingRow,
  DrivingScores,
  DrivingTrend,
} from '#contract/records/driving-analysis.ts'
import { DEFAULT_TIME_ZONE, dayOf, shiftDay } from '#domain/company-time.ts'
import { EVENT_BIT } from '#domain/fix.ts'
import { fromPayloadTime } from '#domain/ist.ts'
import { pendFigures } from '#server/figures/pending.repository.ts'
import { addressesOf } from '#server/http/mount.ts'
import { assignDrivers } from '#server/track/drivers.repository.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'

export const FIRST_DAY = '2026-01-15'
export const NEXT_DAY = '2026-01-16'
/** The first day of a week that two trucks drive; only one of them drove the whole week before. */
export const WEEK = '2026-02-09'
/** The hand-over in the middle of the first day, between two fixes. */
export const HAND_OVER = `${FIRST_DAY} 10:23:20`

/** ms UTC of a time in India. */
export const at = (text: string): number => fromPayloadTime(text) ?? Number.NaN

const PACE_MS = 30_000
/** At 60 km/h, by the odometer, whatever the speed of a fix says. */
const KM_A_FIX = 0.5
const LNG_A_KM = 1 / 104

type Extra = Partial<
  Record<'speed' | 'rpm' | 'events', number> & { neutral: boolean; moves: boolean; ignition: boolean }
>
/** What is other than usual from one time (`HH:mm:ss`) until before another. */
type Episode = readonly [from: string, until: string, extra: Extra]

/** Fixes of a drive at 60 km/h, one each 30 s; standing still where an episode says so. */
const drive = (
  day: string,
  from: string,
  until: string,
  episodes: readonly Episode[] = [],
  startOdo = 1000,
) => {
  const rows = []
  let odo = startOdo
  for (let time = at(`${day} ${from}`); time <= at(`${day} ${until}`); time += PACE_MS) {
    const extra: Extra = Object.assign(
      {},
      ...episodes
        .filter(([since, end]) => time >= at(`${day} ${since}`) && time < at(`${day} ${end}`))
        .map(([, , change]) => change),
    )
    const { moves = true, speed = 60, rpm = 1300, neutral = false, events = 0, ignition = true } = extra
    rows.push({
      time: new Date(time),
      odo,
      lng: 73 + odo * LNG_A_KM,
      lat: 21,
      speed,
      rpm,
      neutral,
      events,
      ignition,
    })
    if (moves) odo += KM_A_FIX
  }
  return rows
}

const IDLES: Extra = { speed: 0, moves: false, rpm: 700 }
const PARKED: Extra = { ...IDLES, rpm: 0, ignition: false }

/** 90 km a day on so many days, until the end of the week. */
const driveWeeks = (days: number) =>
  Array.from({ length: days }, (_, at) =>
    drive(shiftDay(WEEK, 7 - days + at), '06:00:00', '07:30:00', [], 1000 + at * 90),
  ).flat()

/**
 * A company with three trucks on two days. HANDED: Asha drives 06:00 to 10:23:20, then Bala until 14:00, who idles until 14:30 and drives
 * two hours on the next day. LATER: nobody from 09:00 to 12:00, then Asha until 15:00. SHORT: Chitra drives 20 km.
 * In another month, Deepa drives KNOWN for fifteen days, and Esha drives NEW for a week and the day before it.
 */
export const withDrivenDays = () => {
  const backend = withBackend()
  const ids: Record<string, number> = {}
  const own = { token: '' }
  const other = { token: '' }

  beforeAll(async () => {
    const { db } = backend.database
    const { id: company_id } = await addCompany(db, { name: 'Own' })
    const { id: foreign } = await addCompany(db, { name: 'Foreign' })
    ids['company'] = company_id
    for (const registration of ['HANDED', 'LATER', 'SHORT', 'KNOWN', 'NEW'])
      ids[registration] = (await addVehicle(db, { company_id, registration })).id
    ids['FOREIGN'] = (await addVehicle(db, { company_id: foreign, registration: 'FOREIGN' })).id
    for (const [name, of] of [
      ['Asha', company_id],
      ['Bala', company_id],
      ['Chitra', company_id],
      ['Deepa', company_id],
      ['Esha', company_id],
      ['Farid', foreign],
    ] as const) {
      const driver = await db
        .insertInto('driver')
        .values({ company_id: of, name, mobile: null, licence: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids[name] = driver.id
    }
    const assigned = (vehicle: string, driver: string, since: number, companyId = company_id) => ({
      ...{ companyId, vehicleId: ids[vehicle] ?? 0, driverId: ids[driver] ?? null, since },
    })
    await assignDrivers(db, [
      assigned('HANDED', 'Asha', 0),
      assigned('HANDED', 'Bala', at(HAND_OVER)),
      assigned('LATER', 'Asha', at(`${FIRST_DAY} 12:00:00`)),
      assigned('SHORT', 'Chitra', 0),
      assigned('KNOWN', 'Deepa', 0),
      assigned('NEW', 'Esha', 0),
      assigned('FOREIGN', 'Farid', 0, foreign),
    ])
    const driven = {
      HANDED: [
        ...drive(FIRST_DAY, '06:00:00', '14:40:00', [
          ['08:00:00', '08:02:00', { speed: 95 }],
          ['09:00:00', '09:01:00', { speed: 95 }],
          ['09:30:00', '09:31:00', { neutral: true }],
          // Begins before the hand-over and goes on after it.
          ['10:22:30', '10:25:00', { speed: 95 }],
          ['11:00:00', '11:00:30', { events: EVENT_BIT.HB | EVENT_BIT.HC }],
          ['11:30:00', '11:30:30', { events: EVENT_BIT.HA }],
          ['12:00:00', '12:01:00', { speed: 95 }],
          ['12:30:00', '12:32:00', { rpm: 3200 }],
          ['14:00:00', '14:30:00', IDLES],
          ['14:30:00', '14:41:00', PARKED],
        ]),
        ...drive(NEXT_DAY, '06:00:00', '08:00:00', [], 1480),
      ],
      LATER: drive(FIRST_DAY, '09:00:00', '15:00:00'),
      SHORT: drive(FIRST_DAY, '09:00:00', '09:20:00'),
      KNOWN: driveWeeks(15),
      NEW: driveWeeks(8),
      FOREIGN: drive(FIRST_DAY, '09:00:00', '12:00:00', [['10:00:00', '10:01:00', { speed: 95 }]]),
    }
    const days = []
    for (const [registration, fixes] of Object.entries(driven)) {
      const vehicle = {
        company_id: registration === 'FOREIGN' ? foreign : company_id,
        vehicle_id: ids[registration] ?? 0,
      }
      await db
        .insertInto('open_fix')
        .values(fixes.map((fix) => ({ ...vehicle, ...fix })))
        .execute()
      for (const day of new Set(fixes.map(({ time }) => dayOf(time.getTime(), DEFAULT_TIME_ZONE))))
        days.push({ companyId: vehicle.company_id, vehicleId: vehicle.vehicle_id, day })
    }
    await pendFigures(db, days)
    await backend.figures.settled()
    ids['kamala'] = await backend.addUser('kamala', 'CUSTOMERADMIN', company_id)
    await backend.addUser('stranger', 'CUSTOMERADMIN', foreign)
    own.token = (await backend.logIn('kamala')).token
    other.token = (await backend.logIn('stranger')).token
  })

  const DAY = { fromTsInIST: `${FIRST_DAY} 00:00:00`, toTsInIST: `${FIRST_DAY} 23:59:59` }
  const ask =
    (call: typeof driverScores | typeof driverScoreTrend | typeof drivingIncidents) =>
    (body: object, { token }: { token: string } = own) =>
      backend.ask('POST', addressesOf(call)[0] ?? '', { token, body: { by: 'driver', ...DAY, ...body } })
  const reply = async <T>(requested: ReturnType<ReturnType<typeof ask>>): Promise<T> =>
    (await requested).body as T

  return {
    backend,
    ids,
    own,
    other,
    ask,
    scores: (body: object = {}, user = own) => reply<DrivingScores>(ask(driverScores)(body, user)),
    trend: (body: object, user = own) => reply<DrivingTrend>(ask(driverScoreTrend)(body, user)),
    incidents: (body: object, user = own) =>
      reply<typeof DrivingIncidentsReply._zod.output>(ask(drivingIncidents)(body, user)),
    rowOf: ({ rows }: DrivingScores, name: string): DrivingRow => {
      const row = rows.find((each) => each.name === name)
      if (row === undefined) throw new Error(`No row of '${name}'.`)
      return row
    },
  }
}
