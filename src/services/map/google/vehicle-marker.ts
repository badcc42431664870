import type { GoogleApi } from '../../google/google-api.ts'
import type { LngLat } from '../map.port.ts'
import { COLOURS } from '../paint/colours.ts'
import { PLATE_BELOW } from '../paint/fleet-painter.ts'
import { plateSprite } from '../paint/small-sprites.ts'
import type { Sprites } from '../paint/sprites.ts'
import { selectionSprite, vehicleSprite } from '../paint/vehicle-sprite.ts'
import type { Hit } from '../scene/hit.ts'
import type { Scene } from '../scene/scene.ts'
import { createMarkContent } from './mark-content.ts'

/** A vehicle's marker on Google Maps. */
export type VehicleMarker = {
  readonly marker: google.maps.marker.AdvancedMarkerElement
  /** Brings it to the vehicle's latest fix; `withPlate` as the view has room. */
  update(withPlate: boolean): void
  /** Brings it to the vehicle's latest fix, the plate as it was. */
  move(): void
}

/** Selected vehicles lie over others, all over groups. */
const Z = { vehicle: 2, selected: 3 } as const

export const createVehicleMarker = ({
  api,
  scene,
  sprites,
  vehicleId,
  press,
}: {
  api: GoogleApi
  scene: Scene
  sprites: Sprites
  vehicleId: number
  press: (hit: Hit, at: LngLat) => void
}): VehicleMarker => {
  const { fleetStore } = scene
  const content = createMarkContent(document)
  const registration = fleetStore.record(vehicleId)?.registrationId ?? ''
  const marker = new api.marker.AdvancedMarkerElement({
    content: content.element,
    title: registration,
    gmpClickable: true,
  })
  const placeOf = () => {
    const { lng, lat } = fleetStore.columns
    const slot = fleetStore.slotOf(vehicleId) ?? -1
    return { lng: lng[slot] ?? 0, lat: lat[slot] ?? 0 }
  }
  marker.addListener('gmp-click', () => {
    const { lng, lat } = placeOf()
    press({ vehicleId }, [lng, lat])
  })

  const move = () => {
    const { heading, late, status } = fleetStore.columns
    const slot = fleetStore.slotOf(vehicleId) ?? -1
    const degrees = heading[slot] ?? Number.NaN
    const pointed = !Number.isNaN(degrees)
    const sprite = vehicleSprite(sprites, status[slot] ?? 0, pointed, late[slot] === 1)
    content.show('vehicle', sprite, { degrees: pointed ? degrees : 0 })
    marker.position = placeOf()
  }

  return {
    marker,
    move,
    update: (withPlate) => {
      const isSelected = scene.selected === vehicleId
      const { accent } = COLOURS[scene.theme]
      content.show('selection', isSelected ? selectionSprite(sprites, accent) : undefined)
      content.show('plate', withPlate && registration ? plateSprite(sprites, registration) : undefined, {
        below: isSelected ? PLATE_BELOW.selected : PLATE_BELOW.any,
      })
      marker.zIndex = isSelected ? Z.selected : Z.vehicle
      move()
    },
  }
}
