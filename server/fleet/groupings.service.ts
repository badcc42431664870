import type { Group, Region } from '#contract/records/fleet.ts'
import type { Caller } from '../access/caller.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import type { Membership, MembershipRepository } from './groupings.repository.ts'

type Grouping = { id: number; name: string; vehicles: Array<{ vehicleId: number; registrationId: string }> }

/** One entry for each group, with only those vehicles that the caller may see. */
const groupingsFrom = (rows: readonly Membership[], visible: ReadonlySet<number>): Grouping[] => {
  const byId = new Map<number, Grouping>()
  for (const { id, name, vehicleId, registration } of rows) {
    const grouping = byId.get(id) ?? { id, name, vehicles: [] }
    byId.set(id, grouping)
    if (vehicleId !== null && visible.has(vehicleId))
      grouping.vehicles.push({ vehicleId, registrationId: registration ?? '' })
  }
  return [...byId.values()]
}

/** Groups and regions as a caller sees them (MAP-23). */
export const createGroupings = ({
  memberships,
  visibleVehicles,
}: {
  memberships: MembershipRepository
  visibleVehicles: VisibleVehiclesOf
}) => {
  const groupsOf = async (caller: Caller): Promise<Group[]> => {
    const { companyId, vehicleIds } = await visibleVehicles(caller)
    return groupingsFrom(await memberships.groups(companyId), vehicleIds).map(({ id, name, vehicles }) => ({
      groupId: id,
      groupName: name,
      vehicles,
    }))
  }
  const regionsOf = async (caller: Caller): Promise<Region[]> => {
    const { companyId, vehicleIds } = await visibleVehicles(caller)
    return groupingsFrom(await memberships.regions(companyId), vehicleIds).map(({ id, name, vehicles }) => ({
      regionId: id,
      regionName: name,
      vehicles,
    }))
  }
  return {
    groupsOf,
    regionsOf,
    /** The vehicles in any of these groups or regions; null if both lists are empty. Others' ids add nothing. */
    membersOf: async (
      caller: Caller,
      { groupIds, regionIds }: { groupIds: readonly number[]; regionIds: readonly number[] },
    ): Promise<ReadonlySet<number> | null> => {
      if (groupIds.length === 0 && regionIds.length === 0) return null
      const [groups, regions] = await Promise.all([
        groupIds.length > 0 ? groupsOf(caller) : [],
        regionIds.length > 0 ? regionsOf(caller) : [],
      ])
      const wantedGroups = new Set(groupIds)
      const wantedRegions = new Set(regionIds)
      const chosen = [
        ...groups.filter(({ groupId }) => wantedGroups.has(groupId)),
        ...regions.filter(({ regionId }) => wantedRegions.has(regionId)),
      ]
      return new Set(chosen.flatMap(({ vehicles }) => vehicles.map(({ vehicleId }) => vehicleId)))
    },
  }
}

export type Groupings = ReturnType<typeof createGroupings>
