import type { SnapshotFrom } from 'xstate'
import { OPERATOR_ROLES } from '#contract/roles.ts'
import { shownTimeZone } from './fleet.context.ts'
import type { fleetMachine } from './fleet.machine.ts'
import { chosenOf, listKindOf } from './list-restoration.logic.ts'

type Snapshot = SnapshotFrom<typeof fleetMachine>

const MODES = [
  'normalFleet',
  'showAll',
  'statusFilter',
  'appliedFilter',
  'checkedVehicles',
  'playback',
  'live',
  'tripPlot',
  'gridMap',
  'geofences',
] as const

/** The ten modes of the map (MAP-25), and `closed` where no map is open. */
export type MapMode = (typeof MODES)[number] | 'closed'

/** The current mode. */
export const selectMode = (snapshot: Snapshot): MapMode =>
  MODES.find((mode) => snapshot.matches({ open: mode })) ?? 'closed'
/** Whether the map shows one route instead of the fleet. */
export const selectShowsRoute = (snapshot: Snapshot): boolean => ROUTE_MODES.has(selectMode(snapshot))
const ROUTE_MODES: ReadonlySet<MapMode> = new Set(['live', 'playback', 'tripPlot'])

/** Whether a list of vehicles is on the map. */
export const selectShowsList = (snapshot: Snapshot) => snapshot.hasTag('list')
/** Whether the loaded vehicles are those of the current list, so that they may be seen (MAP-26). */
export const selectIsListHeld = (snapshot: Snapshot) => snapshot.hasTag('list') && snapshot.context.isHeld
/** Which of the seven lists the memo leads back to (MAP-27). */
export const selectListKind = ({ context }: Snapshot) => listKindOf(context.memo)
/** Vehicles by status; null until the first list is loaded (MAP-04, MAP-45). */
export const selectCounts = ({ context }: Snapshot) => context.counts
/** The pressed chip; under show-all none is (MAP-28). */
export const selectChip = ({ context }: Snapshot) => (context.memo.showAll ? null : context.memo.chip)
/** Whether show-all is pressed. */
export const selectIsShowingAll = ({ context }: Snapshot) => context.memo.showAll
/** The filters that the list is made of; null where none are applied (MAP-31). */
export const selectAppliedFilter = ({ context }: Snapshot) => context.memo.applied
/** The vehicles chosen by checkboxes: the shown batch, else all of them. */
export const selectChosen = ({ context }: Snapshot) => chosenOf(context.memo)
/** All vehicles of a large list; empty where there is none (OPEN-55). */
export const selectLargeList = ({ context }: Snapshot) => context.memo.large
/** How many batches of the list are loaded (MAP-51). */
export const selectBatchesLoaded = ({ context }: Snapshot) => context.batches
/** The text of the search box. */
export const selectSearch = ({ context }: Snapshot) => context.search
/** How many cards the list shows at most (MAP-13). */
export const selectListPage = ({ context }: Snapshot) => context.cards
/** The vehicle with the open popup. */
export const selectSelectedVehicleId = ({ context }: Snapshot) => context.selectedVehicleId
/** The cluster of overlapping trucks whose list is open. */
export const selectCluster = ({ context }: Snapshot) => context.cluster
/** Whether a list is being loaded for the first time. */
export const selectIsListLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Whether vehicles must be chosen before anything loads (CONFLICT-35). */
export const selectMustChoose = (snapshot: Snapshot) => snapshot.hasTag('unasked')
/** Why the list could not be loaded; null otherwise. */
export const selectListFailure = ({ context }: Snapshot) => context.failure
/** The followed vehicle, its latest point and the state of its stream; null outside live tracking. */
export const selectLive = ({ context }: Snapshot) => context.live
/** The state of the fleet's stream. */
export const selectFleetStream = ({ context }: Snapshot) => context.stream
/** The time zone of the company whose vehicles are shown. */
export const selectShownTimeZone = ({ context }: Snapshot) => shownTimeZone(context)
/** The basemap (MAP-10). */
export const selectBase = ({ context }: Snapshot) => context.base
/** The playback's actor; undefined outside playback. */
export const selectPlayback = ({ children }: Snapshot) => children.playback
/** The trip plot's actor; undefined outside it. */
export const selectTripPlot = ({ children }: Snapshot) => children.tripPlot
/** The grid map's actor; undefined outside it. */
export const selectGridMap = ({ children }: Snapshot) => children.gridMap
/** The geofences' actor; undefined outside them. */
export const selectGeofences = ({ children }: Snapshot) => children.geofences
/** Whether geofences may be drawn (MAP-08, GEO-13). */
export const selectMayDraw = ({ context }: Snapshot) => context.role !== 'SUPPORT'
/** The support view's actor, whether it is offered or not. */
export const selectSupportView = ({ children }: Snapshot) => children.supportView
/** The filters' actor, which holds what is picked (MAP-31). */
export const selectFilters = ({ children }: Snapshot) => children.filters
/** The vehicle selection's actor. */
export const selectVehicleSelection = ({ children }: Snapshot) => children.vehicleSelection
/** The tab of trips beside the fleet (MAP-03); undefined while no map is open. */
export const selectTrips = ({ children }: Snapshot) => children.trips
/** The actor of the live links; undefined while no map is open. */
export const selectLiveLinks = ({ children }: Snapshot) => children.liveLinks
/** Whether live links may be made, changed and revoked (OPEN-43). */
export const selectMayShare = ({ context }: Snapshot) => OPERATOR_ROLES.some((role) => role === context.role)
