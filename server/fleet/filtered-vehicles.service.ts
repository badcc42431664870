import type { ReportFilter } from '#contract/records/report-filter.ts'
import type { Caller } from '../access/caller.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import type { Groupings } from './groupings.service.ts'

/** The vehicles of a filter that a caller may see. */
export type FilteredVehicles = (caller: Caller, filter: ReportFilter) => Promise<number[]>

/** Vehicles and groups narrow each other; an empty list narrows nothing, and others' names find nothing. */
export const createFilteredVehicles =
  ({
    groupings,
    visibleVehicles,
  }: {
    groupings: Pick<Groupings, 'groupsOf'>
    visibleVehicles: VisibleVehiclesOf
  }): FilteredVehicles =>
  async (caller, { vehicleIds = [], groupNames = [] }) => {
    const visible = await visibleVehicles(caller)
    const named = new Set(vehicleIds)
    const own = [...visible.vehicleIds].filter((id) => named.size === 0 || named.has(id))
    if (groupNames.length === 0) return own
    const names = new Set(groupNames)
    const groups = (await groupings.groupsOf(caller)).filter(({ groupName }) => names.has(groupName))
    const members = new Set(groups.flatMap(({ vehicles }) => vehicles.map(({ vehicleId }) => vehicleId)))
    return own.filter((id) => members.has(id))
  }
