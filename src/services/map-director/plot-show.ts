import { MAX_FIT_ZOOM } from '#contract/constants.ts'
import { VEHICLE_STATUSES } from '#contract/records/vehicle-status.ts'
import type { FleetStore } from '../fleet-store/fleet-store.types.ts'
import type { LngLat, MapPort, PlotDrawing, TrailPoint } from '../map/map.port.ts'
import type { Plots } from '../plots/plots.ts'

/** The newest place of a vehicle that the fleet store holds, and whether it is recent enough to be shown as live. */
const placeIn = (store: FleetStore, vehicleId: number): { point: TrailPoint; live: boolean } | null => {
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

/** Shows plotted routes on the map: one at a time, with its truck where the fleet store or the route has it last. */
export const createPlotShow = ({
  map,
  plots,
  fleetStore,
}: {
  map: MapPort
  plots: Plots
  fleetStore: FleetStore
}) => {
  let shown: { readonly drawing: PlotDrawing; readonly followed: number | null } | undefined

  const moveTruck = () => {
    if (shown?.followed == null) return
    const place = placeIn(fleetStore, shown.followed)
    if (place) shown.drawing.moveTruck(place.point, place.live)
  }
  const clear = () => {
    shown?.drawing.clear()
    shown = undefined
  }

  return {
    /** Shows a plot in the place of the one before; undefined shows none. The camera goes to the first of a vehicle. */
    show: (plotId: string | undefined, vehicleId: number) => {
      const isFirst = shown === undefined
      clear()
      const route = plotId === undefined ? undefined : plots.get(plotId)
      if (route === undefined || route.driven.length === 0) return
      const drawing = map.showPlot(route)
      shown = { drawing, followed: route.truck === null ? null : vehicleId }
      // Only of the fleet's trucks it is known how old a place they may have.
      if (route.truck) drawing.moveTruck(route.truck, false)
      moveTruck()
      if (!isFirst) return
      const { lng, lat, length } = route.driven
      const driven = Array.from({ length }, (_, i): LngLat => [lng[i] ?? 0, lat[i] ?? 0])
      map.fit(route.ahead === null ? driven : [...driven, route.ahead], { maxZoom: MAX_FIT_ZOOM.vehicle })
    },
    clear,
    stop: fleetStore.onChange(moveTruck),
  }
}
