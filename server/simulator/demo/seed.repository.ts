import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Fix } from '#domain/fix.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { type LatestRow, latestArrays, moveLatest } from '#server/db/fix-statements.ts'
import type { Tables } from '#server/db/tables.ts'
import { newIngestKey } from '#server/ingest/devices.repository.ts'
import { assignDrivers } from '#server/track/drivers.repository.ts'
import { type DemoCompany, type DemoVehicle, exchangedWith } from '../fleet/fleet.ts'
import type { RoadNetwork } from '../road/network.ts'
import { insertDemoState, type RosterEntry, readDemoState, readRoster } from './demo.repository.ts'
import { DEMO_MESSAGES, DEMO_USERS } from './demo-content.ts'
import { fencesOf } from './demo-fences.ts'
import { insertServices } from './demo-services.repository.ts'
import { HISTORY_EVERY_MS, type Simulation } from './simulation.ts'
import { createTripWriter, TIMETABLES } from './trips.repository.ts'

type Trx = Transaction<Tables>

/** The groups of a truck. */
const groupsOf = ({ depot, truck }: DemoVehicle): string[] => [
  `${depot.town} depot`,
  truck.roundDays >= 4 ? 'Long haul' : 'Regional',
]

const insertDrivers = async (trx: Trx, companyId: number, { vehicles }: DemoCompany): Promise<number[]> => {
  const rows = await trx
    .insertInto('driver')
    .values(vehicles.map(({ driver }) => ({ company_id: companyId, ...driver })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const insertVehicles = async (trx: Trx, companyId: number, { vehicles }: DemoCompany): Promise<number[]> => {
  const rows = await trx
    .insertInto('vehicle')
    .values(
      vehicles.map(({ registration, imei, vin, model }) => ({
        company_id: companyId,
        registration,
        imei,
        vin,
        model: model.name,
        segment: model.segment,
        fuel_tank_litres: model.fuelTankLitres,
        adblue_tank_litres: model.adblueTankLitres,
        ingest_key: newIngestKey(),
      })),
    )
    .returning(['id', 'imei'])
    .execute()
  const ids = new Map(rows.map(({ id, imei }) => [imei, id]))
  return vehicles.map(({ imei }) => ids.get(imei) ?? 0)
}

const insertGroups = async (
  trx: Trx,
  companyId: number,
  { vehicles }: DemoCompany,
  ids: readonly number[],
): Promise<void> => {
  const names = [...new Set(vehicles.flatMap(groupsOf))]
  const rows = await trx
    .insertInto('vehicle_group')
    .values(names.map((name) => ({ company_id: companyId, name })))
    .returning(['id', 'name'])
    .execute()
  const groups = new Map(rows.map(({ id, name }) => [name, id]))
  await trx
    .insertInto('group_vehicle')
    .values(
      vehicles.flatMap((vehicle, i) =>
        groupsOf(vehicle).map((name) => ({
          company_id: companyId,
          group_id: groups.get(name) ?? 0,
          vehicle_id: ids[i] ?? 0,
        })),
      ),
    )
    .execute()
}

const insertRegions = async (
  trx: Trx,
  companyId: number,
  { vehicles, depots }: DemoCompany,
  ids: readonly number[],
): Promise<void> => {
  const names = [...new Set(depots.map(({ region }) => region))]
  const rows = await trx
    .insertInto('region')
    .values(names.map((name) => ({ company_id: companyId, name })))
    .returning(['id', 'name'])
    .execute()
  const regions = new Map(rows.map(({ id, name }) => [name, id]))
  await trx
    .insertInto('region_vehicle')
    .values(
      vehicles.map(({ depot }, i) => ({
        company_id: companyId,
        region_id: regions.get(depot.region) ?? 0,
        vehicle_id: ids[i] ?? 0,
      })),
    )
    .execute()
}

const insertFences = async (
  trx: Trx,
  companyId: number,
  company: DemoCompany,
  network: RoadNetwork,
  ids: readonly number[],
  now: number,
): Promise<void> => {
  const fences = fencesOf(company, network)
  const rows = await trx
    .insertInto('geofence')
    .values(
      fences.map(({ name, shape, points, radiusM, typeId, town }) => ({
        company_id: companyId,
        name,
        shape,
        points: JSON.stringify(points),
        radius_m: radiusM,
        type_id: typeId,
        valid_from: new Date(now - 60 * DAY_MS),
        valid_to: new Date(now + 730 * DAY_MS),
        entry_alert: true,
        exit_alert: town === null,
        all_vehicles: town === null,
        created_by: null,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const fenceIds = new Map(rows.map(({ id, name }) => [name, id]))
  const watched = fences.flatMap(({ name, town }) =>
    company.vehicles.flatMap(({ truck }, i) =>
      town !== null && truck.rounds.some(({ towns }) => towns.includes(town))
        ? [{ company_id: companyId, geofence_id: fenceIds.get(name) ?? 0, vehicle_id: ids[i] ?? 0 }]
        : [],
    ),
  )
  if (watched.length > 0) await trx.insertInto('geofence_vehicle').values(watched).execute()
}

const assignFirstDrivers = async (
  trx: Trx,
  companyId: number,
  vehicles: readonly number[],
  drivers: readonly number[],
  exchangeAt: number,
): Promise<void> => {
  const assigned = (i: number, driver: number, since: number) => ({
    companyId,
    vehicleId: vehicles[i] ?? 0,
    since,
    driverId: drivers[driver] ?? null,
  })
  await assignDrivers(
    trx,
    vehicles.flatMap((_, i) => {
      const other = exchangedWith(i, vehicles.length)
      const isExchanged = other !== undefined && Number.isFinite(exchangeAt)
      return [assigned(i, i, 0), ...(isExchanged ? [assigned(i, other, exchangeAt)] : [])]
    }),
  )
}

/** Writes a demo company with its drivers, vehicles, groups, regions and fences. Resolves with its id. `now` in ms. */
export const seedCompany = async (
  trx: Trx,
  company: DemoCompany,
  { network, exchangeAt }: Pick<Simulation, 'network' | 'exchangeAt'>,
  now: number,
): Promise<number> => {
  const { id } = await trx
    .insertInto('company')
    .values({ name: company.name })
    .returning('id')
    .executeTakeFirstOrThrow()
  const drivers = await insertDrivers(trx, id, company)
  const vehicles = await insertVehicles(trx, id, company)
  await assignFirstDrivers(trx, id, vehicles, drivers, exchangeAt)
  await insertGroups(trx, id, company, vehicles)
  await insertRegions(trx, id, company, vehicles)
  await insertFences(trx, id, company, network, vehicles, now)
  return id
}

type Options = {
  readonly db: Kysely<Tables>
  readonly simulation: Simulation
  /** Hash of the demo users' password. */
  readonly passwordHash: string
  /** Ms UTC. */
  readonly now: number
  readonly log: (message: string) => void
}

const insertUsers = async (
  trx: Transaction<Tables>,
  passwordHash: string,
  firstCompany: number,
): Promise<void> => {
  await trx
    .insertInto('app_user')
    .values(
      DEMO_USERS.map(({ userName, firstName, role, ofFirstCompany, alpha, beta }) => ({
        company_id: ofFirstCompany ? firstCompany : null,
        user_name: userName,
        first_name: firstName,
        email: `${userName}@roadbook.example`,
        mobile: null,
        roles: JSON.stringify([role]),
        password_hash: passwordHash,
        alpha_access: alpha,
        beta_access: beta,
        disabled_at: null,
        demo_login: 'on' as const,
      })),
    )
    .execute()
}

/** The first message is the newest. */
const insertMessages = async (trx: Transaction<Tables>, now: number): Promise<void> => {
  await trx
    .insertInto('ticker_message')
    .values(
      DEMO_MESSAGES.map(({ content, isCritical, hoursAgo }) => ({
        content,
        criticality: isCritical ? 1 : 0,
        created_at: new Date(now - hoursAgo * HOUR_MS),
        changed_by: null,
      })),
    )
    .execute()
}

/** Writes the current position of every truck, so that the map shows all of them at once, and answers it by vehicle. */
const insertLatest = async (
  trx: Transaction<Tables>,
  roster: readonly RosterEntry[],
  now: number,
): Promise<ReadonlyMap<number, Fix>> => {
  const rows: LatestRow[] = []
  for (const { companyId, vehicleId, life } of roster) {
    const fix = life.lastFix(now, HISTORY_EVERY_MS)
    if (fix) rows.push({ companyId, vehicleId, fix, intervalS: HISTORY_EVERY_MS / 1000 })
    await nextTurn()
  }
  await trx.executeQuery(CompiledQuery.raw(moveLatest(1), latestArrays(rows)))
  return new Map(rows.map(({ vehicleId, fix }) => [vehicleId, fix]))
}

/**
 * Seeds the demo: companies, users, messages, vehicles, fences, current positions and trips, all or nothing. Does
 * nothing if there is a demo already. `backfill` adds the history, the simulator live positions.
 */
export const seedDemo = async ({ db, simulation, passwordHash, now, log }: Options): Promise<void> => {
  if (await readDemoState(db)) return
  const { companies, network, seed } = simulation
  await db.transaction().execute(async (trx) => {
    const ids: number[] = []
    for (const company of companies) ids.push(await seedCompany(trx, company, simulation, now))
    await insertUsers(trx, passwordHash, ids[0] ?? 0)
    await insertMessages(trx, now)
    const roster = await readRoster(trx, simulation, simulation.sharedLifeOf)
    const latest = await insertLatest(trx, roster, now)
    await insertServices(trx, roster, latest, now)
    const trips = createTripWriter({ db: trx, network })
    await trips.write(
      roster.map((entry) => ({ entry, journeys: [entry.life.journeyAt(now)] })),
      now,
    )
    await insertDemoState(trx, {
      seed,
      seededAt: now,
      backfilledTo: null,
      liveUntil: now,
      timetables: TIMETABLES,
    })
    log(`The demo has ${roster.length} trucks in ${companies.length} companies.`)
  })
}
