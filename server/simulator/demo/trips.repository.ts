import type { Insertable, Kysely } from 'kysely'
import { roundTo } from '#domain/rounding.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Journey, Leg } from '../drive/journey.ts'
import type { RoadNetwork } from '../road/network.ts'
import type { RosterEntry } from './demo.repository.ts'

/** The rounds of one truck whose trips are to be stored. */
export type TripsToWrite = { readonly entry: RosterEntry; readonly journeys: readonly Journey[] }

type Row = Insertable<Tables['trip']> & { readonly scheduled_start: Date }

/** A trip is known this many seconds before its scheduled start. */
const PLANNED_AHEAD_S = 24 * 3600

const dateOf = (seconds: number): Date => new Date(Math.round(seconds) * 1000)

const tripStateOf = (
  leg: Leg,
  second: number,
): Pick<Row, 'status' | 'actual_start' | 'actual_end' | 'eta' | 'end_type'> => {
  const eta = dateOf(leg.arrives)
  if (second < leg.departs)
    return { status: 'PLANNED', actual_start: null, actual_end: null, eta: null, end_type: null }
  const actual_start = dateOf(leg.departs)
  if (second < leg.arrives) return { status: 'RUNNING', actual_start, actual_end: null, eta, end_type: null }
  return { status: 'COMPLETED', actual_start, actual_end: eta, eta: null, end_type: 'Automatic' }
}

const rowOf = (
  network: RoadNetwork,
  { companyId, vehicleId, driverId }: RosterEntry,
  journey: Journey,
  leg: Leg,
  second: number,
): Row => {
  const from = network.town(journey.route.towns[leg.from] ?? 0)
  const to = network.town(journey.route.towns[leg.to] ?? 0)
  const state = tripStateOf(leg, second)
  const isOver = state.status === 'COMPLETED'
  return {
    company_id: companyId,
    vehicle_id: vehicleId,
    driver_id: driverId,
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

const keyOf = (vehicleId: number, scheduledStart: Date): string => `${vehicleId} ${scheduledStart.getTime()}`

/**
 * Stores the trips of simulated rounds. A trip is identified by its truck and scheduled start. One that is over, or
 * that a user ended, stays unchanged; unchanged trips are not written again.
 */
export const createTripWriter = ({ db, network }: { db: Kysely<Tables>; network: RoadNetwork }) => {
  const written = new Map<string, Row['status']>()

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
      .filter((row) => written.get(keyOf(row.vehicle_id, row.scheduled_start)) !== row.status)
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
    for (const row of rows) written.set(keyOf(row.vehicle_id, row.scheduled_start), row.status)
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

export type TripWriter = ReturnType<typeof createTripWriter>
