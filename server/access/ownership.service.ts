import type { Call } from '#contract/calls/call.ts'
import { MANAGER_ROLES } from '#contract/roles.ts'
import { notFound } from '../http/errors.ts'
import type { Caller } from './caller.ts'
import type { OwnershipRepository } from './ownership.repository.ts'
import type { VisibleVehiclesOf } from './visible-vehicles.repository.ts'

/** Which fields of a request name what. Lists are not checked here: each call cuts them to what the caller may see. */
export const SUBJECT_FIELDS = {
  userId: 'user',
  dicvUserId: 'user',
  vehicleId: 'vehicle',
  tripId: 'trip',
  geoFenceId: 'geofence',
  groupId: 'group',
  subGroupId: 'group',
  regionId: 'region',
  companyId: 'company',
  alertId: 'alert',
  shareId: 'liveShare',
  serviceId: 'service',
} as const satisfies Readonly<Record<string, string>>

type Subject = (typeof SUBJECT_FIELDS)[keyof typeof SUBJECT_FIELDS]
type Check = (caller: Caller, id: number, call: Call) => Promise<boolean>

const mayManage = ({ role }: Caller): boolean => MANAGER_ROLES.some((manager) => manager === role)

/**
 * Decides what a request may name: one rule for each kind, applied to every call of the table, built or not.
 * Others' property is answered like something that does not exist (AC-01).
 */
export const createOwnershipCheck = ({
  ownership,
  visibleVehicles,
}: {
  ownership: OwnershipRepository
  visibleVehicles: VisibleVehiclesOf
}) => {
  const isOfCompany = (caller: Caller, companyId: number | null | undefined): boolean =>
    companyId !== undefined && (caller.companyId === null || caller.companyId === companyId)

  const inCompany =
    (table: 'geofence' | 'vehicle_group' | 'region'): Check =>
    async (caller, id) =>
      isOfCompany(caller, await ownership.companyOf(table, id))

  const isVisible: Check = async (caller, id) => (await visibleVehicles(caller)).vehicleIds.has(id)

  const checks: Readonly<Record<Subject, Check>> = {
    user: async (caller, id, call) => {
      if (id === caller.userId) return true
      if (call.scope === 'self' || call.scope === 'vehicles' || !mayManage(caller)) return false
      return isOfCompany(caller, await ownership.companyOfUser(id))
    },
    vehicle: isVisible,
    trip: async (caller, id, call) => {
      const vehicleId = await ownership.vehicleOfTrip(id)
      return vehicleId !== undefined && isVisible(caller, vehicleId, call)
    },
    alert: async (caller, id, call) => {
      const vehicleId = await ownership.vehicleOfAlert(id)
      return vehicleId !== undefined && isVisible(caller, vehicleId, call)
    },
    service: async (caller, id, call) => {
      const vehicleId = await ownership.vehicleOfService(id)
      return vehicleId !== undefined && isVisible(caller, vehicleId, call)
    },
    geofence: inCompany('geofence'),
    group: async (caller, id, call) => {
      if (!(await inCompany('vehicle_group')(caller, id, call))) return false
      const own = await ownership.groupsOfUser(caller.userId)
      return own.length === 0 || own.includes(id)
    },
    region: inCompany('region'),
    liveShare: async (caller, id) => {
      const share = await ownership.liveShare(id)
      if (!isOfCompany(caller, share?.companyId)) return false
      const { vehicleIds } = await visibleVehicles(caller)
      return share?.vehicleIds.every((vehicleId) => vehicleIds.has(vehicleId)) ?? false
    },
    company: async (caller, id) => isOfCompany(caller, (await ownership.hasCompany(id)) ? id : undefined),
  }

  /** @throws HttpError the common 404 if any part of the request names something that is not the caller's. */
  return async (caller: Caller, call: Call, parts: readonly unknown[]): Promise<void> => {
    for (const part of parts) {
      if (typeof part !== 'object' || part === null) continue
      for (const [field, subject] of Object.entries(SUBJECT_FIELDS)) {
        const id: unknown = Object.hasOwn(part, field) ? Reflect.get(part, field) : undefined
        if (typeof id === 'number' && !(await checks[subject](caller, id, call))) throw notFound()
      }
    }
  }
}

export type Ownership = ReturnType<typeof createOwnershipCheck>
