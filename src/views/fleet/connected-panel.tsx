import { useSelector } from '@xstate/react'
import { memo, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { FleetActor } from '#src/machines/fleet/fleet.machine.ts'
import type { StreamState } from '#src/machines/fleet/fleet.ports.ts'
import {
  selectChip,
  selectFleetStream,
  selectListKind,
  selectListPage,
  selectLiveLinks,
  selectSearch,
  selectSelectedVehicleId,
  selectTrips,
  selectVehicleSelection,
} from '#src/machines/fleet/fleet.selectors.ts'
import { selectIsSelectionOpen } from '#src/machines/fleet-filter/vehicle-selection.selectors.ts'
import { selectIsTripsOpen } from '#src/machines/trips/trips.selectors.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { TRIPS } from '#src/texts/en/trips.ts'
import { useServices } from '../kit/app-context.tsx'
import { useLanguage } from '../kit/hooks.ts'
import { lazyView } from '../kit/lazy-view.ts'
import { isNarrow } from '../kit/lists.tsx'
import { useShare } from '../live-share/index.ts'
import { ConnectedTrips, type FleetTab, PanelTabs } from '../trips/index.ts'
import { LIST_START, useListScroll, useListState, useShownIds, useShowVehicle } from './fleet-hooks.ts'
import {
  Chips,
  FiltersAndSelection,
  FleetHead,
  FleetPanel,
  ListBody,
  OfferedSupportView,
  SearchBox,
} from './fleet-panel.tsx'
import { VehicleList } from './vehicle-list.tsx'

const VehicleSelection = lazyView(() => import('../fleet-filter/vehicle-selection.tsx'))

/** The fleet panel, connected to its machine; while the user selects vehicles, the vehicle selection. */
export const ConnectedList = ({ fleet, tabs }: { fleet: FleetActor; tabs: ReactNode }) => {
  const selection = useSelector(fleet, selectVehicleSelection)
  const isSelecting = useSelector(
    selection,
    (snapshot) => snapshot !== undefined && selectIsSelectionOpen(snapshot),
  )
  return selection !== undefined && isSelecting ? (
    <VehicleSelection choice={selection} />
  ) : (
    <FleetListPanel fleet={fleet} tabs={tabs} />
  )
}

const List = memo(({ fleet }: { fleet: FleetActor }) => {
  useLanguage()
  const { fleetStore } = useServices()
  const ids = useShownIds(fleet)
  const show = useShowVehicle(fleet)
  const loadMore = useCallback(() => fleet.send({ type: 'list.scrolledToEnd', narrow: isNarrow() }), [fleet])
  const selection = useSelector(fleet, selectVehicleSelection)
  const kind = useSelector(fleet, selectListKind)
  const search = useSelector(fleet, selectSearch)
  const listScroll = useListScroll()
  const hasNone = ids.length === 0
  useEffect(() => {
    // Between two lists there are no vehicles; the next list starts at its top.
    if (hasNone) listScroll.current = LIST_START
  }, [listScroll, hasNone])
  return (
    <ListBody
      state={useListState(fleet)}
      found={ids.length}
      search={search}
      chip={useSelector(fleet, selectChip)}
      isFiltered={kind === 'applied' || kind === 'checked' || kind === 'large'}
      onSelectVehicles={() => selection?.send({ type: 'vehicleSelection.opened' })}
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
        onEnd={loadMore}
      />
    </ListBody>
  )
})

const STREAM_NOTES = { late: 'streamLate', reconnecting: 'streamDown', ended: 'streamEnded' } as const

const streamNote = (stream: StreamState): string | null =>
  stream === 'connecting' || stream === 'open' ? null : FLEET[STREAM_NOTES[stream]]

/** Each part reads the machine itself, so that a keystroke or a new count rerenders that part alone. */
const FleetListPanel = ({ fleet, tabs }: { fleet: FleetActor; tabs: ReactNode }) => {
  return (
    <FleetPanel
      isBusy={useListState(fleet) === 'loading'}
      streamNote={streamNote(useSelector(fleet, selectFleetStream))}
      head={<FleetHead fleet={fleet} tabs={tabs} />}
      supportView={<OfferedSupportView fleet={fleet} />}
      tools={
        <>
          <SearchBox fleet={fleet} />
          <Chips fleet={fleet} />
          <FiltersAndSelection fleet={fleet} />
        </>
      }
    >
      <List fleet={fleet} />
    </FleetPanel>
  )
}

const TABS = { fmt: 'trips.left', trips: 'trips.opened' } as const

/** The panel of the open tab: the fleet or its running trips (MAP-03). */
export const ConnectedPanel = ({ fleet }: { fleet: FleetActor }) => {
  const { serverNow } = useServices()
  const share = useShare(fleet)
  const links = useSelector(fleet, selectLiveLinks)
  const trips = useSelector(fleet, selectTrips)
  const isTrips = useSelector(trips, (snapshot) => snapshot !== undefined && selectIsTripsOpen(snapshot))
  const [hasChanged, setChanged] = useState(false)
  const open = (tab: FleetTab) => {
    setChanged(true)
    trips?.send({ type: TABS[tab] })
  }
  const tabs = <PanelTabs tab={isTrips ? 'trips' : 'fmt'} takesFocus={hasChanged} onTab={open} />
  if (!isTrips || trips === undefined) return <ConnectedList fleet={fleet} tabs={tabs} />
  return (
    <ConnectedTrips
      actor={trips}
      tabs={tabs}
      onPlot={({ vehicleId, tripId }) =>
        fleet.send({ type: 'tripPlot.opened', vehicleId, tripId, now: serverNow() })
      }
      onLinks={() => links?.send({ type: 'links.listOpened' })}
      onShare={
        share &&
        (({ tripId, vehicleId, fromCity, toCity }) =>
          share({ kind: 'trip', tripId, vehicleId }, TRIPS.route({ from: fromCity, to: toCity })))
      }
    />
  )
}
