import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { FleetStore } from '#src/services/fleet-store/fleet-store.types.ts'
import { useNow } from '../kit/use-now.ts'
import { whenSeen } from '../kit/when-seen.ts'
import { cardHeight } from './card-height.ts'
import { FLEET } from './fleet.text.ts'
import { readVehicle } from './shown-vehicle.ts'
import { VehicleCard } from './vehicle-card.tsx'
import classes from './vehicle-list.module.css'

const whenResized = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

type ListProps = {
  store: FleetStore
  ids: readonly number[]
  shown: number
  selected: number | null
  onSelect: (vehicleId: number) => void
  onEnd: () => void
}

/** The cards of the first `shown` vehicles; only those in view are in the page. Coming to the end asks for more (MAP-13). */
export const VehicleList = (props: ListProps) => {
  const cardPx = useSyncExternalStore(whenResized, () => cardHeight(window.innerHeight))
  return <Cards key={cardPx} cardPx={cardPx} {...props} />
}

const Cards = ({ cardPx, store, ids, shown, selected, onSelect, onEnd }: ListProps & { cardPx: number }) => {
  const now = useNow()
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null)
  useSyncExternalStore(
    useCallback((listener) => store.onChange(listener), [store]),
    () => store.version,
  )
  const count = Math.min(shown, ids.length)
  const end = useMemo(() => whenSeen(onEnd), [onEnd])
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll,
    estimateSize: () => cardPx,
    overscan: 4,
    getItemKey: (place) => ids[place] ?? place,
  })

  return (
    <div className={classes['scroll']} ref={setScroll}>
      <ul className={classes['list']} style={{ height: rows.getTotalSize() }} aria-label={FLEET.vehicles}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const vehicle = readVehicle(store, ids[index] ?? -1)
          if (vehicle === undefined) return null
          return (
            <li
              key={key}
              className={classes['row']}
              style={{ height: cardPx, transform: `translateY(${start}px)` }}
              aria-posinset={index + 1}
              aria-setsize={ids.length}
            >
              <VehicleCard
                vehicle={vehicle}
                now={now}
                selected={selected === vehicle.vehicleId}
                onSelect={() => onSelect(vehicle.vehicleId)}
              />
            </li>
          )
        })}
      </ul>
      {count < ids.length ? <div key={count} className={classes['end']} ref={end} /> : null}
    </div>
  )
}
