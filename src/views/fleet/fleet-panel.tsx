import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconFilterOff,
  IconListCheck,
  IconPlugConnectedX,
  IconPolygon,
  IconSearch,
  IconShare,
  IconStack2,
  IconTruck,
} from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { memo, type ReactNode, useSyncExternalStore } from 'react'
import { selectSettings } from '#src/machines/app/app.selectors.ts'
import type { FleetActor } from '#src/machines/fleet/fleet.machine.ts'
import {
  selectAppliedFilter,
  selectBatchesLoaded,
  selectChip,
  selectChosen,
  selectCounts,
  selectFilters,
  selectIsShowingAll,
  selectLargeList,
  selectLiveLinks,
  selectMayDraw,
  selectSearch,
  selectSupportView,
  selectVehicleSelection,
} from '#src/machines/fleet/fleet.selectors.ts'
import { batchLabels, type Chip, shownBatch } from '#src/machines/fleet/list-restoration.logic.ts'
import { selectRole } from '#src/machines/settings/settings.selectors.ts'
import { settingsTabPath, tabsOf } from '#src/machines/settings/settings.tabs.ts'
import { selectIsOffered } from '#src/machines/support/support-view.selectors.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { FILTERS, VEHICLE_SELECTION } from '#src/texts/en/fleet-filter.ts'
import { IMPORT_TEXT } from '#src/texts/en/import.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { LIVE_LINKS } from '#src/texts/en/live-share.ts'
import { Filters, SelectionStrip, StatusChips } from '../fleet-filter/index.ts'
import { useAppSelector, useServices } from '../kit/app-context.tsx'
import { IconButton, RetryButton, RouteLink } from '../kit/buttons.tsx'
import { EmptyState, RetryNote } from '../kit/empty-state.tsx'
import { useLanguage } from '../kit/hooks.ts'
import { lazyView } from '../kit/lazy-view.ts'
import { SearchField } from '../kit/lists.tsx'
import { Panel, PanelHead, PanelState, PanelTotal } from '../kit/panel.tsx'
import { canShare, useShare } from '../live-share/index.ts'
import { useListState, useShownIds } from './fleet-hooks.ts'
import classes from './fleet-panel.module.css'

/** The state of the list; `selectionRequired`: vehicles must be selected before anything loads (CONFLICT-35). */
export type ListState = 'loading' | 'failed' | 'selectionRequired' | 'ready'

const IMPORT_TAB = 'importPositions'

/** Leads those who may import positions to the import. */
const ImportLink = () => {
  const settings = useAppSelector(selectSettings)
  if (
    settings === undefined ||
    !tabsOf(selectRole(settings.getSnapshot())).some(({ id }) => id === IMPORT_TAB)
  )
    return null
  return (
    <Button component={RouteLink} to={settingsTabPath(IMPORT_TAB)}>
      {IMPORT_TEXT.title}
    </Button>
  )
}

const NothingFound = ({
  search,
  chip,
  isFiltered,
  onSearch,
  onChip,
}: {
  search: string
  chip: Chip | null
  isFiltered: boolean
  onSearch: (text: string) => void
  onChip: (chip: Chip) => void
}) => {
  if (search !== '')
    return (
      <EmptyState icon={IconSearch} title={FLEET.noMatch({ text: search })} text={FLEET.noMatchText}>
        <Button variant="default" onClick={() => onSearch('')}>
          {KIT.clearSearch}
        </Button>
      </EmptyState>
    )
  if (chip !== null)
    return (
      <EmptyState icon={IconTruck} title={FLEET.noneOfStatus({ status: chip })} text={FLEET.noneOfStatusText}>
        <Button variant="default" onClick={() => onChip(chip)}>
          {FLEET.showAllStatuses}
        </Button>
      </EmptyState>
    )
  if (isFiltered)
    return <EmptyState icon={IconFilterOff} title={FILTERS.noneLeft} text={FILTERS.noneLeftText} />
  return (
    <EmptyState icon={IconTruck} title={FLEET.none} text={FLEET.noneText}>
      <ImportLink />
    </EmptyState>
  )
}

/** The cards, with a note if the list is cut; or why there are none, and the next step. */
export const ListBody = ({
  state,
  found,
  children,
  onRetry,
  onShowAll,
  onSelectVehicles,
  ...nothing
}: {
  state: ListState
  /** The number of vehicles that match search and chip. */
  found: number
  search: string
  chip: Chip | null
  onSearch: (text: string) => void
  onChip: (chip: Chip) => void
  onShowAll: () => void
  onSelectVehicles: () => void
  onRetry: () => void
  /** Whether filters or a selection narrow the list. */
  isFiltered: boolean
  children: ReactNode
}) => {
  if (state === 'selectionRequired')
    return (
      <PanelState>
        <EmptyState icon={IconTruck} title={FLEET.chooseFirst} text={FLEET.chooseFirstText}>
          <Button onClick={onSelectVehicles}>{VEHICLE_SELECTION.open}</Button>
          <Button variant="default" onClick={onShowAll}>
            {FLEET.showAll}
          </Button>
        </EmptyState>
      </PanelState>
    )
  if (found > 0)
    return (
      <>
        {state === 'failed' ? (
          <RetryNote text={FLEET.restFailed} retry={KIT.retry} onRetry={onRetry} />
        ) : null}
        {children}
      </>
    )
  if (state === 'loading') return <PanelState role="status">{FLEET.loading}</PanelState>
  if (state === 'failed')
    return (
      <PanelState role="alert">
        <EmptyState icon={IconAlertTriangle} title={FLEET.failed} text={KIT.checkConnection}>
          <RetryButton onRetry={onRetry}>{KIT.retry}</RetryButton>
        </EmptyState>
      </PanelState>
    )
  return (
    <PanelState>
      <NothingFound {...nothing} />
    </PanelState>
  )
}

