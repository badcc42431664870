import { MAX_FIT_ZOOM } from '#contract/constants.ts'
import { lateAfterMs } from '#domain/lateness.ts'
import { statusAt } from '#domain/status.ts'
import type { FleetStore } from '#src/services/fleet/fleet-columns.ts'
import type { MapPort, PlotDrawing, PlotRoute, TrailPoint } from '#src/services/map/map.port.ts'
import type { Plots } from '#src/services/trips/plots.ts'
import { cornersOfRoute } from './bounds.ts'

/** The newest position of a vehicle in the fleet store, and whether it is recent enough to be shown as live. */
const latestPosition = (
  store: FleetStore,
  vehicleId: number,
): { point: TrailPoint; live: boolean } | null => {
  const slot = store.slotOf(vehicleId)
  if (slot === undefined) return null
  const { time, lng, lat, heading, status, late } = store.columns
  const degrees = heading[slot] ?? Number.NaN
  return {
    point: {
      at: [lng[slot] ?? Number.NaN, lat[slot] ?? Number.NaN],
      heading: Number.isNaN(degrees) ? null : degrees,
      status: statusAt(status[slot]) ?? 'OTHER',
      time: time[slot] ?? 0,
    },
    live: late[slot] === 0,
  }
}

/**
 * Draws plots on the map, one at a time, with the truck at its newest position, from the fleet store or the route. `now` is
 * ms since 1970 UTC by the server's clock.
 */
export const createPlotDirector = ({
  map,
  plots,
  fleetStore,
  now,
}: {
  map: MapPort
  plots: Plots
  fleetStore: FleetStore
  now: () => number
}) => {
  /** `truck` is the newest known position; null hides the truck. */
  let shown:
    | {
        readonly drawing: PlotDrawing
        readonly route: PlotRoute
        readonly vehicleId: number
        truck: TrailPoint | null
      }
    | undefined

  const moveTruck = () => {
    if (!shown?.truck) return
    const { drawing, vehicleId, truck } = shown
    const place = latestPosition(fleetStore, vehicleId)
    if (place && place.point.time >= truck.time) {
      shown.truck = place.point
      drawing.moveTruck(place.point, place.live)
      return
    }
    const intervalS = fleetStore.record(vehicleId)?.intervalS ?? null
    drawing.moveTruck(truck, now() - truck.time <= lateAfterMs(intervalS))
  }
  const clear = () => {
    shown?.drawing.clear()
    shown = undefined
  }

  /** Fits the plotted route; returns false if there is none. */
  const showWhole = (): boolean => {
    if (shown === undefined) return false
    const { driven, ahead } = shown.route
    map.fit(cornersOfRoute(driven, ahead), { maxZoom: MAX_FIT_ZOOM.vehicle })
    return true
  }

  return {
    /** Replaces the plot; undefined removes it. The camera moves only if there was none before. */
    show: (plotId: string | undefined, vehicleId: number) => {
      const isFirst = shown === undefined
      clear()
      const route = plotId === undefined ? undefined : plots.get(plotId)
      if (route === undefined || route.driven.length === 0) return
      const drawing = map.showPlot(route)
      shown = { drawing, route, vehicleId, truck: route.truck }
      moveTruck()
      if (isFirst) showWhole()
    },
    showWhole,
    /** Updates whether the truck is late; the fleet store does so for its own vehicles. */
    updateLateness: moveTruck,
    clear,
    stop: fleetStore.onChange(moveTruck),
  }
}
