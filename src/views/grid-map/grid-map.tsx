import { Button, SegmentedControl, Select } from '@mantine/core'
import {
  IconArrowLeft,
  IconCurrentLocation,
  IconLayoutGrid,
  IconMap2,
  IconPlus,
  IconX,
} from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { FleetActor } from '#src/machines/fleet/fleet.machine.ts'
import { type CellCount, shownIn } from '#src/machines/grid-map/grid-map.logic.ts'
import type { gridMapMachine } from '#src/machines/grid-map/grid-map.machine.ts'
import { selectCanAdd, selectGrid } from '#src/machines/grid-map/grid-map.selectors.ts'
import type { FleetStore } from '#src/services/fleet/fleet-columns.ts'
import type { GridMaps } from '#src/services/map/map-director.port.ts'
import { GRID } from '#src/texts/en/grid-map.ts'
import { KIT, mapNames } from '#src/texts/en/kit.ts'
import { useServices } from '../kit/app-context.tsx'
import { IconButton } from '../kit/buttons.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { Figure } from '../kit/facts.tsx'
import { formatAge } from '../kit/formats.ts'
import { takeFocus, useNow, usePhone } from '../kit/hooks.ts'
import { whenVisible } from '../kit/lists.tsx'
import { speedMeasure } from '../kit/measures.ts'
import { Plate, readVehicle, type ShownVehicle, StatusIcon, statusLabel } from '../kit/vehicle.tsx'
import classes from './grid-map.module.css'

const MOST_CHOICES = 50

/** The loaded vehicles that are not in the grid, by registration. */
const useChoices = (store: FleetStore, version: number, taken: readonly number[]) =>
  useMemo(() => {
    void version
    const { vehicleId } = store.columns
    return Array.from({ length: store.size }, (_, slot) => vehicleId[slot] ?? 0)
      .filter((id) => !taken.includes(id))
      .map((id) => ({ value: String(id), label: store.record(id)?.registrationId ?? '' }))
      .toSorted((a, b) => a.label.localeCompare(b.label))
  }, [store, version, taken])

/** The bar above the grid: back, the vehicle to add, the number of cells. */
export const GridBar = ({
  store,
  membership,
  shown,
  cells,
  canAdd,
  isPhone,
  onBack,
  onCells,
  onAdd,
}: {
  store: FleetStore
  /** Changes when vehicles are added or removed. */
  membership: number
  shown: readonly number[]
  cells: CellCount
  canAdd: boolean
  isPhone: boolean
  onBack: () => void
  onCells: (cells: CellCount) => void
  onAdd: (vehicleId: number) => void
}) => (
  <div className={classes['bar']}>
    <IconButton icon={IconArrowLeft} name={KIT.back} onPress={onBack} />
    <h1>{GRID.title}</h1>
    <Select
      className={classes['add'] ?? ''}
      aria-label={canAdd ? GRID.add : GRID.full}
      placeholder={canAdd ? GRID.add : GRID.full}
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      // Not disabled, because that would lose the focus after the ninth vehicle.
      {...(canAdd ? {} : { readOnly: true, dropdownOpened: false })}
      searchable
      limit={MOST_CHOICES}
      nothingFoundMessage={GRID.noneFound}
      value={null}
      data={useChoices(store, membership, shown)}
      onChange={(value) => {
        if (value !== null) onAdd(Number(value))
      }}
    />
    {isPhone ? null : (
      <SegmentedControl
        aria-label={GRID.cells}
        value={String(cells)}
        onChange={(value) => onCells(value === '9' ? 9 : 4)}
        data={[
          { value: '4', label: GRID.four },
          { value: '9', label: GRID.nine },
        ]}
      />
    )}
  </div>
)

/** The map of a cell: created when it first scrolls into view, removed with the cell. */
const CellMap = ({
  maps,
  vehicleId,
  registration,
}: {
  maps: GridMaps
  vehicleId: number
  registration: string
}) => {
  const [isSeen, setSeen] = useState(false)
  const waitToBeSeen = useCallback(
    (element: HTMLElement | null) => whenVisible(() => setSeen(true))(element),
    [],
  )
  const mount = useCallback(
    (container: HTMLElement | null) => (container === null ? undefined : maps.mount(vehicleId, container)),
    [maps, vehicleId],
  )
  useEffect(() => maps.setNames(vehicleId, mapNames(GRID.mapOf({ registration }))))
  return (
    <section
      key={String(isSeen)}
      className={classes['map']}
      aria-label={GRID.liveMapOf({ registration })}
      ref={isSeen ? mount : waitToBeSeen}
    />
  )
}

