import { DAY_MS } from '#domain/units.ts'
import { INGEST } from './limits.ts'

/** Days of a vehicle that are counted; of more the one with the fewest fixes is forgotten. */
const DAYS_COUNTED = 64

/** How many fixes of vehicles were stored by day of UTC since this process began: a day is read, evaluated and closed as a whole. */
export const createDayCounts = () => {
  const byVehicle = new Map<number, Map<number, number>>()
  const dayOf = (time: number) => Math.floor(time / DAY_MS)
  return {
    /** Whether the vehicle has so many fixes of the day of `time` (ms) that no further ones are stored. */
    isFull: (vehicleId: number, time: number): boolean =>
      (byVehicle.get(vehicleId)?.get(dayOf(time)) ?? 0) >= INGEST.dayFixes,
    add: (vehicleId: number, time: number): void => {
      const days = byVehicle.get(vehicleId) ?? new Map<number, number>()
      byVehicle.set(vehicleId, days)
      days.set(dayOf(time), (days.get(dayOf(time)) ?? 0) + 1)
      if (days.size <= DAYS_COUNTED) return
      const [least] = [...days].reduce((a, b) => (b[1] < a[1] ? b : a))
      days.delete(least)
    },
  }
}
