import { IconLayoutGrid, IconMap2 } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useCallback, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import { shownIn } from '#src/machines/grid-map/grid-map.logic.ts'
import type { gridMapMachine } from '#src/machines/grid-map/grid-map.machine.ts'
import { selectCanAdd, selectGrid } from '#src/machines/grid-map/grid-map.selectors.ts'
import type { FleetActor } from '../fleet/connected-list.tsx'
import { readVehicle } from '../fleet/shown-vehicle.ts'
import { useServices } from '../kit/app-context.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { takeFocus } from '../kit/take-focus.ts'
import { useNow } from '../kit/use-now.ts'
import { usePhone } from '../kit/use-phone.ts'
import { GridBar } from './grid-bar.tsx'
import { GridCell } from './grid-cell.tsx'
import classes from './grid-map.module.css'
import { GRID } from './grid-map.text.ts'

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** Up to nine vehicles with a small live map each (MAP-11, OPEN-54), in the place of the one map. */
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
              vehicle={readVehicle(fleetStore, vehicleId)}
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
