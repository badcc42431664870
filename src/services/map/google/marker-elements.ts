import type { LngLat } from '#domain/geo.ts'
import type { GoogleApi } from '../../google/google-api.ts'
import { COLOURS } from '../overlay/colours.ts'
import { PLATE_BELOW } from '../overlay/fleet-painter.ts'
import { plateSprite, type Sprite, type Sprites } from '../overlay/sprites.ts'
import { selectionSprite, vehicleSprite } from '../overlay/vehicle-sprite.ts'
import type { Hit } from '../scene/hit-test.ts'
import type { Scene } from '../scene/scene.ts'

/** A vehicle's marker on Google Maps. */
export type VehicleMarker = {
  readonly marker: google.maps.marker.AdvancedMarkerElement
  /** Updates it to the vehicle's latest fix; `withPlate` if the view has space for the plate. */
  update(withPlate: boolean): void
  /** Moves it to the vehicle's latest fix; the plate stays as it was. */
  move(): void
}

/** The selected vehicle lies over others, all vehicles over clusters. */
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
  const content = createMarkerContent(document)
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

const drawSprite = (canvas: HTMLCanvasElement, { image, width, height }: Sprite) => {
  canvas.width = image.width
  canvas.height = image.height
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  canvas.getContext('2d')?.drawImage(image, 0, 0)
}

/** Sprites of a marker from bottom to top. */
const LAYERS = ['selection', 'vehicle', 'ring', 'plate'] as const
type Layer = (typeof LAYERS)[number]

/** The element of a marker: sprites around its position. */
export type MarkerContent = {
  readonly element: HTMLElement
  /** Shows a sprite centred `below` px under the position, rotated clockwise by degrees; undefined removes it. */
  show(layer: Layer, sprite: Sprite | undefined, place?: { below?: number; degrees?: number }): void
}

export const createMarkerContent = (document: Document): MarkerContent => {
  const element = document.createElement('div')
  element.className = 'map-marker'
  const parts = new Map<Layer, { canvas: HTMLCanvasElement; sprite: Sprite }>()
  return {
    element,
    show: (layer, sprite, { below = 0, degrees = 0 } = {}) => {
      let part = parts.get(layer)
      if (sprite === undefined) {
        part?.canvas.remove()
        parts.delete(layer)
        return
      }
      if (part === undefined) {
        part = { canvas: document.createElement('canvas'), sprite }
        parts.set(layer, part)
        part.canvas.style.zIndex = String(LAYERS.indexOf(layer))
        element.append(part.canvas)
        drawSprite(part.canvas, sprite)
      } else if (part.sprite !== sprite) {
        part.sprite = sprite
        drawSprite(part.canvas, sprite)
      }
      const turned = degrees === 0 ? '' : ` rotate(${degrees.toFixed(1)}deg)`
      part.canvas.style.transform = `translate(${-sprite.width / 2}px, ${below - sprite.height / 2}px)${turned}`
    },
  }
}
