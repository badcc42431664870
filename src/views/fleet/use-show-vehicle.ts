import { useCallback } from 'react'
import { flushSync } from 'react-dom'
import { useServices } from '../kit/app-context.tsx'
import type { FleetActor } from './connected-list.tsx'
import { readVehicle } from './shown-vehicle.ts'
import { VEHICLE_POPUP } from './vehicle-popup.tsx'

/** Close enough to tell where a vehicle is, far enough to see what is around it. */
const SHOW_ZOOM = 9

/**
 * Selects a vehicle that was chosen in a list, and brings the map to it; a closer look is kept. Who chose it `byKey` has
 * the focus in its popup then, which is far from the list in the order of Tab.
 */
export const useShowVehicle = (fleet: FleetActor): ((vehicleId: number, byKey?: boolean) => void) => {
  const { fleetStore, map } = useServices()
  return useCallback(
    (vehicleId, byKey = false) => {
      const select = () => fleet.send({ type: 'vehicle.selected', vehicleId })
      if (byKey) {
        flushSync(select)
        document.getElementById(VEHICLE_POPUP)?.focus({ preventScroll: true })
      } else select()
      const place = readVehicle(fleetStore, vehicleId)?.place
      if (place) map.moveTo({ centre: place, zoom: Math.max(SHOW_ZOOM, map.drawn().camera.zoom) })
    },
    [fleet, fleetStore, map],
  )
}
