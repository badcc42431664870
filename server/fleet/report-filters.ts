import type { ReportFilter } from '#contract/records/report-filter.ts'
import { fromPayloadTime } from '#domain/ist.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import { HttpError, notFound } from '../http/errors.ts'
import type { Groupings } from './groupings.service.ts'

const readTime = (name: string, text: string): number => {
  const time = fromPayloadTime(text)
  if (time !== null) return time
  throw new HttpError('timeInvalid', { name })
}

/** How far a client's clock may be ahead of the server's, ms. */
const AHEAD_MS = DAY_MS

/**
 * The range of a filter in ms UTC (RPT-04), as its texts say; the second that it ends with is included. `now` is in ms.
 * @throws HttpError 400 if a time is not one of the calendar, the end is not after the start, or the range has not begun.
 */
export const filterRange = (
  { fromTsInIST, toTsInIST }: ReportFilter,
  now: number,
): { from: number; to: number } => {
  const from = readTime('fromTsInIST', fromTsInIST)
  const to = readTime('toTsInIST', toTsInIST)
  if (to <= from) throw new HttpError('rangeReversed')
  if (from > now + AHEAD_MS) throw new HttpError('rangeAhead')
  return { from, to: to + 1000 }
}

/** The vehicles and groups of a filter. */
export type Owners = Pick<ReportFilter, 'vehicleIds' | 'groupNames'>

type Dependencies = {
  readonly groupings: Pick<Groupings, 'groupsOf'>
  readonly visibleVehicles: VisibleVehiclesOf
}

/** Finds the vehicles that a filter of reports chooses among those that the caller sees. */
export const createFilteredVehicles =
  ({ groupings, visibleVehicles }: Dependencies) =>
  /** Vehicles and groups narrow each other; an empty list narrows nothing, and others' ids and names find nothing. */
  async (caller: Caller, { vehicleIds = [], groupNames = [] }: Owners): Promise<number[]> => {
    const visible = await visibleVehicles(caller)
    const named = new Set(vehicleIds)
    const own = [...visible.vehicleIds].filter((id) => named.size === 0 || named.has(id))
    if (groupNames.length === 0) return own
    const names = new Set(groupNames)
    const groups = (await groupings.groupsOf(caller)).filter(({ groupName }) => names.has(groupName))
    const members = new Set(groups.flatMap(({ vehicles }) => vehicles.map(({ vehicleId }) => vehicleId)))
    return own.filter((id) => members.has(id))
  }

export type FilteredVehicles = ReturnType<typeof createFilteredVehicles>

/** The same, where a vehicle that the caller does not see is the common 404, also among others. */
export const createKnownVehicles =
  ({ vehiclesOf, visibleVehicles }: { vehiclesOf: FilteredVehicles; visibleVehicles: VisibleVehiclesOf }) =>
  async (caller: Caller, owners: Owners): Promise<number[]> => {
    if (owners.vehicleIds?.length) {
      const visible = await visibleVehicles(caller)
      if (owners.vehicleIds.some((id) => !visible.vehicleIds.has(id))) throw notFound()
    }
    return vehiclesOf(caller, owners)
  }
