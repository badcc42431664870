import { useCallback } from 'react'
import { useServices } from '../kit/app-context.tsx'
import type { FleetActor } from './connected-list.tsx'
import { readVehicle } from './shown-vehicle.ts'

/** Close enough to tell where a vehicle is, far enough to see what is around it. */
const SHOW_ZOOM = 9

/** Selects a vehicle that was chosen in a list, and brings the map to it; a closer look is kept. */
export const useShowVehicle = (fleet: FleetActor): ((vehicleId: number) => void) => {
  const { fleetStore, map } = useServices()
  return useCallback(
    (vehicleId) => {
      fleet.send({ type: 'vehicle.selected', vehicleId })
      const place = readVehicle(fleetStore, vehicleId)?.place
      if (place) map.moveTo({ centre: place, zoom: Math.max(SHOW_ZOOM, map.drawn().camera.zoom) })
    },
    [fleet, fleetStore, map],
  )
}
