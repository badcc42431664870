import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Counts } from '#src/machines/fleet/fleet.logic.ts'
import type { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import {
  selectAppliedFilter,
  selectBatchesLoaded,
  selectChip,
  selectChoice,
  selectChosen,
  selectCounts,
  selectFilters,
  selectFleetStream,
  selectIsListHeld,
  selectIsListLoading,
  selectIsShowingAll,
  selectLargeList,
  selectListFailure,
  selectListKind,
  selectListPage,
  selectMayDraw,
  selectMustChoose,
  selectSearch,
  selectSelectedVehicleId,
  selectSupportView,
} from '#src/machines/fleet/fleet.selectors.ts'
import { batchLabels, shownBatch } from '#src/machines/fleet/list-memo.logic.ts'
import { selectIsOffered } from '#src/machines/support-view/support-view.selectors.ts'
import { selectIsChoosing } from '#src/machines/vehicle-choice/vehicle-choice.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { ChosenStrip } from './chosen-strip.tsx'
import { Filters } from './filters.tsx'
import type { ListState } from './fleet-panel.tsx'
import { FleetPanel } from './fleet-panel.tsx'
import { isNarrow } from './is-narrow.ts'
import { useShowVehicle } from './use-show-vehicle.ts'
import { VehicleList } from './vehicle-list.tsx'

const NONE_COUNTED: Counts = { RUNNING: 0, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }

/** Vehicles by status as they are now; none until the first list came. */
const useFleetCounts = (fleet: FleetActor): Counts => {
  const { fleetStore } = useServices()
  const counts = useSyncExternalStore(fleetStore.onChange, fleetStore.counts)
  return useSelector(fleet, selectCounts) === null ? NONE_COUNTED : counts
}

export type FleetActor = ActorRefFrom<typeof fleetMachine>

/** The ids of the listed vehicles in their order. */
export const useFleetIds = (): readonly number[] => {
  const { fleetList } = useServices()
  return useSyncExternalStore(fleetList.subscribe, fleetList.getSnapshot)
}

/** Loaded only where it is shown: most roles never see it. */
const SupportView = lazy(() => import('./support-view.tsx'))
const VehicleChoice = lazy(() => import('./vehicle-choice.tsx'))

const Whose = ({ fleet }: { fleet: FleetActor }) => {
  const view = useSelector(fleet, selectSupportView)
  const isOffered = useSelector(view, (snapshot) => snapshot !== undefined && selectIsOffered(snapshot))
  return view === undefined || !isOffered ? null : (
    <Suspense fallback={null}>
      <SupportView view={view} />
    </Suspense>
  )
}

/** The filters, and the vehicles that are selected. */
const Narrowing = ({ fleet }: { fleet: FleetActor }) => {
  const filters = useSelector(fleet, selectFilters)
  const choice = useSelector(fleet, selectChoice)
  const isApplied = useSelector(fleet, selectAppliedFilter) !== null
  const chosen = useSelector(fleet, selectChosen)
  const large = useSelector(fleet, selectLargeList)
  const loaded = useSelector(fleet, selectBatchesLoaded)
  return (
    <>
      {filters === undefined ? null : <Filters filters={filters} isApplied={isApplied} />}
      {chosen.length === 0 ? null : (
        <ChosenStrip
          count={Math.max(large.length, chosen.length)}
          batches={
            large.length === 0
              ? null
              : { labels: batchLabels(large.length), loaded, shown: shownBatch(large, chosen) }
          }
          onChange={() => choice?.send({ type: 'vehicleChoice.opened' })}
          onClear={() => choice?.send({ type: 'vehicleChoice.cleared' })}
          onBatch={(batch) => fleet.send({ type: 'batch.chosen', batch })}
        />
      )}
    </>
  )
}

/** The fleet panel of the running fleet machine; while vehicles are selected, the choice of them. */
export const ConnectedList = ({ fleet, tabs }: { fleet: FleetActor; tabs: ReactNode }) => {
  const choice = useSelector(fleet, selectChoice)
  const isChoosing = useSelector(choice, (snapshot) => snapshot !== undefined && selectIsChoosing(snapshot))
  return choice !== undefined && isChoosing ? (
    <Suspense fallback={null}>
      <VehicleChoice choice={choice} />
    </Suspense>
  ) : (
    <FleetListPanel fleet={fleet} tabs={tabs} />
  )
}

const NOBODY: readonly number[] = []

const FleetListPanel = ({ fleet, tabs }: { fleet: FleetActor; tabs: ReactNode }) => {
  const { fleetStore } = useServices()
  const loaded = useFleetIds()
  // Vehicles of the list before are not shown under the new one's name.
  const ids = useSelector(fleet, selectIsListHeld) ? loaded : NOBODY
  const show = useShowVehicle(fleet)
  const askForMore = useCallback(
    () => fleet.send({ type: 'list.scrolledToEnd', narrow: isNarrow() }),
    [fleet],
  )
  const counts = useFleetCounts(fleet)
  const isLoading = useSelector(fleet, selectIsListLoading)
  const mustChoose = useSelector(fleet, selectMustChoose)
  const failure = useSelector(fleet, selectListFailure)
  const stream = useSelector(fleet, selectFleetStream)
  const choice = useSelector(fleet, selectChoice)
  const kind = useSelector(fleet, selectListKind)
  const state: ListState = isLoading
    ? 'loading'
    : failure !== null
      ? 'failed'
      : mustChoose
        ? 'unasked'
        : 'ready'
  return (
    <FleetPanel
      state={state}
      found={ids.length}
      counts={counts}
      chip={useSelector(fleet, selectChip)}
      isShowingAll={useSelector(fleet, selectIsShowingAll)}
      search={useSelector(fleet, selectSearch)}
      isStreamDown={stream === 'reconnecting' || stream === 'ended'}
      tabs={tabs}
      whose={<Whose fleet={fleet} />}
      filters={<Narrowing fleet={fleet} />}
      isFiltered={kind === 'applied' || kind === 'checked' || kind === 'large'}
      onSelectVehicles={() => choice?.send({ type: 'vehicleChoice.opened' })}
      mayDraw={useSelector(fleet, selectMayDraw)}
      onGeofences={() => fleet.send({ type: 'geofences.opened' })}
      onChip={(status) => fleet.send({ type: 'chip.pressed', status })}
      onShowAll={() => fleet.send({ type: 'showAll.pressed' })}
      onSearch={(text) => fleet.send({ type: 'search.changed', text })}
      onRetry={() => fleet.send({ type: 'list.retry' })}
    >
      <VehicleList
        store={fleetStore}
        ids={ids}
        shown={useSelector(fleet, selectListPage)}
        selected={useSelector(fleet, selectSelectedVehicleId)}
        onSelect={show}
        onEnd={askForMore}
      />
    </FleetPanel>
  )
}
