import { type Insertable, type Kysely, sql } from 'kysely'
import { roundTo } from '#domain/rounding.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Journey } from '../drive/journey.ts'
import { expectedArrival, type Leg } from '../drive/legs.ts'
import type { RoadNetwork } from '../road/network.ts'
import type { RosterEntry } from './demo.repository.ts'

/** The rounds of one truck whose trips are to be stored. */
export type TripsToWrite = { readonly entry: RosterEntry; readonly journeys: readonly Journey[] }

type Row = Insertable<Tables['trip']> & { readonly scheduled_start: Date }

/** Changes whenever the same seed makes other timetables: trips of the former ones would run for ever. */
export const TIMETABLES = 2

/** A trip is known this many seconds before its scheduled start. */
const PLANNED_AHEAD_S = 24 * 3600

const dateOf = (seconds: number): Date => new Date(Math.round(seconds) * 1000)

/** An expected arrival is stored to the minute: seconds of it would change with every look. */
const minuteOf = (seconds: number): Date => dateOf(Math.round(seconds / 60) * 60)

/**
 * A trip at `second`, of which the tracker has let know until `known` at least: its expected arrival is of then, and one that arrives
 * while the tracker is silent is closed by hand.
 */
const tripStateOf = (
  leg: Leg,
  second: number,
  knownUntil: (second: number) => number,
): Pick<Row, 'status' | 'actual_start' | 'actual_end' | 'eta' | 'end_type'> => {
  if (second < leg.departs)
    return { status: 'PLANNED', actual_start: null, actual_end: null, eta: null, end_type: null }
  const actual_start = dateOf(leg.departs)
  if (second < leg.arrives) {
    const eta = minuteOf(expectedArrival(leg, Math.max(leg.departs, knownUntil(second))))
    return { status: 'RUNNING', actual_start, actual_end: null, eta, end_type: null }
  }
  const end_type = knownUntil(leg.arrives) < leg.arrives ? 'Manual' : 'Automatic'
  return { status: 'COMPLETED', actual_start, actual_end: dateOf(leg.arrives), eta: null, end_type }
}

const rowOf = (
  network: RoadNetwork,
  { companyId, vehicleId, vehicle, life }: RosterEntry,
  journey: Journey,
  leg: Leg,
  second: number,
): Row => {
  const from = network.town(journey.route.towns[leg.from] ?? 0)
  const to = network.town(journey.route.towns[leg.to] ?? 0)
  const state = tripStateOf(leg, second, (at) => life.knownUntil(at * 1000) / 1000)
  const isOver = state.status === 'COMPLETED'
  return {
    company_id: companyId,
    vehicle_id: vehicleId,
    driver_id: driverAt(vehicle, leg.departs) || null,
    from_city: from.name,
    to_city: to.name,
    from_lng: from.at[0],
    from_lat: from.at[1],
    to_lng: to.at[0],
    to_lat: to.at[1],
    scheduled_start: dateOf(leg.scheduledStart),
    scheduled_end: dateOf(leg.scheduledEnd),
    distance_km: isOver ? roundTo(leg.km, 1) : null,
    fuel_litres: isOver ? roundTo(leg.fuel, 1) : null,
    adblue_litres: isOver ? roundTo(leg.adblue, 1) : null,
    road_type: leg.roadType,
    load_type: leg.loadType,
    ...state,
  }
}

/** Who drives a vehicle at `second`; 0 is nobody. */
const driverAt = ({ drivers = [] }: RosterEntry['vehicle'], second: number): number =>
  drivers.findLast(({ from }) => from <= second * 1000)?.driverId ?? 0

/** What of a trip changes. */
const stateOf = ({ status, eta }: Row): string => `${status} ${eta === null ? '' : eta}`

const keyOf = (vehicleId: number, scheduledStart: Date): string => `${vehicleId} ${scheduledStart.getTime()}`

/**
 * Stores the trips of simulated rounds. A trip is identified by its truck and scheduled start. One that is over, or
 * that a user ended, stays unchanged; unchanged trips are not written again.
 */
