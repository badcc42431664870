import type { SnapshotFrom } from 'xstate'
import { type ListMode, listModeOf } from './fleet.logic.ts'
import type { fleetMachine } from './fleet.machine.ts'

type Snapshot = SnapshotFrom<typeof fleetMachine>

/** The modes of the map that exist (MAP-25), and `closed` where no map is open. */
export type MapMode = ListMode | 'live' | 'playback' | 'closed'

/** The one mode that is on. */
export const selectMode = (snapshot: Snapshot): MapMode => {
  if (!snapshot.hasTag('open')) return 'closed'
  if (snapshot.matches({ open: 'live' })) return 'live'
  if (snapshot.matches({ open: 'playback' })) return 'playback'
  return listModeOf(snapshot.context.memo)
}
/** Whether a list of vehicles is on the map. */
export const selectShowsList = (snapshot: Snapshot) => snapshot.hasTag('list')
/** Vehicles by status; null until the first list came (MAP-04, MAP-45). */
export const selectCounts = ({ context }: Snapshot) => context.counts
/** The pressed chip; under show-all none is (MAP-28). */
export const selectChip = ({ context }: Snapshot) => (context.memo.showAll ? null : context.memo.chip)
/** Whether show-all is pressed. */
export const selectIsShowingAll = ({ context }: Snapshot) => context.memo.showAll
/** The text of the search box. */
export const selectSearch = ({ context }: Snapshot) => context.search
/** How many cards the list shows at most (MAP-13). */
export const selectListPage = ({ context }: Snapshot) => context.cards
/** The vehicle whose popup is open. */
export const selectSelectedVehicleId = ({ context }: Snapshot) => context.selectedVehicleId
/** Whether a list is being loaded for the first time. */
export const selectIsListLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Whether vehicles must be chosen before anything loads (CONFLICT-35). */
export const selectMustChoose = (snapshot: Snapshot) => snapshot.hasTag('unasked')
/** Why the list could not be loaded; null while all is well. */
export const selectListFailure = ({ context }: Snapshot) => context.failure
/** The followed vehicle, its latest point and how its stream is; null outside live tracking. */
export const selectLive = ({ context }: Snapshot) => context.live
/** How the fleet's stream is. */
export const selectFleetStream = ({ context }: Snapshot) => context.stream
/** What lies under the vehicles (MAP-10). */
export const selectBase = ({ context }: Snapshot) => context.base
/** The playback's actor; undefined outside playback. */
export const selectPlayback = ({ children }: Snapshot) => children.playback
/** The choice of a company and a user; it is there whether it is offered or not. */
export const selectSupportView = ({ children }: Snapshot) => children.supportView
/** The tab of trips beside the fleet (MAP-03); undefined while no map is open. */
export const selectTrips = ({ children }: Snapshot) => children.trips
