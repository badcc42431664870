import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useState } from 'react'
import type { AlertRow } from '#contract/records/alerts.ts'
import { ALERT_LIST } from '#src/texts/en/alerts.ts'
import { ALERTS } from '#src/texts/en/events.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { AlertIcon } from '../kit/alert-icon.tsx'
import { Address } from '../kit/facts.tsx'
import { formatDateTime } from '../kit/formats.ts'
import { NOT_KNOWN } from '../kit/measures.ts'
import { ScrollRegion } from '../kit/scroll-region.tsx'
import { Plate } from '../kit/vehicle.tsx'
import type { TableColumn, TableRow } from './alert-columns.ts'
import classes from './alert-table.module.css'
import { columnText, whatHappened } from './alert-texts.ts'
import { useKeptPlace } from './kept-place.ts'

const ROW_PX = 46
const HEAD_PX = 42

/** Who has acknowledged an alert, and when. */
export const Seen = ({ acknowledgement }: Pick<AlertRow, 'acknowledgement'>) =>
  acknowledgement === null ? null : (
    <span className={classes['seen']} title={formatDateTime(acknowledgement.at)}>
      {acknowledgement.by === '' ? ALERT_LIST.seenByNobody : ALERT_LIST.seen({ by: acknowledgement.by })}
    </span>
  )

const placeIn = (text: string): readonly [lng: number, lat: number] | null => {
  const [lat, lng] = text.split(',').map(Number)
  return lat === undefined || lng === undefined || !Number.isFinite(lat) || !Number.isFinite(lng)
    ? null
    : [lng, lat]
}

const Place = ({ text }: { text: string }) => {
  const place = placeIn(text)
  return place === null ? NOT_KNOWN : <Address place={place} />
}

/** The name and the icon of an alert's type. */
export const AlertName = ({ type }: Pick<AlertRow, 'type'>) => (
  <span className={classes['alert']}>
    <AlertIcon type={type} />
    {ALERTS[type]}
  </span>
)

/** The accessible name of the button that opens an alert. */
export const openName = ({ alert, registration }: TableRow): string =>
  alert === null
    ? registration
    : ALERT_LIST.open({ alert: ALERTS[alert.type], registration, time: formatDateTime(alert.time) })

const Cell = ({ row, column, onOpen }: { row: TableRow; column: TableColumn; onOpen: () => void }) => {
  const { alert, registration, values } = row
  const value = values[column.name] ?? null
  switch (column.kind) {
    case 'registration':
      return (
        <button type="button" className={classes['open']} aria-label={openName(row)} onClick={onOpen}>
          <Plate registration={registration} />
        </button>
      )
    case 'alert':
      return alert === null ? NOT_KNOWN : <AlertName type={alert.type} />
    case 'what':
      return alert === null ? (
        NOT_KNOWN
      ) : (
        <>
          {whatHappened(alert)}
          {alert.isOpen ? <span className={classes['goesOn']}>{ALERT_LIST.goesOn}</span> : null}
        </>
      )
    case 'place':
      return typeof value === 'string' ? <Place text={value} /> : NOT_KNOWN
    default:
      return columnText(column.kind, value)
  }
}

type Sort = { readonly column: string; readonly isDescending: boolean } | null

const Heading = ({
  column,
  sort,
  onSort,
}: {
  column: TableColumn
  sort: Sort
  onSort: (column: string) => void
}) => {
  const isSorted = sort?.column === column.name
  const Arrow = isSorted && sort.isDescending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      className={classes['cell']}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      {column.kind === 'place' ? (
        column.title
      ) : (
        <button
          type="button"
          className={classes['sort']}
          aria-label={ALERT_LIST.sortBy({ column: column.title })}
          onClick={() => onSort(column.name)}
        >
          {column.title}
          {isSorted ? <Arrow size={14} stroke={2} aria-hidden /> : null}
        </button>
      )}
    </th>
  )
}

/** Acknowledging in a table; null where the role may not, or the rows are vehicles. */
export type Acknowledging = {
  readonly checked: ReadonlySet<number>
  readonly onCheck: (ids: readonly number[]) => void
  readonly onAcknowledge: (ids: readonly number[]) => void
} | null

const toggled = (checked: ReadonlySet<number>, id: number): number[] =>
  checked.has(id) ? [...checked].filter((each) => each !== id) : [...checked, id]

