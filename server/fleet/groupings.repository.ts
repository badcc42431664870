import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A vehicle in a group or region; an empty group or region has one row without a vehicle. */
export type Membership = {
  readonly id: number
  readonly name: string
  readonly vehicleId: number | null
  readonly registration: string | null
}

/** What distinguishes a group or region in a list: among those of all companies, its company too. */
const nameFor = (table: 'vehicle_group' | 'region', companyId: number | null) =>
  companyId === null
    ? sql<string>`${sql.ref(`${table}.name`)} || ' · ' || company.name`
    : sql<string>`${sql.ref(`${table}.name`)}`

/** Reads the vehicles of groups and regions. A `companyId` of null means all companies. */
export const createMembershipRepository = ({ db }: { db: Kysely<Tables> }) => ({
  groups: (companyId: number | null): Promise<Membership[]> =>
    db
      .selectFrom('vehicle_group')
      .leftJoin('group_vehicle', (join) =>
        join
          .onRef('group_vehicle.company_id', '=', 'vehicle_group.company_id')
          .onRef('group_vehicle.group_id', '=', 'vehicle_group.id'),
      )
      .leftJoin('vehicle', 'vehicle.id', 'group_vehicle.vehicle_id')
      .innerJoin('company', 'company.id', 'vehicle_group.company_id')
      .select(['vehicle_group.id', 'vehicle.id as vehicleId', 'vehicle.registration'])
      .select(nameFor('vehicle_group', companyId).as('name'))
      .$if(companyId !== null, (narrow) => narrow.where('vehicle_group.company_id', '=', companyId ?? 0))
      .orderBy('vehicle_group.name')
      .orderBy('vehicle_group.id')
      .orderBy('vehicle.registration')
      .execute(),
  regions: (companyId: number | null): Promise<Membership[]> =>
    db
      .selectFrom('region')
      .leftJoin('region_vehicle', (join) =>
        join
          .onRef('region_vehicle.company_id', '=', 'region.company_id')
          .onRef('region_vehicle.region_id', '=', 'region.id'),
      )
      .leftJoin('vehicle', 'vehicle.id', 'region_vehicle.vehicle_id')
      .innerJoin('company', 'company.id', 'region.company_id')
      .select(['region.id', 'vehicle.id as vehicleId', 'vehicle.registration'])
      .select(nameFor('region', companyId).as('name'))
      .$if(companyId !== null, (narrow) => narrow.where('region.company_id', '=', companyId ?? 0))
      .orderBy('region.name')
      .orderBy('region.id')
      .orderBy('vehicle.registration')
      .execute(),
})

export type MembershipRepository = ReturnType<typeof createMembershipRepository>
