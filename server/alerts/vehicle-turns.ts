/** Gives each vehicle to one evaluation at a time. */
export const createVehicleTurns = () => {
  /** The vehicles that are taken, each with those who wait for it. */
  const taken = new Map<number, Array<() => void>>()
  return {
    /** Takes a vehicle if it is free. */
    take: (vehicleId: number): boolean => {
      if (taken.has(vehicleId)) return false
      taken.set(vehicleId, [])
      return true
    },

    /** Takes a vehicle as soon as it is free. */
    wait: (vehicleId: number): Promise<void> => {
      const others = taken.get(vehicleId)
      if (others !== undefined) return new Promise((resolve) => others.push(resolve))
      taken.set(vehicleId, [])
      return Promise.resolve()
    },

    /** Gives a vehicle back, to the one who has waited longest. */
    give: (vehicleId: number): void => {
      const next = taken.get(vehicleId)?.shift()
      if (next) next()
      else taken.delete(vehicleId)
    },
  }
}
