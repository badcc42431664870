import { IconListCheck, IconPolygon, IconStack2 } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { lazy, memo, Suspense, useSyncExternalStore } from 'react'
import type { Counts } from '#src/machines/fleet/fleet.logic.ts'
import {
  selectAppliedFilter,
  selectBatchesLoaded,
  selectChip,
  selectChoice,
  selectChosen,
  selectCounts,
  selectFilters,
  selectIsShowingAll,
  selectLargeList,
  selectMayDraw,
  selectSearch,
  selectSupportView,
} from '#src/machines/fleet/fleet.selectors.ts'
import { batchLabels, shownBatch } from '#src/machines/fleet/list-memo.logic.ts'
import { selectIsOffered } from '#src/machines/support-view/support-view.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { IconButton } from '../kit/icon-button.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { ChosenStrip } from './chosen-strip.tsx'
import type { FleetActor } from './connected-list.tsx'
import { Filters } from './filters.tsx'
import { FLEET } from './fleet.text.ts'
import classes from './fleet-panel.module.css'
import { StatusChips } from './status-chips.tsx'
import { useListState, useShownIds } from './use-list.ts'
import { CHOICE } from './vehicle-choice.text.ts'

/** The tabs (MAP-03), how many vehicles are listed, and the ways to all of them and to the geofences. */
export const Head = memo(({ fleet, tabs }: { fleet: FleetActor; tabs: ReactNode }) => {
  const found = useShownIds(fleet).length
  return (
    <>
      {tabs}
      <span className={classes['total']} role="status">
        {useListState(fleet) === 'ready' ? FLEET.total(found) : null}
      </span>
      <IconButton
        icon={IconStack2}
        name={FLEET.showAll}
        quiet
        pressed={useSelector(fleet, selectIsShowingAll)}
        onPress={() => fleet.send({ type: 'showAll.pressed' })}
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

/** The search (MAP-06), and the way to the selection of vehicles. */
export const SearchBox = memo(({ fleet }: { fleet: FleetActor }) => {
  const search = useSelector(fleet, selectSearch)
  const choice = useSelector(fleet, selectChoice)
  const find = (text: string) => fleet.send({ type: 'search.changed', text })
  return (
    <div className={classes['find']}>
      <SearchField name={FLEET.search} clear={FLEET.clearSearch} value={search} onSearch={find} />
      <IconButton
        icon={IconListCheck}
        name={CHOICE.open}
        onPress={() => choice?.send({ type: 'vehicleChoice.opened' })}
      />
    </div>
  )
})

const NONE_COUNTED: Counts = { RUNNING: 0, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }

/** The chips with the vehicles of each status as they are now; none are counted until the first list came (MAP-04). */
export const Chips = memo(({ fleet }: { fleet: FleetActor }) => {
  const { fleetStore } = useServices()
  const counts = useSyncExternalStore(fleetStore.onChange, fleetStore.counts)
  return (
    <StatusChips
      counts={useSelector(fleet, selectCounts) === null ? NONE_COUNTED : counts}
      pressed={useSelector(fleet, selectChip)}
      onPress={(status) => fleet.send({ type: 'chip.pressed', status })}
    />
  )
})

/** Loaded only where it is shown: most roles never see it. */
const SupportView = lazy(() => import('./support-view.tsx'))

/** Whose vehicles are listed, where that can be chosen. */
export const Whose = memo(({ fleet }: { fleet: FleetActor }) => {
  const view = useSelector(fleet, selectSupportView)
  const isOffered = useSelector(view, (snapshot) => snapshot !== undefined && selectIsOffered(snapshot))
  return view === undefined || !isOffered ? null : (
    <Suspense fallback={null}>
      <SupportView view={view} />
    </Suspense>
  )
})

/** The filters, and the vehicles that are selected. */
export const Narrowing = memo(({ fleet }: { fleet: FleetActor }) => {
  const filters = useSelector(fleet, selectFilters)
  const choice = useSelector(fleet, selectChoice)
  const applied = useSelector(fleet, selectAppliedFilter)
  const isSetAside = useSelector(fleet, selectIsShowingAll)
  const chosen = useSelector(fleet, selectChosen)
  const large = useSelector(fleet, selectLargeList)
  const loaded = useSelector(fleet, selectBatchesLoaded)
  return (
    <>
      {filters === undefined ? null : <Filters filters={filters} applied={applied} isSetAside={isSetAside} />}
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
})
