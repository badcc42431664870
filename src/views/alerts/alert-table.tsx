import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox } from '@mantine/core'
import type { AlertRow } from '#contract/records/alerts.ts'
import { ALERT_LIST } from '#src/texts/en/alerts.ts'
import { ALERTS } from '#src/texts/en/events.ts'
import { AlertIcon } from '../kit/alert-icon.tsx'
import { Address } from '../kit/facts.tsx'
import { formatDateTime } from '../kit/formats.ts'
import { NOT_KNOWN } from '../kit/measures.ts'
import { Plate } from '../kit/vehicle.tsx'
import { RowButton, type TableSort, type VirtualColumn, VirtualTable } from '../kit/virtual-table.tsx'
import type { TableColumn, TableRow } from './alert-columns.ts'
import classes from './alert-table.module.css'
import { columnText, descriptionText, lastingText, whatHappened } from './alert-texts.ts'

/** Who has acknowledged an alert, and when. */
const Seen = ({ acknowledgement }: Pick<AlertRow, 'acknowledgement'>) =>
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
const openName = ({ alert, registration }: TableRow): string =>
  alert === null
    ? registration
    : ALERT_LIST.open({ alert: ALERTS[alert.type], registration, time: formatDateTime(alert.time) })

const Cell = ({ row, column, onOpen }: { row: TableRow; column: TableColumn; onOpen: () => void }) => {
  const { alert, registration, values } = row
  const value = values[column.name] ?? null
  switch (column.kind) {
    case 'registration':
      return (
        <RowButton name={openName(row)} onOpen={onOpen}>
          <Plate registration={registration} />
        </RowButton>
      )
    case 'alert':
      return alert === null ? NOT_KNOWN : <AlertName type={alert.type} />
    case 'what':
      return alert === null ? (
        NOT_KNOWN
      ) : (
        <>
          {whatHappened(alert)}
          {alert.isOpen ? <span className={classes['goesOn']}>{lastingText(alert)}</span> : null}
        </>
      )
    case 'place':
      return typeof value === 'string' ? <Place text={value} /> : NOT_KNOWN
    case 'description': {
      const description = alert === null ? null : descriptionText(alert)
      return description ?? <span translate="no">{columnText(column.kind, value)}</span>
    }
    case 'text':
      return <span translate="no">{columnText(column.kind, value)}</span>
    case 'count':
      return <span data-none={value === 0 || undefined}>{columnText(column.kind, value)}</span>
    default:
      return columnText(column.kind, value)
  }
}

/** Counts of a vehicle that are not 0, and its figures. */
const factsOf = ({ values }: TableRow, columns: readonly TableColumn[]): string =>
  columns
    .flatMap(({ name, title, kind }) => {
      const value = values[name] ?? null
      if (kind === 'alert' || kind === 'what' || kind === 'registration' || kind === 'text') return []
      if (value === null || value === 0) return []
      return [`${title} ${columnText(kind, value)}`]
    })
    .join(' · ')

const Card = ({
  row,
  columns,
  isArrived,
  onOpen,
}: {
  row: TableRow
  columns: readonly TableColumn[]
  isArrived: boolean
  onOpen: () => void
}) => {
  const { alert } = row
  return (
    <button
      type="button"
      className={classes['card']}
      aria-label={openName(row)}
      data-new={alert?.acknowledgement === null || undefined}
      data-arrived={isArrived || undefined}
      onClick={onOpen}
    >
      <span className={classes['line']}>
        <Plate registration={row.registration} />
        {alert === null ? null : (
          <time dateTime={new Date(alert.time).toISOString()}>{formatDateTime(alert.time)}</time>
        )}
      </span>
      {alert === null ? (
        <span className={classes['facts']}>{factsOf(row, columns)}</span>
      ) : (
        <>
          <AlertName type={alert.type} />
          <span className={classes['line']}>
            <span className={classes['what']}>
              {whatHappened(alert)}
              {alert.isOpen ? ` · ${lastingText(alert)}` : ''}
            </span>
            <Seen acknowledgement={alert.acknowledgement} />
          </span>
        </>
      )}
    </button>
  )
}

/** The alerts that are chosen, and what is done with them. */
type Acknowledging = {
  readonly checked: ReadonlySet<number>
  readonly onCheck: (ids: readonly number[]) => void
  readonly onAcknowledge: (ids: readonly number[]) => void
}

const toggled = (checked: ReadonlySet<number>, id: number): number[] =>
  checked.has(id) ? [...checked].filter((each) => each !== id) : [...checked, id]

const checkColumn = (
  rows: readonly TableRow[],
  { checked, onCheck }: Acknowledging,
): VirtualColumn<TableRow> => {
  const open = rows.flatMap(({ alert, id }) => (alert?.acknowledgement === null ? [id] : []))
  return {
    name: 'check',
    kind: 'check',
    width: '44px',
    title: (
      <Checkbox
        size="xs"
        aria-label={ALERT_LIST.chooseAll}
        checked={open.length > 0 && checked.size >= open.length}
        indeterminate={checked.size > 0 && checked.size < open.length}
        disabled={open.length === 0}
        onChange={(event) => onCheck(event.currentTarget.checked ? open : [])}
      />
    ),
    cell: ({ id, alert, registration }) =>
      alert?.acknowledgement === null ? (
        <Checkbox
          size="xs"
          aria-label={ALERT_LIST.choose({ registration, time: formatDateTime(alert.time) })}
          checked={checked.has(id)}
          onChange={() => onCheck(toggled(checked, id))}
        />
      ) : null,
  }
}

const stateColumn = (acknowledging: Acknowledging | null): VirtualColumn<TableRow> => ({
  name: 'state',
  kind: 'state',
  width: 136,
  title: ALERT_LIST.status,
  cell: (row) =>
    row.alert === null ? null : (
      <>
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
      </>
    ),
})

/** A table of alerts or vehicles, or their cards; what the user reads stays in place when rows arrive above it. */
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
  sort: TableSort
  /** Rows that a refresh has brought, which are highlighted for a moment. */
  arrived: ReadonlySet<number>
  isLoading: boolean
  /** Null where the role may not, or the rows are vehicles. */
  acknowledging: Acknowledging | null
  onSort: (column: string) => void
  onOpen: (row: TableRow) => void
}) => {
  const hasAlerts = rows.some(({ alert }) => alert !== null)
  return (
    <VirtualTable
      name={name}
      className={classes['list']}
      columns={[
        ...(acknowledging === null || !hasAlerts ? [] : [checkColumn(rows, acknowledging)]),
        ...columns.map((column) => ({
          ...column,
          sortName: column.kind === 'place' ? undefined : ALERT_LIST.sortBy({ column: column.title }),
          cell: (row: TableRow) => <Cell row={row} column={column} onOpen={() => onOpen(row)} />,
        })),
        ...(hasAlerts ? [stateColumn(acknowledging)] : []),
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      rowPx={46}
      headPx={42}
      rowProps={({ id, alert }) => ({
        'aria-current': id === openId,
        'data-new': alert?.acknowledgement === null || undefined,
        'data-arrived': arrived.has(id) || undefined,
      })}
      cardPx={104}
      card={(row) => (
        <Card row={row} columns={columns} isArrived={arrived.has(row.id)} onOpen={() => onOpen(row)} />
      )}
      isLoading={isLoading}
      keepsPlace
      sort={sort}
      onSort={onSort}
    />
  )
}
