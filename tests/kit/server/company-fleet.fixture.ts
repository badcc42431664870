import { beforeAll } from 'vitest'
import type { FleetFilter, FleetList } from '#contract/records/fleet.ts'
import type { Fix } from '#domain/fix.ts'
import { HOUR_MS } from '#domain/units.ts'
import { FLEET_API, withBackend } from './backend.fixture.ts'
import { addCompany, addVehicle } from './fleet-records.ts'
import { storeFixes } from './stored-fixes.ts'

/** The calls of the fleet. */
const place = { lng: 79, lat: 21 }

/** Each vehicle's latest fix; null where it has none. */
const FIXES: Readonly<Record<string, (Omit<Fix, 'time' | 'lng' | 'lat'> & { silentMs?: number }) | null>> = {
  FAST: { speed: 92, heading: 270, odo: 1234.5, ignition: true, fuel: 75, adblue: 10 },
  SLOW: { speed: 40, ignition: true },
  IDLE: { speed: 0, ignition: true },
  STOPPED: { speed: 0, ignition: false },
  SILENT: { speed: 120, ignition: true, silentMs: HOUR_MS },
  NEW: null,
}
/** The registrations of the own company's vehicles. */
export const ALL = ['FAST', 'IDLE', 'NEW', 'SILENT', 'SLOW', 'STOPPED']

/** A backend with a company of six vehicles, a group, a region and a trip, another company, and users of both. */
export const withFleet = () => {
  const backend = withBackend()
  /** Ids by name. */
  const ids: Record<string, number> = {}
  /** The calling user and that user's data. */
  const own = { token: '', userId: 0, groupId: 0, regionId: 0 }
  /** When vehicles last reported, in ms UTC. */
  const recent = Math.floor(Date.now() / 1000) * 1000 - 30_000

  beforeAll(async () => {
    const { db } = backend.database
    const { id: company_id } = await addCompany(db, { name: 'Own' })
    const { id: foreignCompany } = await addCompany(db, { name: 'Foreign' })
    const foreign = await addVehicle(db, { company_id: foreignCompany, registration: 'FOREIGN' })
    ids['FOREIGN'] = foreign.id
    for (const [registration, fix] of Object.entries(FIXES)) {
      const vehicle = await addVehicle(db, {
        company_id,
        registration,
        fuel_tank_litres: 300,
        adblue_tank_litres: 40,
      })
      ids[registration] = vehicle.id
      if (!fix) continue
      const { silentMs = 0, ...figures } = fix
      await storeFixes(db, vehicle, [{ ...place, time: recent - silentMs, ...figures }])
    }
    const group = await db
      .insertInto('vehicle_group')
      .values([
        { company_id, name: 'North' },
        { company_id: foreignCompany, name: 'Foreign group' },
      ])
      .returning('id')
      .execute()
    own.groupId = group[0]?.id ?? 0
    const foreignGroup = group[1]?.id ?? 0
    const region = await db
      .insertInto('region')
      .values({ company_id, name: 'West' })
      .returning('id')
      .execute()
    own.regionId = region[0]?.id ?? 0
    await db
      .insertInto('group_vehicle')
      .values([
        { company_id, group_id: own.groupId, vehicle_id: ids['FAST'] ?? 0 },
        { company_id, group_id: own.groupId, vehicle_id: ids['IDLE'] ?? 0 },
        { company_id: foreignCompany, group_id: foreignGroup, vehicle_id: foreign.id },
      ])
      .execute()
    ids['foreign group'] = foreignGroup
    await db
      .insertInto('region_vehicle')
      .values({ company_id, region_id: own.regionId, vehicle_id: ids['SLOW'] ?? 0 })
      .execute()
    await db
      .insertInto('trip')
      .values({
        company_id,
        vehicle_id: ids['FAST'] ?? 0,
        from_city: 'Pune',
        to_city: 'Nagpur',
        scheduled_start: new Date(recent - 3_600_000),
        scheduled_end: new Date(recent + 3_600_000),
        actual_start: new Date(recent - 3_600_000),
        eta: new Date(recent + 7_200_000),
        status: 'RUNNING',
      })
      .execute()
    own.userId = await backend.addUser('Kamala', 'CUSTOMERADMIN', company_id)
    own.token = (await backend.logIn('kamala')).token
    ids['company'] = company_id
    ids['foreign company'] = foreignCompany
    ids['north'] = await backend.addUser('north', 'MANAGER', company_id)
    ids['settings'] = await backend.addUser('settings', 'CONFIG MANAGER', company_id)
    ids['gone'] = await backend.addUser('gone', 'MANAGER', company_id)
    ids['foreign user'] = await backend.addUser('foreigner', 'MANAGER', foreignCompany)
    await backend.addUser('analyst', 'ANALYTICSUSER', null)
    await db
      .insertInto('user_group')
      .values({ company_id, group_id: own.groupId, user_id: ids['north'] })
      .execute()
    await db.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', ids['gone']).execute()
  })

  const get = async <T>(path: string): Promise<T> =>
    (await backend.ask('GET', `${FLEET_API}/${path}`, { token: own.token })).body as T
  const filtered = async (
    filter: Partial<FleetFilter['filter']> & { status?: string; vehicleIds?: number[] } = {},
  ): Promise<{ names: string[]; counts: FleetList['counts'] }> => {
    const { status = '', vehicleIds, ...rest } = filter
    const { body } = await backend.ask('POST', `${FLEET_API}/fleetmaptracking/filter`, {
      token: own.token,
      body: {
        status,
        filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [], ...rest },
        ...(vehicleIds ? { vehicleIds } : {}),
      },
    })
    const { vehicles, counts } = body as FleetList
    return { names: vehicles.map(({ registrationId }) => registrationId), counts }
  }
  return { backend, ids, own, recent, get, filtered }
}