/** A cell of the grid: a vehicle's status and live map, with buttons to open it live and to remove it. */
export const GridCell = ({
  maps,
  vehicleId,
  vehicle,
  now,
  onLive,
  onRemove,
}: {
  maps: GridMaps
  vehicleId: number
  /** undefined if the list has lost it. */
  vehicle: ShownVehicle | undefined
  /** ms since 1970 UTC. */
  now: number
  onLive: () => void
  onRemove: () => void
}) => {
  const isFollowing = useSyncExternalStore(maps.subscribe, () => maps.isFollowing(vehicleId))
  const registration = vehicle?.registration ?? ''
  return (
    <li className={classes['cell']}>
      <div className={classes['head']}>
        {vehicle === undefined ? <span>{GRID.gone}</span> : <Plate registration={registration} />}
        <span className={classes['buttons']}>
          {vehicle === undefined ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={GRID.liveOf({ registration })}
              onClick={onLive}
            >
              {KIT.live}
            </Button>
          )}
          <IconButton icon={IconX} name={GRID.remove({ registration })} quiet onPress={onRemove} />
        </span>
      </div>
      {vehicle === undefined ? null : (
        <>
          <div className={classes['facts']}>
            <span className={classes['status']}>
              <StatusIcon status={vehicle.status} late={vehicle.late} />
              {statusLabel(vehicle.status, vehicle.late)}
            </span>
            <span className={classes['speed']}>
              <Figure measure={speedMeasure(vehicle.speed)} />
            </span>
            <span className={classes['age']}>
              {vehicle.place === null ? KIT.noPosition : formatAge(now - vehicle.time)}
            </span>
          </div>
          <div className={classes['mapBox']}>
            <CellMap maps={maps} vehicleId={vehicleId} registration={registration} />
            {isFollowing ? null : (
              <span className={classes['follow']}>
                <Button
                  size="compact-sm"
                  leftSection={<IconCurrentLocation size={16} stroke={1.75} aria-hidden />}
                  aria-label={GRID.followOf({ registration })}
                  onClick={() => maps.follow(vehicleId)}
                >
                  {KIT.follow}
                </Button>
              </span>
            )}
          </div>
        </>
      )}
    </li>
  )
}

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** Up to nine vehicles, each on a small live map (MAP-11, OPEN-54). Replaces the fleet map. */
const GridMap = ({ fleet, actor }: { fleet: FleetActor; actor: ActorRefFrom<typeof gridMapMachine> }) => {
  const { fleetStore, gridMaps } = useServices()
  const grid = useSelector(actor, selectGrid)
  const canAdd = useSelector(actor, selectCanAdd)
  const isPhone = usePhone()
  const now = useNow()
  useSyncExternalStore(
    useCallback((listener) => fleetStore.onChange(listener), [fleetStore]),
    () => fleetStore.version,
  )
  const shown = shownIn(grid)
  return (
    <section ref={takeFocus} tabIndex={-1} className={classes['grid']} aria-label={GRID.title}>
      <GridBar
        store={fleetStore}
        membership={fleetStore.membershipVersion}
        shown={grid.vehicleIds}
        cells={grid.cells}
        canAdd={canAdd}
        isPhone={isPhone}
        onBack={() => fleet.send({ type: 'back.pressed' })}
        onCells={(cells) => actor.send({ type: 'gridMap.sizeChosen', cells })}
        onAdd={(vehicleId) => actor.send({ type: 'gridMap.added', vehicleId })}
      />
      {shown.length === 0 ? (
        <div className={classes['none']}>
          <EmptyState icon={IconLayoutGrid} title={GRID.none} text={GRID.noneText} />
        </div>
      ) : (
        <ul className={classes['cells']} data-cells={grid.cells}>
          {shown.map((vehicleId) => (
            <GridCell
              key={vehicleId}
              maps={gridMaps}
              vehicleId={vehicleId}
              vehicle={readVehicle(fleetStore, vehicleId, now)}
              now={now}
              onLive={() => fleet.send({ type: 'live.opened', vehicleId })}
              onRemove={() => actor.send({ type: 'gridMap.removed', vehicleId })}
            />
          ))}
          {isPhone
            ? null
            : PLACES.slice(shown.length, grid.cells).map((place) => (
                <li key={`free ${place}`} className={classes['free']}>
                  <IconMap2 size={22} stroke={1.5} aria-hidden />
                  <span>{GRID.free}</span>
                  <small>{GRID.freeText}</small>
                </li>
              ))}
        </ul>
      )}
    </section>
  )
}

export default GridMap
