import type { ActorRefFrom } from 'xstate'
import type { LngLat } from '#domain/geo.ts'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectFleet, selectMapTheme } from '#src/machines/app/app.selectors.ts'
import { selectBase } from '#src/machines/fleet/fleet.selectors.ts'
import type { FleetStore } from '#src/services/fleet/fleet-columns.ts'
import { createListeners } from '#src/services/kit/listeners.ts'
import { watchActorChain, whenChanged } from '#src/services/kit/watch-actors.ts'
import type { MapPort } from '#src/services/map/map.port.ts'
import type { GridMaps } from '#src/services/map/map-director.port.ts'

/** Shows single roads. */
const CELL_ZOOM = 13

type Cell = { readonly map: MapPort; isFollowing: boolean; follow(): void }

/** The maps of the grid map's cells. `createMap` creates one per cell; it is removed with the cell. */
export const createGridMaps = ({
  root,
  createMap,
  fleetStore,
}: {
  root: ActorRefFrom<typeof appMachine>
  createMap: () => MapPort
  fleetStore: FleetStore
}): GridMaps => {
  const cells = new Map<number, Cell>()
  const listeners = createListeners<void>()

  const fleetActor = () => selectFleet(root.getSnapshot())
  const readAppearance = () => {
    const fleet = fleetActor()?.getSnapshot()
    return {
      theme: selectMapTheme(root.getSnapshot()),
      base: fleet === undefined ? ('street' as const) : selectBase(fleet),
    }
  }

  const placeOf = (vehicleId: number): LngLat | undefined => {
    const slot = fleetStore.slotOf(vehicleId)
    if (slot === undefined) return undefined
    const { lng, lat } = fleetStore.columns
    const place = [lng[slot] ?? Number.NaN, lat[slot] ?? Number.NaN] as const
    return place.every(Number.isFinite) ? place : undefined
  }

  return {
    mount: (vehicleId, container) => {
      const map = createMap()
      let centre: LngLat | undefined
      const goToTruck = () => {
        const place = placeOf(vehicleId)
        if (place === undefined || (place[0] === centre?.[0] && place[1] === centre?.[1])) return
        map.moveTo(centre === undefined ? { centre: place, zoom: CELL_ZOOM } : { centre: place })
        centre = place
      }
      const cell: Cell = {
        map,
        isFollowing: true,
        follow: () => {
          cell.isFollowing = true
          centre = undefined
          goToTruck()
          listeners.notify()
        },
      }
      cells.set(vehicleId, cell)
      const applyAppearance = () => {
        const { theme, base } = readAppearance()
        map.setTheme(theme)
        map.setBase(base)
      }
      map.showFleet(new Set([vehicleId]))
      goToTruck()
      const stops = [
        map.mount(container),
        fleetStore.onChange(() => {
          if (cell.isFollowing) goToTruck()
        }),
        map.onCameraMoved(() => {
          cell.isFollowing = false
          listeners.notify()
        }),
        watchActorChain(
          root,
          [fleetActor],
          whenChanged(() => Object.values(readAppearance()).join(), applyAppearance),
        ),
      ]
      return () => {
        for (const stop of stops) stop()
        map.hideFleet()
        if (cells.get(vehicleId) === cell) cells.delete(vehicleId)
      }
    },
    setNames: (vehicleId, names) => cells.get(vehicleId)?.map.setNames(names),
    follow: (vehicleId) => cells.get(vehicleId)?.follow(),
    isFollowing: (vehicleId) => cells.get(vehicleId)?.isFollowing ?? true,
    subscribe: listeners.add,
  }
}
