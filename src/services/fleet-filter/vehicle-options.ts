import { vehicleDropdown } from '#contract/calls/vehicle-lists.ts'
import type { VehicleOption } from '#contract/records/fleet.ts'
import { compareKeys, orderKey, registrationSearchKey } from '#domain/registration.ts'
import type { Http } from '../http/http.ts'

/** The vehicles that can be chosen (MAP-53); they can be thousands, so machines do not hold them. */
export type VehicleOptions = {
  /** Loads them. Rejects if the call fails; those loaded before stay. The selection repeats it (OPEN-53). */
  load(signal?: AbortSignal): Promise<void>
  /** The vehicles loaded last, by registration. */
  list(): readonly VehicleOption[]
  clear(): void
}

/** The vehicle dropdown of the user `userId` (API-102). */
export const createVehicleOptions = ({
  http,
  userId,
}: {
  http: Pick<Http, 'call'>
  userId: () => number
}): VehicleOptions => {
  let options: readonly VehicleOption[] = []
  return {
    load: async (signal) => {
      const input = { params: { userId: userId() }, isSentOnce: true }
      const { vehicles } = await http.call(vehicleDropdown, input, signal)
      options = vehicles
        .map((option) => ({ option, order: orderKey(registrationSearchKey(option.registrationId)) }))
        .sort((a, b) => compareKeys(a.order, b.order))
        .map(({ option }) => option)
    },
    list: () => options,
    clear: () => {
      options = []
    },
  }
}