export const createTripWriter = ({ db, network }: { db: Kysely<Tables>; network: RoadNetwork }) => {
  const written = new Map<string, string>()

  const changed = (trips: readonly TripsToWrite[], now: number): Row[] => {
    const second = now / 1000
    return trips
      .flatMap(({ entry, journeys }) =>
        journeys.flatMap((journey) =>
          journey.legs
            .filter(({ scheduledStart }) => scheduledStart <= second + PLANNED_AHEAD_S)
            .map((leg) => rowOf(network, entry, journey, leg, second)),
        ),
      )
      .filter((row) => written.get(keyOf(row.vehicle_id, row.scheduled_start)) !== stateOf(row))
  }

  const known = async (rows: readonly Row[]): Promise<Map<string, number>> => {
    const found = await db
      .selectFrom('trip')
      .select(['id', 'vehicle_id', 'scheduled_start'])
      .where('company_id', 'in', [...new Set(rows.map(({ company_id }) => company_id))])
      .where('vehicle_id', 'in', [...new Set(rows.map(({ vehicle_id }) => vehicle_id))])
      .where('scheduled_start', 'in', [...new Set(rows.map(({ scheduled_start }) => scheduled_start))])
      .execute()
    return new Map(found.map((row) => [keyOf(row.vehicle_id, row.scheduled_start), row.id]))
  }

  let last: Promise<void> = Promise.resolve()
  /** Runs writes one after another: two at once would both find a trip missing and insert it. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }

  const store = async (rows: readonly Row[], alsoKnown: boolean): Promise<void> => {
    if (rows.length === 0) return
    const ids = await known(rows)
    const idOf = (row: Row) => ids.get(keyOf(row.vehicle_id, row.scheduled_start))
    const fresh = rows.filter((row) => idOf(row) === undefined)
    if (fresh.length > 0) await db.insertInto('trip').values(fresh).execute()
    for (const row of alsoKnown ? rows : []) {
      const id = idOf(row)
      if (id === undefined) continue
      await db
        .updateTable('trip')
        .set(row)
        .where('id', '=', id)
        .where('status', 'in', ['PLANNED', 'RUNNING'])
        .execute()
    }
    for (const row of rows) written.set(keyOf(row.vehicle_id, row.scheduled_start), stateOf(row))
  }

  return {
    /** Writes the trips that are new or have changed by `now` (ms). */
    write: (trips: readonly TripsToWrite[], now: number): Promise<void> =>
      inTurn(() => store(changed(trips, now), true)),
    /** Inserts missing trips in their state at `now` (ms). */
    addMissing: (trips: readonly TripsToWrite[], now: number): Promise<void> =>
      inTurn(() => store(changed(trips, now), false)),
  }
}

const isOf = (roster: readonly RosterEntry[]) =>
  sql<boolean>`vehicle_id = any(${roster.map(({ vehicleId }) => vehicleId)})`

/**
 * A time (ms) in the round of each trip of simulated trucks that is not over, by vehicle: also of trips that a run left which ended
 * before it had caught up.
 */
export const timesOfOpenTrips = async (
  db: Kysely<Tables>,
  roster: readonly RosterEntry[],
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const rows = await db
    .selectFrom('trip')
    .select(['vehicle_id', 'scheduled_start', 'scheduled_end'])
    .where('status', 'in', ['RUNNING', 'PLANNED'])
    .where(isOf(roster))
    .execute()
  const times = new Map<number, number[]>()
  for (const { vehicle_id, scheduled_start, scheduled_end } of rows) {
    // Schedules may begin before the round, and end after it.
    const middle = (scheduled_start.getTime() + scheduled_end.getTime()) / 2
    times.set(vehicle_id, [...(times.get(vehicle_id) ?? []), middle])
  }
  return times
}

/**
 * Ends the trips of simulated trucks that a former release left: by its timetables they run or are planned, by ours nobody drives them.
 * `now` is ms UTC.
 */
export const endFormerTrips = async (
  db: Kysely<Tables>,
  roster: readonly RosterEntry[],
  now: number,
): Promise<void> => {
  await db
    .updateTable('trip')
    .set({
      status: 'COMPLETED',
      actual_end: sql<Date>`least(coalesce(eta, scheduled_end), ${new Date(now)})`,
      eta: null,
      end_type: 'Manual',
    })
    .where('status', '=', 'RUNNING')
    .where(isOf(roster))
    .execute()
  await db
    .updateTable('trip')
    .set({ status: 'CANCELLED' })
    .where('status', '=', 'PLANNED')
    .where(isOf(roster))
    .execute()
}

export type TripWriter = ReturnType<typeof createTripWriter>
