import { IconParking } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useState } from 'react'
import { alertInitials } from '#domain/alerts.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { formatClock, formatDay, formatDurationWords } from '../kit/formats.ts'
import { ROW_BUTTON, VirtualRows } from '../kit/lists.tsx'
import classes from './route-event-list.module.css'
import { nameWithSpeed, type RouteEvent } from './route-events.ts'

export type BadgeKind = 'event' | 'stop' | 'alert'

/** The sign of a moment: round an event, square a stop, dark an alert. Always stands beside its words. */
export const Badge = ({ kind, children }: { kind: BadgeKind; children: ReactNode }) => (
  <span className={classes['badge']} data-kind={kind} aria-hidden="true">
    {children}
  </span>
)

const ROW_PX = 52

/** What a routeEvent is called. */
const nameOf = (routeEvent: RouteEvent): string => {
  const lastsMs = routeEvent.kind === 'event' ? null : routeEvent.lastsMs
  const name = routeEvent.kind === 'stop' ? routeEvent.name : nameWithSpeed(routeEvent.name, routeEvent.speed)
  return lastsMs === null ? name : `${name} ${PLAYBACK.lasts(formatDurationWords(lastsMs))}`
}

/** What stands on its coin. */
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
    <span>
      {routeEvent.kind === 'alert' ? <span className={classes['alert']}>{PLAYBACK.alert}: </span> : null}
      {nameOf(routeEvent)}
      <br />
      <span className={classes['day']}>{formatDay(routeEvent.time)}</span>
    </span>
  </button>
)

/** Whether somebody reads the list: with the pointer over it, or with the keyboard in it. A press leaves the focus there without the one or the other, and on a touch screen what was tapped goes on as if it were hovered. */
const isBeingRead = (list: HTMLElement): boolean =>
  (window.matchMedia('(hover: hover)').matches && list.matches(':hover')) ||
  list.querySelector(':focus-visible') !== null

/** Stops, events and shown alerts of the route; pressing one takes the playback there and opens its popup. Only the rows in view are in the page; the one the playback has come to is among them, unless somebody reads the list. */
export const RouteEventList = ({
  name,
  routeEvents,
  current,
  onOpen,
}: {
  name: string
  routeEvents: readonly RouteEvent[]
  /** The last that the marker has come to. */
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
        {name} <small>{PLAYBACK.onRoute(routeEvents.length)}</small>
      </h2>
      {routeEvents.length === 0 ? (
        <p className={classes['none']}>{PLAYBACK.noRouteEvents}</p>
      ) : (
        <div className={classes['scroll']} ref={setScroll}>
          <VirtualRows
            name={name}
            items={rows.getVirtualItems()}
            totalPx={rows.getTotalSize()}
            rowPx={ROW_PX}
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
