import { fleetGroups } from '#contract/calls/fleet.ts'
import type { GroupOption } from '#src/machines/fleet-filter/fleet-filter.ports.ts'
import type { Http } from '../http/http.ts'

/** A group and the vehicles in it. */
export type GroupVehicles = GroupOption & { readonly vehicleIds: readonly number[] }

/** The groups of the user `userId`, read once until they are cleared. */
export const createGroupOptions = ({ http, userId }: { http: Pick<Http, 'call'>; userId: () => number }) => {
  let groups: readonly GroupVehicles[] | null = null
  return {
    /** Rejects if the call fails. */
    load: async (signal?: AbortSignal): Promise<readonly GroupVehicles[]> => {
      if (groups !== null) return groups
      const reply = await http.call(fleetGroups, { query: { userId: userId() } }, signal)
      groups = reply.groups.map(({ groupId, groupName, vehicles }) => ({
        ...{ groupId, groupName },
        vehicleIds: vehicles.map(({ vehicleId }) => vehicleId),
      }))
      return groups
    },
    clear: (): void => {
      groups = null
    },
  }
}
