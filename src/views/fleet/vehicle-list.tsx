import { IconClockExclamation } from '@tabler/icons-react'
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
import { PANEL } from '#contract/constants.ts'
import type { FleetStore } from '#src/services/fleet/fleet-columns.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { Figure } from '../kit/facts.tsx'
import { formatAge, formatPosition, formatShownTime } from '../kit/formats.ts'
import { useNow } from '../kit/hooks.ts'
import { hasModifierKey, LIST_KEYS, ROW_BUTTON, SCROLL, VirtualRows, whenVisible } from '../kit/lists.tsx'
import { NOT_KNOWN, speedMeasure } from '../kit/measures.ts'
import {
  clockText,
  Plate,
  readVehicle,
  type ShownVehicle,
  STATUS_COLOUR,
  StatusIcon,
  statusLabel,
} from '../kit/vehicle.tsx'
import { useListScroll } from './fleet-hooks.ts'
import classes from './vehicle-list.module.css'

/** The least height of a card, px: that of its three lines. */
const LEAST_PX = 72

/** The height of a card in px: an eighth of four fifths of the viewport's height, less 8 (MAP-46, CONFLICT-33). */
export const cardHeight = (viewportPx: number): number =>
  Math.max(LEAST_PX, Math.round((PANEL.share * viewportPx) / PANEL.rows - PANEL.lessPx))

/** When the trip of a vehicle ends, as the list may tell it: it is as of when it was loaded, and a truck may be offline since. */
const arrivalText = (eta: string | null, status: ShownVehicle['status']): string => {
  if (status === 'OFFLINE') return ` · ${FLEET.arrivalUnknown}`
  return eta === null ? '' : ` · ${FLEET.arrives({ eta: formatShownTime(eta) })}`
}

/** The card of a vehicle. The list is also the alternative to the map for users who cannot see it. */
export const VehicleCard = ({
  vehicle,
  now,
  selected,
  isStop,
  onFocus,
  onSelect,
}: {
  vehicle: ShownVehicle
  /** ms since 1970 UTC; the age of the fix depends on it. */
  now: number
  selected: boolean
  /** Whether this card is the list's tab stop. */
  isStop: boolean
  onFocus: () => void
  /** `byKey`: pressed without a pointer. */
  onSelect: (byKey: boolean) => void
}) => {
  const { registration, status, speed, place, time, late, trip, clockAheadS } = vehicle
  return (
    <button
      type="button"
      className={`${ROW_BUTTON} ${classes['card']}`}
      style={{ ['--edge' as string]: STATUS_COLOUR[status] }}
      aria-current={selected}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={({ detail }) => onSelect(detail === 0)}
    >
      <Plate registration={registration} />
      <span className={classes['speed']}>
        <Figure measure={speedMeasure(speed)} />
      </span>
      {trip === null ? (
        <span className={`${classes['place']} ${classes['bare']}`}>
          {place === null ? KIT.noPosition : formatPosition(place[0], place[1])}
        </span>
      ) : (
        <span className={classes['place']}>
          {FLEET.tripTo({ city: trip.toCity })}
          {arrivalText(trip.eta, status)}
        </span>
      )}
      <span className={classes['status']}>
        <StatusIcon status={status} late={late} />
        {statusLabel(status, late)}
        {clockText(clockAheadS) === null ? null : (
          <span className={classes['clock']} title={clockText(clockAheadS) ?? undefined}>
            <IconClockExclamation size={14} stroke={1.75} aria-hidden />
            {FLEET.clockAhead}
          </span>
        )}
      </span>
      <span className={classes['age']}>{time === 0 ? NOT_KNOWN : formatAge(now - time)}</span>
    </button>
  )
}

const whenResized = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

type ListProps = {
  store: FleetStore
  ids: readonly number[]
  /** The text of the search. */
  search: string
  shown: number
  selected: number | null
  onSelect: (vehicleId: number, byKey: boolean) => void
  onEnd: () => void
}

/**
 * The cards of the first `shown` vehicles; only those in view are in the page. Reaching the end requests more (MAP-13). The
 * list is one tab stop, within which arrows, Home, End and the page keys move the focus.
 */
export const VehicleList = (props: ListProps) => {
  const cardPx = useSyncExternalStore(whenResized, () => cardHeight(window.innerHeight))
  return <Cards key={cardPx} cardPx={cardPx} {...props} />
}

/** The index of the list's tab stop: the card focused last, else the selected one, else the first. */
const stopOf = (ids: readonly number[], focused: number | null, selected: number | null): number =>
  [focused, selected].map((id) => (id === null ? -1 : ids.indexOf(id))).find((place) => place >= 0) ?? 0

const PAGES: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 }

const stepFrom = (key: string, place: number, last: number, page: number): number | undefined => {
  const pages = PAGES[key]
  if (pages === undefined) return LIST_KEYS[key]?.(place, last)
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
  const listScroll = useListScroll()
  const [focused, setFocused] = useState(listScroll.current.focused)
  const rememberFocused = (vehicleId: number | null) => {
    listScroll.current = { ...listScroll.current, focused: vehicleId }
    setFocused(vehicleId)
  }
  const stop = stopOf(ids.slice(0, count), focused, selected)
  const end = useMemo(() => whenVisible(onEnd), [onEnd])
  const searched = useRef(search)
  useLayoutEffect(() => {
    // Search results start at the top.
    if (searched.current !== search && scroll !== null && listScroll.current.cards > 0) scroll.scrollTop = 0
    searched.current = search
  }, [search, scroll, listScroll])
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll,
    estimateSize: () => cardPx,
    overscan: 4,
    initialOffset: () => listScroll.current.cards * cardPx,
    getItemKey: (place) => ids[place] ?? place,
    // The tab stop must be in the page, or Tab would skip the list.
    rangeExtractor: useCallback(
      (range: Range) => [...new Set([...defaultRangeExtractor(range), stop])].toSorted((a, b) => a - b),
      [stop],
    ),
  })
  const moveFocus = (event: KeyboardEvent<HTMLUListElement>) => {
    const page = Math.max(1, Math.floor((scroll?.clientHeight ?? 0) / cardPx))
    const place = stepFrom(event.key, stop, count - 1, page)
    if (place === undefined || hasModifierKey(event)) return
    event.preventDefault()
    // Puts the new tab stop into the page, however far away it is.
    flushSync(() => rememberFocused(ids[place] ?? null))
    const card = event.currentTarget.querySelector<HTMLElement>('[tabindex="0"]')
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div
      className={SCROLL}
      ref={setScroll}
      onScroll={({ currentTarget }) => {
        listScroll.current = { ...listScroll.current, cards: currentTarget.scrollTop / cardPx }
      }}
    >
      <VirtualRows
        name={FLEET.vehicles}
        items={rows.getVirtualItems()}
        totalPx={rows.getTotalSize()}
        count={ids.length}
        onKeyDown={moveFocus}
      >
        {(index) => {
          const vehicle = readVehicle(store, ids[index] ?? -1, now)
          if (vehicle === undefined) return null
          return (
            <VehicleCard
              vehicle={vehicle}
              now={now}
              selected={selected === vehicle.vehicleId}
              isStop={index === stop}
              onFocus={() => rememberFocused(vehicle.vehicleId)}
              onSelect={(byKey) => onSelect(vehicle.vehicleId, byKey)}
            />
          )
        }}
      </VirtualRows>
      {count < ids.length ? <div key={count} className={classes['end']} ref={end} /> : null}
    </div>
  )
}
