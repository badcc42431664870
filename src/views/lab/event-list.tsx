import { Select, Switch } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useState } from 'react'
import { eventName } from '#src/lab/chart.ts'
import { shortText } from '#src/lab/context-rows.ts'
import { atText, type RecordedRun, type RunEvent, TICKS, TROUBLE } from '#src/lab/recorded-run.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { LAB } from '#src/texts/en/lab.ts'
import { SearchField, VirtualRows } from '../kit/lists.tsx'
import classes from './event-list.module.css'

const ROW_PX = 58

/** Which events of a recording are shown. */
export type EventFilter = {
  /** The path of a machine; null for all. */
  readonly actor: string | null
  /** Part of a type. */
  readonly type: string
  /** Whether the many positions of a route that plays are among them. */
  readonly hasTicks: boolean
}

export const EVERY_EVENT: EventFilter = { actor: null, type: '', hasTicks: false }

/** The events that pass a filter. */
export const filtered = (events: readonly RunEvent[], { actor, type, hasTicks }: EventFilter): RunEvent[] => {
  const part = type.trim().toLowerCase()
  return events.filter(
    ({ to, event }) =>
      (actor === null || to === actor || event.type === TROUBLE) &&
      (hasTicks || !TICKS.has(event.type)) &&
      event.type.toLowerCase().includes(part),
  )
}

/** A machine by its path as readers name it: the root is the app. */
export const machineName = (path: string): string => (path === '' ? LAB.app : path)

const payloadOf = ({ event: { type: _, ...payload } }: RunEvent): string =>
  Object.keys(payload).length === 0 ? '' : shortText(payload)

const Row = ({
  event,
  isCurrent,
  isTrouble,
  diverges,
  onOpen,
}: {
  event: RunEvent
  isCurrent: boolean
  isTrouble: boolean
  diverges: boolean
  onOpen: () => void
}) => (
  <button
    type="button"
    className={classes['row']}
    aria-current={isCurrent}
    data-trouble={isTrouble || undefined}
    data-internal={!event.external || undefined}
    onClick={onOpen}
  >
    <span>
      <b>+{atText(event.at)}</b> <small translate="no">{machineName(event.to)}</small>
      {diverges ? <em>{LAB.diverged}</em> : null}
    </span>
    <span translate="no">
      {eventName(event.event.type, event.to.split('/').at(-1) ?? '')} <small>{payloadOf(event)}</small>
    </span>
  </button>
)

/** The events of a recording with their filters; pressing one goes to the moment after it. */
export const EventList = ({
  run,
  shown,
  at,
  filter,
  onFilter,
  onSeek,
}: {
  run: RecordedRun
  shown: readonly RunEvent[]
  /** How many of those that are shown have happened. */
  at: number
  filter: EventFilter
  onFilter: (filter: EventFilter) => void
  onSeek: (at: number) => void
}) => {
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null)
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_PX,
    overscan: 6,
  })
  useEffect(() => {
    if (scroll !== null && at > 0) rows.scrollToIndex(at - 1)
  }, [scroll, at, rows])
  const { actors, hasTicks, troubles } = useMemo(
    () => ({
      actors: [...new Set(run.events.map(({ to }) => to))].toSorted(),
      hasTicks: run.events.some(({ event }) => TICKS.has(event.type)),
      troubles: new Set(run.troubles),
    }),
    [run],
  )
  return (
    <>
      <div className={classes['filters']}>
        <Select
          aria-label={LAB.filterActor}
          placeholder={LAB.everyActor}
          clearable
          searchable
          data={actors.map((path) => ({ value: path || '/', label: machineName(path) }))}
          value={filter.actor === '' ? '/' : filter.actor}
          onChange={(actor) => onFilter({ ...filter, actor: actor === '/' ? '' : actor })}
        />
        <SearchField
          name={LAB.filterType}
          clear={KIT.clearSearch}
          value={filter.type}
          onSearch={(type) => onFilter({ ...filter, type })}
        />
        {hasTicks ? (
          <Switch
            label={LAB.showTicks}
            checked={filter.hasTicks}
            onChange={({ currentTarget }) => onFilter({ ...filter, hasTicks: currentTarget.checked })}
          />
        ) : null}
      </div>
      {shown.length === 0 ? <p className={classes['none']}>{LAB.noneShown}</p> : null}
      <div className={classes['scroll']} ref={setScroll}>
        <VirtualRows
          name={LAB.events}
          items={rows.getVirtualItems()}
          totalPx={rows.getTotalSize()}
          count={shown.length}
        >
          {(index) => {
            const event = shown[index]
            return event === undefined ? null : (
              <Row
                event={event}
                isCurrent={index === at - 1}
                isTrouble={troubles.has(event.number)}
                diverges={event.number === run.divergedAt}
                onOpen={() => onSeek(index + 1)}
              />
            )
          }}
        </VirtualRows>
      </div>
    </>
  )
}