/** A table of alerts or vehicles. Only the rows in view are in the page; what the user reads stays in place when rows arrive above it. */
export const AlertTable = ({
  name,
  columns,
  rows,
  openId,
  sort,
  arrived,
  isLoading,
  acknowledging,
  onSort,
  onOpen,
}: {
  name: string
  columns: readonly TableColumn[]
  rows: readonly TableRow[]
  openId: number | null
  sort: Sort
  /** Rows that a refresh has brought, which are highlighted for a moment. */
  arrived: ReadonlySet<number>
  isLoading: boolean
  acknowledging: Acknowledging
  onSort: (column: string) => void
  onOpen: (row: TableRow) => void
}) => {
  const [scroll, setScroll] = useState<HTMLElement | null>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: HEAD_PX,
    overscan: 6,
  })
  useKeptPlace({ scroll, rows, rowPx: ROW_PX })
  const hasAlerts = rows.some(({ alert }) => alert !== null)
  const open = rows.flatMap(({ alert, id }) => (alert?.acknowledgement === null ? [id] : []))
  const template = [
    ...(acknowledging === null || !hasAlerts ? [] : ['44px']),
    ...columns.map(({ width }) => `minmax(${width}px, ${width}fr)`),
    ...(hasAlerts ? ['minmax(136px, 136fr)'] : []),
  ].join(' ')
  const note = isLoading ? TEXTS.loading : rows.length === 0 ? TEXTS.noRecordsFound : null
  const cells = (row: TableRow): ReactNode => (
    <>
      {acknowledging === null || !hasAlerts ? null : (
        <td className={`${classes['cell']} ${classes['above']}`}>
          {row.alert?.acknowledgement === null ? (
            <Checkbox
              size="xs"
              aria-label={ALERT_LIST.choose({
                registration: row.registration,
                time: formatDateTime(row.alert.time),
              })}
              checked={acknowledging.checked.has(row.id)}
              onChange={() => acknowledging.onCheck(toggled(acknowledging.checked, row.id))}
            />
          ) : null}
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.name}
          className={classes['cell']}
          data-kind={column.kind}
          translate={column.kind === 'text' ? 'no' : undefined}
          data-none={column.kind === 'count' && row.values[column.name] === 0 ? true : undefined}
        >
          <Cell row={row} column={column} onOpen={() => onOpen(row)} />
        </td>
      ))}
      {row.alert === null ? null : (
        <td className={`${classes['cell']} ${classes['state']}`}>
          <Seen acknowledgement={row.alert.acknowledgement} />
          {acknowledging !== null && row.alert.acknowledgement === null ? (
            <Button
              className={classes['above'] ?? ''}
              size="compact-sm"
              variant="default"
              aria-label={`${ALERT_LIST.acknowledge}: ${openName(row)}`}
              onClick={() => acknowledging.onAcknowledge([row.id])}
            >
              {ALERT_LIST.acknowledge}
            </Button>
          ) : null}
        </td>
      )}
    </>
  )
  return (
    <ScrollRegion name={name} className={classes['scroll']} onElement={setScroll}>
      <table
        className={classes['table']}
        aria-label={name}
        aria-rowcount={rows.length + 1}
        aria-busy={isLoading}
        style={{ ['--columns' as string]: template }}
      >
        <thead className={classes['head']}>
          <tr className={classes['row']} aria-rowindex={1}>
            {acknowledging === null || !hasAlerts ? null : (
              <th scope="col" className={classes['cell']}>
                <Checkbox
                  size="xs"
                  aria-label={ALERT_LIST.chooseAll}
                  checked={open.length > 0 && acknowledging.checked.size >= open.length}
                  indeterminate={acknowledging.checked.size > 0 && acknowledging.checked.size < open.length}
                  disabled={open.length === 0}
                  onChange={(event) => acknowledging.onCheck(event.currentTarget.checked ? open : [])}
                />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
            {hasAlerts ? (
              <th scope="col" className={`${classes['cell']} ${classes['state']}`}>
                {ALERT_LIST.status}
              </th>
            ) : null}
          </tr>
        </thead>
        {note === null ? (
          <tbody className={classes['body']} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start, key }) => {
              const row = rows[index]
              return row === undefined ? null : (
                <tr
                  key={key}
                  className={classes['row']}
                  aria-rowindex={index + 2}
                  aria-current={row.id === openId}
                  data-new={row.alert?.acknowledgement === null || undefined}
                  data-arrived={arrived.has(row.id) || undefined}
                  style={{ height: ROW_PX, transform: `translateY(${start - HEAD_PX}px)` }}
                >
                  {cells(row)}
                </tr>
              )
            })}
          </tbody>
        ) : (
          <tbody>
            <tr aria-rowindex={2}>
              <td className={classes['note']} colSpan={columns.length}>
                {note}
              </td>
            </tr>
          </tbody>
        )}
      </table>
    </ScrollRegion>
  )
}
