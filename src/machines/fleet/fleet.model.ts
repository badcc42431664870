import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { MODEL_NOW } from '../date-range/date-range.model.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import { hasFurtherBatch } from './fleet.context.ts'
import type { FleetContext, FleetEvent, FleetInput } from './fleet.machine.ts'
import type { ListSummary, LivePoint } from './fleet.ports.ts'

const list: ListSummary = {
  shown: 30,
  counts: { RUNNING: 12, IDLING: 6, STOPPED: 6, KEYON: 0, OFFLINE: 6 },
}
const point: LivePoint = {
  LAT: 21.15,
  LONG: 79.09,
  status: 'RUNNING',
  RegNo: 'MH31AB1234',
  UpdatedTime: '20-11-2026 10:45:00',
  vehicleId: 5,
  time: MODEL_NOW,
  speed: 48,
  heading: 90,
  odo: 120_345,
  fuelPercent: 61,
  adbluePercent: null,
  intervalS: 10,
}
const sixty = Array.from({ length: 60 }, (_, i) => i + 1)
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the fleet map of a role that loads a list at once. */
export const fleetModel: Model<FleetContext, FleetEvent, FleetInput> = {
  inputs: [
    { role: 'MANAGER', choosesDataOwner: false, timeZone: DEFAULT_TIME_ZONE },
    { role: 'SUPPORT', choosesDataOwner: true, timeZone: DEFAULT_TIME_ZONE },
  ],
  stimuli: [
    { type: 'map.opened' },
    { type: 'map.closed' },
    { type: 'chip.pressed', status: 'RUNNING' },
    { type: 'showAll.pressed' },
    { type: 'search.changed', text: 'MH31' },
    { type: 'list.scrolledToEnd', narrow: false },
    { type: 'list.retry' },
    { type: 'vehicle.selected', vehicleId: 5 },
    { type: 'cluster.pressed', lng: 77.2, lat: 28.6, vehicleIds: [5, 6] },
    { type: 'popup.closed' },
    { type: 'base.toggled' },
    { type: 'live.opened', vehicleId: 5 },
    { type: 'live.closed' },
    { type: 'playback.opened', vehicleId: 5, now: MODEL_NOW },
    { type: 'filter.chosen', filter: { overSpeed: 80, groupIds: [4], regionIds: [] } },
    { type: 'filter.chosen', filter: null },
    { type: 'vehicles.chosen', vehicleIds: [5, 6] },
    { type: 'vehicles.chosen', vehicleIds: sixty },
    { type: 'vehicles.chosen', vehicleIds: [] },
    { type: 'batch.chosen', batch: 1 },
    { type: 'batch.chosen', batch: null },
    { type: 'tripPlot.opened', vehicleId: 5, tripId: 9, now: MODEL_NOW },
    { type: 'gridMap.opened' },
    { type: 'geofences.opened' },
    { type: 'back.pressed' },
    { type: 'live.pointArrived', point },
    { type: 'live.streamChanged', state: 'open' },
    { type: 'live.ended', reason: 'vehicle is gone' },
    { type: 'fleetStream.changed', state: 'open' },
    { type: 'refresh.due' },
    { type: 'dataOwner.chosen', dataOwner: { companyId: 3, userId: 5, timeZone: 'Europe/Berlin' } },
    { type: 'dataOwner.chosen', dataOwner: null },
    ...['list', 'refresh'].flatMap((id) => [doneOf(id, list), errorOf(id, away)]),
    errorOf('follow', away),
    errorOf('fleetStream', away),
    ...['playback', 'tripPlot', 'gridMap', 'geofences'].map((id) => doneOf(id)),
  ],
  key: (context) => {
    const { role, dataOwner, memo, next } = context
    return [
      role,
      // Whose vehicles are shown decides nothing but what SUPPORT sees first.
      role === 'SUPPORT' && dataOwner !== null,
      ...[memo.showAll, memo.tripPlotting !== null, memo.applied !== null],
      ...[memo.checked.length > 0, memo.large.length > 0, memo.chip !== null],
      hasFurtherBatch({ context }),
      next?.type,
    ]
  },
  unreachable: {
    'fleet.open.showAll.deciding: always (1 of 2)':
      'show-all is itself a choice, so that nobody chooses first there',
    'fleet.open.checkedVehicles.deciding: always (1 of 2)': 'there the vehicles are chosen',
    ...Object.fromEntries(
      ['normalFleet', 'showAll', 'statusFilter', 'appliedFilter'].map((mode) => [
        `fleet.open.${mode}.loading: xstate.done.actor.list (1 of 2)`,
        'only chosen vehicles come in batches',
      ]),
    ),
  },
}
