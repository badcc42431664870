import { VEHICLE_STATUSES } from '#contract/records/vehicle-status.ts'
import type { Drawn } from '../map.port.ts'
import type { FleetLayout } from './groups.ts'
import { toLngLat } from './mercator.ts'
import type { Scene } from './scene.ts'
import { markerPlace } from './track-cursor.ts'

/** Tells in the port's words what is shown. `layout` is that of the fleet, undefined when it is hidden. */
export const drawnOf = (scene: Scene, layout: FleetLayout | undefined, ready: boolean): Drawn => {
  const { columns } = scene.fleetStore
  const { trail, track, plot, board } = scene
  const head = trail?.steps.at(-1)
  return {
    theme: scene.theme,
    base: scene.base,
    ready,
    vehicles: (layout?.singles ?? []).map((slot) => ({
      vehicleId: columns.vehicleId[slot] ?? 0,
      at: [columns.lng[slot] ?? 0, columns.lat[slot] ?? 0],
      status: VEHICLE_STATUSES[columns.status[slot] ?? -1] ?? 'OTHER',
      heading: known(columns.heading[slot]),
      late: columns.late[slot] === 1,
    })),
    groups: (layout?.groups ?? []).map((group) => ({
      at: toLngLat(group),
      count: group.count,
      statuses: group.statuses,
    })),
    selected: scene.selected,
    trail: trail && {
      points: trail.steps.length,
      head: head ? toLngLat(head) : null,
      status: trail.last?.status ?? '',
      following: trail.following,
      live: trail.live,
    },
    track: track && {
      index: track.index,
      fraction: track.fraction,
      marker: markerPlace(track),
      stops: track.path.stops.length,
      events: track.path.events.length,
    },
    plot: plot && {
      points: plot.path.length,
      start: toLngLat(plot.path.start),
      end: toLngLat(plot.path.ahead ?? plot.path.last),
      truck: plot.truck?.at ?? null,
      live: plot.live,
    },
    alerts: scene.alerts?.shown.length ?? 0,
    fences: scene.fences.map(({ geoFenceId, chosen }) => ({ geoFenceId, chosen })),
    drawing: board && { tool: board.tool, shape: board.shape, begun: board.begun, ready: board.hasPen },
    popups: scene.popups.length,
    camera: scene.camera,
  }
}

const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)
