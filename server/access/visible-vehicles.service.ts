import { filterFleet } from '#contract/calls/fleet.ts'
import { getCustomerByCompany } from '#contract/calls/users.ts'
import type { UserRepository } from '../identity/users.repository.ts'
import type { Caller } from './caller.ts'
import type { VisibleVehicles, VisibleVehiclesOf } from './visible-vehicles.repository.ts'

/** All vehicles that any of the users sees; null for an empty list. Users whom the caller may not list add nothing (OPEN-77). */
export type VehiclesOfUsers = (
  caller: Caller,
  userIds: readonly number[],
) => Promise<ReadonlySet<number> | null>

/** For the users chosen in the support view, which narrow every list of vehicles or trips. */
export const createVehiclesOfUsers =
  ({
    visibleVehicles,
    users,
  }: {
    visibleVehicles: VisibleVehiclesOf
    users: Pick<UserRepository, 'byId'>
  }): VehiclesOfUsers =>
  async (caller, userIds) => {
    if (userIds.length === 0) return null
    const seen = new Set<number>()
    if (!getCustomerByCompany.roles.includes(caller.role)) return seen
    for (const id of new Set(userIds)) {
      const user = await users.byId(id)
      const role = user?.roles[0]
      if (user === undefined || user.disabled_at !== null || role === undefined) continue
      if (!filterFleet.roles.includes(role)) continue
      if (caller.companyId !== null && caller.companyId !== user.company_id) continue
      const { vehicleIds } = await visibleVehicles({ userId: id, role, companyId: user.company_id })
      for (const vehicleId of vehicleIds) seen.add(vehicleId)
    }
    return seen
  }

/** Repeats an answer for `forMs`, for callers that ask often and may see a change that much later. */
export const cacheVisibleVehicles = (
  visibleVehicles: VisibleVehiclesOf,
  { forMs, now }: { forMs: number; now: () => number },
): VisibleVehiclesOf => {
  const known = new Map<string, { until: number; answer: Promise<VisibleVehicles> }>()
  return (caller) => {
    for (const [key, { until }] of known) if (until <= now()) known.delete(key)
    const key = `${caller.userId} ${caller.companyId}`
    const held = known.get(key)
    if (held) return held.answer
    const answer = visibleVehicles(caller)
    known.set(key, { until: now() + forMs, answer })
    return answer
  }
}
