import { Button, Checkbox, Radio } from '@mantine/core'
import { KIT } from '#src/texts/en/kit.ts'
import { formatLimit } from '../kit/measures.ts'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Radio.css'
import { useSelector } from '@xstate/react'
import { type ComponentProps, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { OVERSPEED_OPTIONS } from '#contract/constants.ts'
import type { AppliedFilter } from '#src/machines/fleet/list-restoration.logic.ts'
import type { Entry } from '#src/machines/fleet-filter/fleet-filter.logic.ts'
import type {
  fleetFilterMachine,
  groupsRequest,
  regionsRequest,
} from '#src/machines/fleet-filter/fleet-filter.machine.ts'
import {
  selectGroups,
  selectGroupsRequest,
  selectIsNew,
  selectIsOverSpeedOnly,
  selectIsTouched,
  selectMayPickGroups,
  selectMayPickRegions,
  selectOverSpeed,
  selectRegions,
  selectRegionsRequest,
} from '#src/machines/fleet-filter/fleet-filter.selectors.ts'
import { selectFailure, selectIsFetching, selectResponse } from '#src/machines/request/request.selectors.ts'
import { FILTERS } from '#src/texts/en/fleet-filter.ts'
import { FilterMenu } from './filter-menu.tsx'
import classes from './filters.module.css'

type FiltersActor = ActorRefFrom<typeof fleetFilterMachine>
type Option = { readonly id: number; readonly name: string }

type Kind = 'group' | 'region'

const labelOf = (kind: Kind, entries: readonly Entry[]): string =>
  entries.length === 0
    ? FILTERS[kind]
    : entries.includes('all')
      ? FILTERS.pickedAll({ name: FILTERS[kind] })
      : FILTERS.picked({ name: FILTERS[kind], count: entries.length })

/** The checkboxes of groups or regions, after a single one for all of them (MAP-32). */
const Entries = ({
  kind,
  options,
  entries,
  isLoading,
  hasFailed,
  onPick,
}: {
  kind: Kind
  options: readonly Option[] | null
  entries: readonly Entry[]
  isLoading: boolean
  hasFailed: boolean
  onPick: (entries: readonly Entry[], every: readonly number[]) => void
}) => {
  if (isLoading)
    return (
      <p className={classes['note']} role="status">
        {KIT.loading}
      </p>
    )
  if (hasFailed || options === null)
    return (
      <p className={classes['note']} role="alert">
        {FILTERS.failed}
      </p>
    )
  if (options.length === 0) return <p className={classes['note']}>{FILTERS.empty[kind]}</p>
  const isAll = entries.includes('all')
  const every = options.map(({ id }) => id)
  return (
    <Checkbox.Group
      aria-label={FILTERS[kind]}
      value={entries.map(String)}
      onChange={(values) =>
        onPick(
          values.map((value) => (value === 'all' ? value : Number(value))),
          every,
        )
      }
    >
      <div className={classes['entries']}>
        <Checkbox value="all" label={FILTERS.all} classNames={{ root: classes['entry'] ?? '' }} />
        {options.map(({ id, name: label }) => (
          <Checkbox
            key={id}
            value={String(id)}
            label={<span translate="no">{label}</span>}
            indeterminate={isAll}
            classNames={{ root: classes['entry'] ?? '' }}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

const Groups = ({ filters, query }: { filters: FiltersActor; query: ActorRefFrom<typeof groupsRequest> }) => (
  <Entries
    kind="group"
    options={
      useSelector(query, selectResponse)?.map(({ groupId, groupName }) => ({
        id: groupId,
        name: groupName,
      })) ?? null
    }
    entries={useSelector(filters, selectGroups)}
    isLoading={useSelector(query, selectIsFetching)}
    hasFailed={useSelector(query, selectFailure) !== null}
    onPick={(entries, every) => filters.send({ type: 'fleetFilter.groupsPicked', entries, every })}
  />
)

const Regions = ({
  filters,
  query,
}: {
  filters: FiltersActor
  query: ActorRefFrom<typeof regionsRequest>
}) => (
  <Entries
    kind="region"
    options={
      useSelector(query, selectResponse)?.map(({ regionId, regionName }) => ({
        id: regionId,
        name: regionName,
      })) ?? null
    }
    entries={useSelector(filters, selectRegions)}
    isLoading={useSelector(query, selectIsFetching)}
    hasFailed={useSelector(query, selectFailure) !== null}
    onPick={(entries, every) => filters.send({ type: 'fleetFilter.regionsPicked', entries, every })}
  />
)

type MenuState = Pick<ComponentProps<typeof FilterMenu>, 'isOpen' | 'onOpen' | 'actions'>

const Overspeed = ({ filters, ...menu }: { filters: FiltersActor } & MenuState) => {
  const overSpeed = useSelector(filters, selectOverSpeed)
  return (
    <FilterMenu
      label={overSpeed === 0 ? FILTERS.overspeed : FILTERS.overspeedOf({ speedLimit: overSpeed })}
      isPicked={overSpeed !== 0}
      {...menu}
    >
      <Radio.Group
        aria-label={FILTERS.overspeedLegend}
        value={String(overSpeed)}
        onChange={(value) => filters.send({ type: 'fleetFilter.overSpeedPicked', overSpeed: Number(value) })}
      >
        <div className={classes['entries']}>
          <Radio value="0" label={FILTERS.none} classNames={{ root: classes['entry'] ?? '' }} />
          {OVERSPEED_OPTIONS.map(({ speedLimit }) => (
            <Radio
              key={speedLimit}
              value={String(speedLimit)}
              label={formatLimit(speedLimit)}
              classNames={{ root: classes['entry'] ?? '' }}
            />
          ))}
        </div>
      </Radio.Group>
    </FilterMenu>
  )
}

/** Apply and Clear, which close the menu. Apply is highlighted only while there is something to apply. */
const Actions = ({
  filters,
  isNew,
  onDone,
  place,
}: {
  filters: FiltersActor
  isNew: boolean
  onDone: () => void
  place: 'panel' | 'menu' | 'covered'
}) => (
  <div
    className={classes['actions']}
    data-place={place}
    // Covered buttons keep their space, so that the list below does not jump.
    style={place === 'covered' ? { visibility: 'hidden' } : {}}
  >
    <Button
      variant={isNew ? 'filled' : 'default'}
      onClick={() => {
        filters.send({ type: 'fleetFilter.applied' })
        onDone()
      }}
    >
      {FILTERS.apply}
    </Button>
    <Button
      variant="default"
      onClick={() => {
        filters.send({ type: 'fleetFilter.cleared' })
        onDone()
      }}
    >
      {FILTERS.clear}
    </Button>
  </div>
)

/**
 * The filters by group, region and overspeed (MAP-05). Apply and Clear appear once something is picked or applied (MAP-30):
 * in the open menu, else below the filters.
 */
export const Filters = ({
  filters,
  applied,
  isSetAside,
}: {
  filters: FiltersActor
  /** The filter that was applied last, or null. */
  applied: AppliedFilter | null
  /** Whether all trucks are listed despite the applied filter. */
  isSetAside: boolean
}) => {
  const groups = useSelector(filters, selectGroups)
  const regions = useSelector(filters, selectRegions)
  const isOverSpeedOnly = useSelector(filters, selectIsOverSpeedOnly)
  const mayPickGroups = useSelector(filters, selectMayPickGroups)
  const mayPickRegions = useSelector(filters, selectMayPickRegions)
  const isTouched = useSelector(filters, selectIsTouched)
  const isNew = useSelector(filters, (snapshot) => selectIsNew(snapshot, isSetAside ? null : applied))
  const groupsQuery = useSelector(filters, selectGroupsRequest)
  const regionsQuery = useSelector(filters, selectRegionsRequest)
  const reasonFor = (kind: Kind) => (isOverSpeedOnly ? FILTERS.notForSupport : FILTERS.otherPicked[kind])
  const [open, setOpen] = useState<Kind | 'overspeed' | null>(null)
  const close = () => setOpen(null)
  const offersActions = isTouched || applied !== null
  const menu = (name: Kind | 'overspeed'): MenuState => ({
    isOpen: open === name,
    onOpen: (isOpen) => {
      if (isOpen && name !== 'overspeed') filters.send({ type: 'fleetFilter.opened' })
      setOpen((before) => (isOpen ? name : before === name ? null : before))
    },
    actions: offersActions ? <Actions filters={filters} isNew={isNew} onDone={close} place="menu" /> : null,
  })
  return (
    <fieldset className={classes['filters']} aria-label={FILTERS.row}>
      <FilterMenu
        label={labelOf('group', groups)}
        isPicked={groups.length > 0}
        reason={mayPickGroups ? null : reasonFor('group')}
        {...menu('group')}
      >
        {groupsQuery === undefined ? null : <Groups filters={filters} query={groupsQuery} />}
      </FilterMenu>
      <FilterMenu
        label={labelOf('region', regions)}
        isPicked={regions.length > 0}
        reason={mayPickRegions ? null : reasonFor('region')}
        {...menu('region')}
      >
        {regionsQuery === undefined ? null : <Regions filters={filters} query={regionsQuery} />}
      </FilterMenu>
      <Overspeed filters={filters} {...menu('overspeed')} />
      {offersActions ? (
        <Actions filters={filters} isNew={isNew} onDone={close} place={open === null ? 'panel' : 'covered'} />
      ) : null}
    </fieldset>
  )
}
