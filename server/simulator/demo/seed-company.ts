import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { DemoCompany, DemoVehicle } from '../fleet/fleet.ts'
import type { RoadNetwork } from '../road/network.ts'
import { fencesOf } from './fences.ts'

type Trx = Transaction<Tables>

const DAY_MS = 86_400_000
/** Bytes of a device's secret; drawn anew for each installation. */
const KEY_BYTES = 18

/** Names under which a truck is grouped. */
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

const insertVehicles = async (
  trx: Trx,
  companyId: number,
  { vehicles }: DemoCompany,
  drivers: readonly number[],
): Promise<number[]> => {
  const rows = await trx
    .insertInto('vehicle')
    .values(
      vehicles.map(({ registration, imei, vin, model }, i) => ({
        company_id: companyId,
        registration,
        imei,
        vin,
        model: model.name,
        segment: model.segment,
        fuel_tank_litres: model.fuelTankLitres,
        adblue_tank_litres: model.adblueTankLitres,
        ingest_key: randomBytes(KEY_BYTES).toString('base64url'),
        driver_id: drivers[i] ?? null,
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

/** Writes a demo company with its drivers, vehicles, groups, regions and fences; answers its id. `now` in ms. */
export const seedCompany = async (
  trx: Trx,
  company: DemoCompany,
  network: RoadNetwork,
  now: number,
): Promise<number> => {
  const { id } = await trx
    .insertInto('company')
    .values({ name: company.name })
    .returning('id')
    .executeTakeFirstOrThrow()
  const drivers = await insertDrivers(trx, id, company)
  const vehicles = await insertVehicles(trx, id, company, drivers)
  await insertGroups(trx, id, company, vehicles)
  await insertRegions(trx, id, company, vehicles)
  await insertFences(trx, id, company, network, vehicles, now)
  return id
}
