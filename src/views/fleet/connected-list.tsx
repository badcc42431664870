import { useSelector } from '@xstate/react'
import { lazy, Suspense, useCallback, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import {
  selectChip,
  selectCounts,
  selectFleetStream,
  selectIsListLoading,
  selectIsShowingAll,
  selectListFailure,
  selectListPage,
  selectMustChoose,
  selectSearch,
  selectSelectedVehicleId,
  selectSupportView,
} from '#src/machines/fleet/fleet.selectors.ts'
import { selectIsOffered } from '#src/machines/support-view/support-view.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import type { ListState } from './fleet-panel.tsx'
import { FleetPanel } from './fleet-panel.tsx'
import { useShowVehicle } from './use-show-vehicle.ts'
import { VehicleList } from './vehicle-list.tsx'

export type FleetActor = ActorRefFrom<typeof fleetMachine>

/** The ids of the listed vehicles in their order. */
export const useFleetIds = (): readonly number[] => {
  const { fleetList } = useServices()
  return useSyncExternalStore(fleetList.subscribe, fleetList.getSnapshot)
}

/** Tablets and Linux agents append fewer cards (MAP-15, OPEN-81). */
const isNarrow = () =>
  navigator.userAgent.includes('Linux') || (window.innerWidth >= 768 && window.innerWidth < 1024)

/** Loaded only where it is shown: most roles never see it. */
const SupportView = lazy(() => import('./support-view.tsx'))

const Whose = ({ fleet }: { fleet: FleetActor }) => {
  const view = useSelector(fleet, selectSupportView)
  const isOffered = useSelector(view, (snapshot) => snapshot !== undefined && selectIsOffered(snapshot))
  return view === undefined || !isOffered ? null : (
    <Suspense fallback={null}>
      <SupportView view={view} />
    </Suspense>
  )
}

/** The fleet panel of the running fleet machine. */
export const ConnectedList = ({ fleet }: { fleet: FleetActor }) => {
  const { fleetStore } = useServices()
  const ids = useFleetIds()
  const show = useShowVehicle(fleet)
  const askForMore = useCallback(
    () => fleet.send({ type: 'list.scrolledToEnd', narrow: isNarrow() }),
    [fleet],
  )
  const counts = useSelector(fleet, selectCounts)
  const isLoading = useSelector(fleet, selectIsListLoading)
  const mustChoose = useSelector(fleet, selectMustChoose)
  const failure = useSelector(fleet, selectListFailure)
  const stream = useSelector(fleet, selectFleetStream)
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
      counts={{
        RUNNING: counts?.RUNNING ?? 0,
        IDLE: counts?.IDLING ?? 0,
        OFFLINE: counts?.OFFLINE ?? 0,
      }}
      chip={useSelector(fleet, selectChip)}
      isShowingAll={useSelector(fleet, selectIsShowingAll)}
      search={useSelector(fleet, selectSearch)}
      isStreamDown={stream === 'reconnecting' || stream === 'ended'}
      whose={<Whose fleet={fleet} />}
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
