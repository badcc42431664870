import type { PlaybackLink } from '#contract/links/playback.ts'
import type { DataOwnerChosenEvent } from '../support/support-view.machine.ts'
import type { FleetStreamEvent, LiveStreamEvent, RefreshDueEvent } from './fleet.ports.ts'
import type { AppliedFilter, Chip, TripPlotting } from './list-restoration.logic.ts'
/** The filters were applied, or cleared (null) (MAP-31). */
export type FilterChosenEvent = { type: 'filter.chosen'; filter: AppliedFilter | null }

/** Vehicles were chosen by their checkboxes; an empty list clears the choice. */
export type VehiclesChosenEvent = { type: 'vehicles.chosen'; vehicleIds: readonly number[] }

/** Another mode is entered, from any mode. */
export type ModeOpened =
  | { type: 'live.opened'; vehicleId: number }
  | { type: 'playback.opened'; vehicleId: number; now: number; link?: PlaybackLink }
  | ({ type: 'tripPlot.opened' } & TripPlotting)
  | { type: 'gridMap.opened'; vehicleIds?: readonly number[] }

/** Events of the fleet map. `now` is the clock in ms; `narrow` is a tablet or a Linux agent (MAP-15). */
export type FleetEvent =
  | { type: 'map.opened' }
  | { type: 'map.closed' }
  | { type: 'chip.pressed'; status: Chip }
  | { type: 'showAll.pressed' }
  | { type: 'batch.chosen'; batch: number | null }
  | { type: 'search.changed'; text: string }
  | { type: 'list.scrolledToEnd'; narrow: boolean }
  | { type: 'list.retry' }
  | { type: 'vehicle.selected'; vehicleId: number }
  | { type: 'cluster.pressed'; lng: number; lat: number; vehicleIds: readonly number[] }
  | { type: 'popup.closed' }
  | { type: 'base.toggled' }
  | ModeOpened
  | { type: 'live.closed' }
  | { type: 'geofences.opened' }
  | { type: 'back.pressed' }
  | LiveStreamEvent
  | FleetStreamEvent
  | RefreshDueEvent
  | DataOwnerChosenEvent
  | FilterChosenEvent
  | VehiclesChosenEvent
