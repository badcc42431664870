import { vehicleDropdown } from '#contract/calls/lists.ts'
import type { VehicleOption } from '#contract/records/vehicle-option.ts'
import type { Http } from './http/http.ts'

/** The vehicles that can be chosen (MAP-53); they can be thousands, so machines do not hold them. */
export type VehicleOptions = {
  /** Asks for them anew. Errs as any call does. */
  load(signal?: AbortSignal): Promise<void>
  /** What came last, by registration. */
  list(): readonly VehicleOption[]
  /** Lets go of them. */
  clear(): void
}

const collator = new Intl.Collator('en', { numeric: true })

/** The vehicle dropdown of a user; `userId` says whose (API-102). */
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
      const { vehicles } = await http.call(vehicleDropdown, { params: { userId: userId() } }, signal)
      options = vehicles.toSorted((a, b) => collator.compare(a.registrationId, b.registrationId))
    },
    list: () => options,
    clear: () => {
      options = []
    },
  }
}
