import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import type { FleetStore } from '#src/services/fleet-store/fleet-store.types.ts'
import { isModified, LIST_STEPS } from '../kit/list-steps.ts'
import { useNow } from '../kit/use-now.ts'
import { whenSeen } from '../kit/when-seen.ts'
import { cardHeight } from './card-height.ts'
import { FLEET } from './fleet.text.ts'
import { useListPlace } from './list-place.ts'
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
  /** What the list is searched for. */
  search: string
  shown: number
  selected: number | null
  onSelect: (vehicleId: number, byKey: boolean) => void
  onEnd: () => void
}

/** The cards of the first `shown` vehicles; only those in view are in the page. Coming to the end asks for more (MAP-13). To the keyboard it is one stop, in which arrows, Home, End and the page keys go from card to card. */
export const VehicleList = (props: ListProps) => {
  const cardPx = useSyncExternalStore(whenResized, () => cardHeight(window.innerHeight))
  return <Cards key={cardPx} cardPx={cardPx} {...props} />
}

/** The card Tab comes to: the one that had the focus last, else the selected one, else the first. */
const stopOf = (ids: readonly number[], focused: number | null, selected: number | null): number =>
  [focused, selected].map((id) => (id === null ? -1 : ids.indexOf(id))).find((place) => place >= 0) ?? 0

const PAGES: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 }

const stepFrom = (key: string, place: number, last: number, page: number): number | undefined => {
  const pages = PAGES[key]
  if (pages === undefined) return LIST_STEPS[key]?.(place, last)
  return Math.min(last, Math.max(0, place + pages * page))
}

const Cards = ({
  cardPx,
  store,
  ids,
  search,
  shown,
  selected,
  onSelect,
  onEnd,
}: ListProps & { cardPx: number }) => {
  const now = useNow()
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null)
  useSyncExternalStore(
    useCallback((listener) => store.onChange(listener), [store]),
    () => store.version,
  )
  const count = Math.min(shown, ids.length)
  const listPlace = useListPlace()
  const [focused, setFocused] = useState(listPlace.current.focused)
  const keepFocused = (vehicleId: number | null) => {
    listPlace.current = { ...listPlace.current, focused: vehicleId }
    setFocused(vehicleId)
  }
  const stop = stopOf(ids.slice(0, count), focused, selected)
  const end = useMemo(() => whenSeen(onEnd), [onEnd])
  const searched = useRef(search)
  useLayoutEffect(() => {
    // What is found begins at its top.
    if (searched.current !== search && scroll !== null && listPlace.current.cards > 0) scroll.scrollTop = 0
    searched.current = search
  }, [search, scroll, listPlace])
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll,
    estimateSize: () => cardPx,
    overscan: 4,
    initialOffset: () => listPlace.current.cards * cardPx,
    getItemKey: (place) => ids[place] ?? place,
    // Tab would miss a list whose stop is not in the page.
    rangeExtractor: useCallback(
      (range: Range) => [...new Set([...defaultRangeExtractor(range), stop])].toSorted((a, b) => a - b),
      [stop],
    ),
  })
  const moveFocus = (event: KeyboardEvent<HTMLUListElement>) => {
    const page = Math.max(1, Math.floor((scroll?.clientHeight ?? 0) / cardPx))
    const place = stepFrom(event.key, stop, count - 1, page)
    if (place === undefined || isModified(event)) return
    event.preventDefault()
    // The card that becomes the stop is in the page then, however far it is.
    flushSync(() => keepFocused(ids[place] ?? null))
    const card = event.currentTarget.querySelector<HTMLElement>('[tabindex="0"]')
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div
      className={classes['scroll']}
      ref={setScroll}
      onScroll={({ currentTarget }) => {
        listPlace.current = { ...listPlace.current, cards: currentTarget.scrollTop / cardPx }
      }}
    >
      <ul
        className={classes['list']}
        style={{ height: rows.getTotalSize() }}
        aria-label={FLEET.vehicles}
        onKeyDown={moveFocus}
      >
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
                isStop={index === stop}
                onFocus={() => keepFocused(vehicle.vehicleId)}
                onSelect={(byKey) => onSelect(vehicle.vehicleId, byKey)}
              />
            </li>
          )
        })}
      </ul>
      {count < ids.length ? <div key={count} className={classes['end']} ref={end} /> : null}
    </div>
  )
}