/** The left panel of the fleet map: search, chips, cards (MAP-03, MAP-04, MAP-06). */
export const FleetPanel = ({
  isBusy,
  streamNote,
  head,
  supportView,
  tools,
  children,
}: {
  isBusy: boolean
  /** The state of the fleet's stream, if it is not connected. */
  streamNote: string | null
  /** `FleetHead`. */
  head: ReactNode
  /** `OfferedSupportView`. */
  supportView: ReactNode
  /** Search, chips and filters. */
  tools: ReactNode
  children: ReactNode
}) => (
  <Panel name={FLEET.panel} isBusy={isBusy}>
    <PanelHead padding="0 8px 0 4px">{head}</PanelHead>
    {supportView}
    <div className={classes['tools']}>{tools}</div>
    {streamNote === null ? null : (
      <div className={classes['stream']} role="status">
        <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
        {streamNote}
      </div>
    )}
    {children}
  </Panel>
)

/** The tabs (MAP-03), the number of listed vehicles, and the buttons for all vehicles and for geofences. */
export const FleetHead = memo(({ fleet, tabs }: { fleet: FleetActor; tabs: ReactNode }) => {
  useLanguage()
  const found = useShownIds(fleet).length
  const links = useSelector(fleet, selectLiveLinks)
  return (
    <>
      {tabs}
      <PanelTotal>{useListState(fleet) === 'ready' ? FLEET.total({ count: found }) : null}</PanelTotal>
      <IconButton
        icon={IconStack2}
        name={FLEET.showAll}
        quiet
        pressed={useSelector(fleet, selectIsShowingAll)}
        onPress={() => fleet.send({ type: 'showAll.pressed' })}
      />
      <IconButton
        icon={IconShare}
        name={LIVE_LINKS.open}
        quiet
        onPress={() => links?.send({ type: 'links.listOpened' })}
      />
      <IconButton
        icon={IconPolygon}
        name={FLEET.geofences}
        quiet
        disabled={!useSelector(fleet, selectMayDraw)}
        onPress={() => fleet.send({ type: 'geofences.opened' })}
      />
    </>
  )
})

/** The search (MAP-06), and the button that opens the vehicle selection. */
export const SearchBox = memo(({ fleet }: { fleet: FleetActor }) => {
  useLanguage()
  const search = useSelector(fleet, selectSearch)
  const selection = useSelector(fleet, selectVehicleSelection)
  const find = (text: string) => fleet.send({ type: 'search.changed', text })
  return (
    <div className={classes['find']}>
      <SearchField name={FLEET.search} clear={KIT.clearSearch} value={search} onSearch={find} />
      <IconButton
        icon={IconListCheck}
        name={VEHICLE_SELECTION.open}
        onPress={() => selection?.send({ type: 'vehicleSelection.opened' })}
      />
    </div>
  )
})

/** The chips with the current number of vehicles of each status, once a list has arrived (MAP-04). */
export const Chips = memo(({ fleet }: { fleet: FleetActor }) => {
  useLanguage()
  const { fleetStore } = useServices()
  const counts = useSyncExternalStore(fleetStore.onChange, fleetStore.counts)
  return (
    <StatusChips
      counts={useSelector(fleet, selectCounts) === null ? null : counts}
      pressed={useSelector(fleet, selectChip)}
      onPress={(status) => fleet.send({ type: 'chip.pressed', status })}
    />
  )
})

/** Lazy, because most roles never see it. */
const SupportView = lazyView(() => import('../support/support-view.tsx'))

/** The support view, if the role has it. */
export const OfferedSupportView = memo(({ fleet }: { fleet: FleetActor }) => {
  useLanguage()
  const view = useSelector(fleet, selectSupportView)
  const isOffered = useSelector(view, (snapshot) => snapshot !== undefined && selectIsOffered(snapshot))
  return view === undefined || !isOffered ? null : <SupportView view={view} />
})

/** The filters, and the strip of the vehicle selection. */
export const FiltersAndSelection = memo(({ fleet }: { fleet: FleetActor }) => {
  useLanguage()
  const filters = useSelector(fleet, selectFilters)
  const selection = useSelector(fleet, selectVehicleSelection)
  const applied = useSelector(fleet, selectAppliedFilter)
  const isSetAside = useSelector(fleet, selectIsShowingAll)
  const chosen = useSelector(fleet, selectChosen)
  const large = useSelector(fleet, selectLargeList)
  const loaded = useSelector(fleet, selectBatchesLoaded)
  const share = useShare(fleet)
  return (
    <>
      {filters === undefined ? null : <Filters filters={filters} applied={applied} isSetAside={isSetAside} />}
      {chosen.length === 0 ? null : (
        <SelectionStrip
          count={Math.max(large.length, chosen.length)}
          batches={
            large.length === 0
              ? null
              : { labels: batchLabels(large.length), loaded, shown: shownBatch(large, chosen) }
          }
          onChange={() => selection?.send({ type: 'vehicleSelection.opened' })}
          onClear={() => selection?.send({ type: 'vehicleSelection.cleared' })}
          onShare={
            share !== null && canShare(chosen.length)
              ? () => share({ kind: 'vehicles', vehicleIds: chosen })
              : null
          }
          onBatch={(batch) => fleet.send({ type: 'batch.chosen', batch })}
        />
      )}
    </>
  )
})
