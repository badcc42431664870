import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A vehicle in a group or region; an empty group or region has one row without a vehicle. */
export type Membership = {
  readonly id: number
  readonly name: string
  readonly vehicleId: number | null
  readonly registration: string | null
}

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
      .select(['vehicle_group.id', 'vehicle_group.name', 'vehicle.id as vehicleId', 'vehicle.registration'])
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
      .select(['region.id', 'region.name', 'vehicle.id as vehicleId', 'vehicle.registration'])
      .$if(companyId !== null, (narrow) => narrow.where('region.company_id', '=', companyId ?? 0))
      .orderBy('region.name')
      .orderBy('region.id')
      .orderBy('vehicle.registration')
      .execute(),
})

export type MembershipRepository = ReturnType<typeof createMembershipRepository>
