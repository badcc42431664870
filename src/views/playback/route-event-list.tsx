import { IconParking } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useState } from 'react'
import { alertInitials } from '#domain/alerts.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { formatClock, formatDay, formatDurationWords } from '../kit/formats.ts'
import { ROW_BUTTON, VirtualRows } from '../kit/lists.tsx'
import classes from './route-event-list.module.css'
import { type RouteEvent, routeEventText } from './route-events.ts'

/** What a badge stands for; each kind has its own shape. */
export type BadgeKind = 'event' | 'stop' | 'alert'

/** The badge of a route event: round for an event, square for a stop, dark for an alert. Hidden from screen readers, so it needs the name beside it. */
export const Badge = ({ kind, children }: { kind: BadgeKind; children: ReactNode }) => (
  <span className={classes['badge']} data-kind={kind} aria-hidden="true">
    {children}
  </span>
)

const ROW_PX = 52

const nameOf = (routeEvent: RouteEvent): string => {
  const lastsMs = routeEvent.kind === 'event' ? null : routeEvent.lastsMs
  const name = routeEventText(routeEvent)
  return lastsMs === null ? name : `${name} ${PLAYBACK.lasts({ duration: formatDurationWords(lastsMs) })}`
}

const BadgeContent = ({ routeEvent }: { routeEvent: RouteEvent }) => {
  if (routeEvent.kind === 'stop') return <IconParking size={18} stroke={1.75} aria-hidden />
  return routeEvent.kind === 'event' ? routeEvent.code : alertInitials(routeEvent.label)
}

const RouteEventRow = ({
  routeEvent,
  isCurrent,
  onOpen,
}: {
  routeEvent: RouteEvent
  isCurrent: boolean
  onOpen: (routeEvent: RouteEvent) => void
}) => (
  <button
    type="button"
    className={`${ROW_BUTTON} ${classes['routeEvent']}`}
    aria-current={isCurrent}
    onClick={() => onOpen(routeEvent)}
  >
    <span className={classes['time']}>{formatClock(routeEvent.time)}</span>
    <Badge kind={routeEvent.kind}>
      <BadgeContent routeEvent={routeEvent} />
    </Badge>
    <span className={classes['what']}>
      {routeEvent.kind === 'alert' ? <span className={classes['alert']}>{PLAYBACK.alert}: </span> : null}
      {nameOf(routeEvent)}
      <br />
      <span className={classes['day']}>{formatDay(routeEvent.time)}</span>
    </span>
  </button>
)

/**
 * Whether the user is reading the list: the pointer is over it, or the keyboard focus is in it. Neither the focus left by a
 * click counts, nor the `:hover` that touch screens keep after a tap.
 */
const isBeingRead = (list: HTMLElement): boolean =>
  (window.matchMedia('(hover: hover)').matches && list.matches(':hover')) ||
  list.querySelector(':focus-visible') !== null

/**
 * Stops, events and shown alerts of the route; selecting one moves the playback there and opens its popup. Only the rows in
 * view are in the page. The list scrolls with the playback unless the user is reading it.
 */
export const RouteEventList = ({
  name,
  routeEvents,
  current,
  onOpen,
}: {
  name: string
  routeEvents: readonly RouteEvent[]
  /** The last route event that the marker has reached. */
  current: RouteEvent | undefined
  onOpen: (routeEvent: RouteEvent) => void
}) => {
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null)
  const rows = useVirtualizer({
    count: routeEvents.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_PX,
    overscan: 4,
  })
  useEffect(() => {
    if (current === undefined || scroll === null || isBeingRead(scroll)) return
    rows.scrollToIndex(routeEvents.indexOf(current))
  }, [current, routeEvents, scroll, rows])
  return (
    <>
      <h2 className={classes['title']}>
        {name} <small>{PLAYBACK.onRoute({ count: routeEvents.length })}</small>
      </h2>
      {routeEvents.length === 0 ? (
        <p className={classes['none']}>{PLAYBACK.noRouteEvents}</p>
      ) : (
        <div className={classes['scroll']} ref={setScroll}>
          <VirtualRows
            name={name}
            items={rows.getVirtualItems()}
            totalPx={rows.getTotalSize()}
            count={routeEvents.length}
          >
            {(index) => {
              const routeEvent = routeEvents[index]
              return routeEvent === undefined ? null : (
                <RouteEventRow routeEvent={routeEvent} isCurrent={routeEvent === current} onOpen={onOpen} />
              )
            }}
          </VirtualRows>
        </div>
      )}
    </>
  )
}
