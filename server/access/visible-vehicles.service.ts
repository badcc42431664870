import { filterFleet } from '#contract/calls/fleet.ts'
import { getCustomerByCompany } from '#contract/calls/users.ts'
import type { UserRepository } from '../identity/users.repository.ts'
import type { Caller } from './caller.ts'
import type { VisibleVehicles, VisibleVehiclesOf } from './visible-vehicles.repository.ts'

/** The vehicles that users see between them; null where none is named. Whom the caller may not list adds nothing (OPEN-77). */
export type VehiclesOfUsers = (
  caller: Caller,
  userIds: readonly number[],
) => Promise<ReadonlySet<number> | null>

/** Reads it for the support view's choice, which every list of vehicles or their trips follows. */
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

/** The same answer for `forMs`, for what looks often and may be late by that much. */
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
