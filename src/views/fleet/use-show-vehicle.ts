import { MAX_FIT_ZOOM } from '#contract/constants.ts'
import { useServices } from '../kit/app-context.tsx'
import type { FleetActor } from './connected-list.tsx'
import { readVehicle } from './shown-vehicle.ts'

/** Selects a vehicle that was chosen in a list, and brings the map to it. */
export const useShowVehicle = (fleet: FleetActor): ((vehicleId: number) => void) => {
  const { fleetStore, map } = useServices()
  return (vehicleId) => {
    fleet.send({ type: 'vehicle.selected', vehicleId })
    const place = readVehicle(fleetStore, vehicleId)?.place
    if (place) map.fit([place], { maxZoom: MAX_FIT_ZOOM.fleet })
  }
}
