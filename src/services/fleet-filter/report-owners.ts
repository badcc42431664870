import { fleetGroups } from '#contract/calls/fleet.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import type { Http } from '../http/http.ts'

/** A group and the vehicles in it. */
type Group = {
  readonly groupId: number
  readonly groupName: string
  readonly vehicleIds: readonly number[]
}

/** Whose data a screen shows (RPT-06): no vehicle and no group means all of them. */
type Scope = {
  readonly filterBy: 'Fleet' | 'Vehicle' | 'Group'
  readonly vehicleIds: readonly number[]
  readonly groupId: number | null
}

/** The groups of the user `userId`, and what a report filter says of a scope. Errors are those of the request builder. */
export const createReportOwners = ({ http, userId }: { http: Pick<Http, 'call'>; userId: () => number }) => {
  let groups: readonly Group[] | null = null
  let requested: Promise<readonly Group[]> | null = null

  const request = async (): Promise<readonly Group[]> => {
    const reply = await http.call(fleetGroups, { query: { userId: userId() } })
    return reply.groups.map(({ groupId, groupName, vehicles }) => ({
      ...{ groupId, groupName },
      vehicleIds: vehicles.map(({ vehicleId }) => vehicleId),
    }))
  }

  /** Requests them once for all who wait at the same time; one who leaves ends nothing for the others. */
  const load = async (signal?: AbortSignal): Promise<readonly Group[]> => {
    const own = requested ?? request()
    requested = own
    try {
      const found = await own
      if (requested === own) groups = found
      signal?.throwIfAborted()
      return found
    } finally {
      if (requested === own) requested = null
    }
  }

  return {
    /** The groups as they are now. */
    load,
    ownersOf: async (
      { filterBy, vehicleIds, groupId }: Scope,
      signal?: AbortSignal,
    ): Promise<Pick<ReportFilter, 'vehicleIds' | 'groupNames'>> => {
      if (filterBy === 'Vehicle' && vehicleIds.length > 0) return { vehicleIds: [...vehicleIds] }
      if (filterBy !== 'Group' || groupId === null) return {}
      const group = (groups ?? (await load(signal))).find((each) => each.groupId === groupId)
      // A group that is no longer there has nothing; an empty list would mean the whole fleet.
      return { groupNames: [group?.groupName ?? ''] }
    },
    clear: (): void => {
      groups = null
      requested = null
    },
  }
}
