import { MAX_FIT_ZOOM } from '#contract/constants.ts'
import { lateAfterMs } from '#domain/lateness.ts'
import { VEHICLE_STATUSES } from '#domain/status.ts'
import type { FleetStore } from '#src/services/fleet/fleet-columns.ts'
import type { MapPort, PlotDrawing, PlotRoute, TrailPoint } from '#src/services/map/map.port.ts'
import type { Plots } from '#src/services/trips/plots.ts'
import { cornersOfRoute } from './bounds.ts'

/** The newest place of a vehicle that the fleet store holds, and whether it is recent enough to be shown as live. */
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
      status: VEHICLE_STATUSES[status[slot] ?? -1] ?? 'OTHER',
      time: time[slot] ?? 0,
    },
    live: late[slot] === 0,
  }
}

/** Shows plotted routes on the map: one at a time, with its truck where the fleet store or the route has it last. `now` is ms since 1970 UTC by the server's clock. */
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
  /** `truck` is the newest place known; null is not followed. */
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

  /** Moves the camera so that the plotted route shows; false while none is. */
  const showWhole = (): boolean => {
    if (shown === undefined) return false
    const { driven, ahead } = shown.route
    map.fit(cornersOfRoute(driven, ahead), { maxZoom: MAX_FIT_ZOOM.vehicle })
    return true
  }

  return {
    /** Shows a plot in the place of the one before; undefined shows none. The camera goes to the first of a vehicle. */
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
    /** Judges anew whether the truck's place is recent; of the fleet's trucks the store says so. */
    updateLateness: moveTruck,
    clear,
    stop: fleetStore.onChange(moveTruck),
  }
}
