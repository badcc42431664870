import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { lazy, memo, Suspense, useCallback, useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { StreamState } from '#src/machines/fleet/fleet.logic.ts'
import type { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import {
  selectChip,
  selectChoice,
  selectFleetStream,
  selectListKind,
  selectListPage,
  selectSearch,
  selectSelectedVehicleId,
} from '#src/machines/fleet/fleet.selectors.ts'
import { selectIsChoosing } from '#src/machines/vehicle-choice/vehicle-choice.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { FLEET } from './fleet.text.ts'
import { FleetPanel, ListBody } from './fleet-panel.tsx'
import { isNarrow } from './is-narrow.ts'
import { LIST_BEGIN, useListPlace } from './list-place.ts'
import { Chips, Head, Narrowing, SearchBox, Whose } from './list-tools.tsx'
import { useListState, useShownIds } from './use-list.ts'
import { useShowVehicle } from './use-show-vehicle.ts'
import { VehicleList } from './vehicle-list.tsx'

export type FleetActor = ActorRefFrom<typeof fleetMachine>

/** Loaded only where it is shown. */
const VehicleChoice = lazy(() => import('./vehicle-choice.tsx'))

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

const List = memo(({ fleet }: { fleet: FleetActor }) => {
  const { fleetStore } = useServices()
  const ids = useShownIds(fleet)
  const show = useShowVehicle(fleet)
  const askForMore = useCallback(
    () => fleet.send({ type: 'list.scrolledToEnd', narrow: isNarrow() }),
    [fleet],
  )
  const choice = useSelector(fleet, selectChoice)
  const kind = useSelector(fleet, selectListKind)
  const search = useSelector(fleet, selectSearch)
  const listPlace = useListPlace()
  const hasNone = ids.length === 0
  useEffect(() => {
    // There are none between a list and another one, which begins anew.
    if (hasNone) listPlace.current = LIST_BEGIN
  }, [listPlace, hasNone])
  return (
    <ListBody
      state={useListState(fleet)}
      found={ids.length}
      search={search}
      chip={useSelector(fleet, selectChip)}
      isFiltered={kind === 'applied' || kind === 'checked' || kind === 'large'}
      onSelectVehicles={() => choice?.send({ type: 'vehicleChoice.opened' })}
      onSearch={(text) => fleet.send({ type: 'search.changed', text })}
      onChip={(status) => fleet.send({ type: 'chip.pressed', status })}
      onShowAll={() => fleet.send({ type: 'showAll.pressed' })}
      onRetry={() => fleet.send({ type: 'list.retry' })}
    >
      <VehicleList
        store={fleetStore}
        ids={ids}
        search={search}
        shown={useSelector(fleet, selectListPage)}
        selected={useSelector(fleet, selectSelectedVehicleId)}
        onSelect={show}
        onEnd={askForMore}
      />
    </ListBody>
  )
})

const STREAM_NOTES: Readonly<Record<StreamState, string | null>> = {
  connecting: null,
  open: null,
  late: FLEET.streamLate,
  reconnecting: FLEET.streamDown,
  ended: FLEET.streamEnded,
}

/** Its parts read the machine themselves: what a key or a count changes leaves the others as they are. */
const FleetListPanel = ({ fleet, tabs }: { fleet: FleetActor; tabs: ReactNode }) => {
  return (
    <FleetPanel
      isBusy={useListState(fleet) === 'loading'}
      streamNote={STREAM_NOTES[useSelector(fleet, selectFleetStream)]}
      head={<Head fleet={fleet} tabs={tabs} />}
      whose={<Whose fleet={fleet} />}
      tools={
        <>
          <SearchBox fleet={fleet} />
          <Chips fleet={fleet} />
          <Narrowing fleet={fleet} />
        </>
      }
    >
      <List fleet={fleet} />
    </FleetPanel>
  )
}
