import '@mantine/core/styles/Checkbox.css'
import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import type { DrivingRow } from '#contract/records/driving-analysis.ts'
import type { IncidentCode } from '#domain/driving-incidents.ts'
import { type DrivingSort, MAX_COMPARED } from '#domain/driving-link.ts'
import { DRIVING } from '#src/texts/en/driving-analysis.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { ScrollRegion } from '../kit/scroll-region.tsx'
import { Plate } from '../kit/vehicle.tsx'
import { incidentOf, nameOf, type TableColumn, valueText } from './driving-columns.ts'
import classes from './driving-table.module.css'
import { RowCategory } from './score-badge.tsx'
import { SubjectName } from './subject-name.tsx'

const ROW_PX = 46
const HEAD_PX = 52

/** What a table of scores is given, and what it tells. */
export type ScoreTableProps = {
  readonly name: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly DrivingRow[]
  readonly openId: number | null
  readonly sort: DrivingSort | null
  readonly isLoading: boolean
  /** Those that are compared; null where nothing is. */
  readonly compared: readonly number[] | null
  readonly onSort: (column: string) => void
  readonly onOpen: (subjectId: number, incident: IncidentCode | null) => void
  readonly onCompare: (subjectId: number) => void
}

/** The box that adds a driver or a vehicle to the comparison. */
export const CompareBox = ({
  row,
  compared,
  onCompare,
}: {
  row: DrivingRow
  compared: readonly number[]
  onCompare: (subjectId: number) => void
}) => (
  <Checkbox
    size="xs"
    aria-label={DRIVING.compare({ name: nameOf(row) })}
    checked={compared.includes(row.id)}
    disabled={compared.length >= MAX_COMPARED && !compared.includes(row.id)}
    onChange={() => onCompare(row.id)}
  />
)

/** The first plates of a row, and how many there are besides. */
export const Plates = ({ row: { registrations }, most = 1 }: { row: DrivingRow; most?: number }) => (
  <span className={classes['plates']} title={registrations.join(', ')}>
    {registrations.slice(0, most).map((registration) => (
      <Plate key={registration} registration={registration} />
    ))}
    {registrations.length > most ? <small>+{registrations.length - most}</small> : null}
  </span>
)

const Cell = ({
  row,
  column: { name, title, kind },
  isFirst,
  onOpen,
}: {
  row: DrivingRow
  column: TableColumn
  isFirst: boolean
  onOpen: ScoreTableProps['onOpen']
}) => {
  const incident = incidentOf(name)
  const shown = name === 'DriverName' ? <SubjectName of={row} /> : <Plates row={row} />
  if (isFirst)
    return (
      <button
        type="button"
        className={classes['open']}
        aria-label={DRIVING.open({ name: nameOf(row) })}
        onClick={() => onOpen(row.id, null)}
      >
        {shown}
      </button>
    )
  if (kind === 'registration') return shown
  if (kind === 'category') return <RowCategory row={row} />
  if (name === 'DriverName') return null
  const value = row.columns[name]
  return incident === undefined || value === 0 ? (
    valueText(name, value)
  ) : (
    <button
      type="button"
      className={classes['count']}
      aria-label={DRIVING.incidentsOf({ incident: title, count: String(value), name: nameOf(row) })}
      onClick={() => onOpen(row.id, incident)}
    >
      {valueText(name, value)}
    </button>
  )
}

const Heading = ({
  column,
  sort,
  onSort,
}: {
  column: TableColumn
  sort: DrivingSort | null
  onSort: (column: string) => void
}) => {
  const isSorted = sort?.column === column.name
  const Arrow = isSorted && sort.isDescending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      className={classes['cell']}
      data-column={column.name}
      data-kind={column.kind}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes['sort']}
        aria-label={DRIVING.sortBy({ column: column.title })}
        onClick={() => onSort(column.name)}
      >
        {column.title}
        {isSorted ? <Arrow size={14} stroke={2} aria-hidden /> : null}
      </button>
    </th>
  )
}

/** A table of drivers or vehicles. Only the rows in view are in the page; a row opens its score into its parts. */
export const DrivingTable = ({
  name,
  columns,
  rows,
  openId,
  sort,
  isLoading,
  compared,
  onSort,
  onOpen,
  onCompare,
}: ScoreTableProps) => {
  const [scroll, setScroll] = useState<HTMLElement | null>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: HEAD_PX,
    overscan: 6,
  })
  const note = isLoading ? TEXTS.loading : rows.length === 0 ? TEXTS.noRecordsFound : null
  const template = [
    ...(compared === null ? [] : ['44px']),
    ...columns.map(({ width }) => `minmax(${width}px, ${width}fr)`),
  ].join(' ')
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
            {compared === null ? null : <td className={classes['cell']} />}
            {columns.map((column) => (
              <Heading key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
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
                  style={{ height: ROW_PX, transform: `translateY(${start - HEAD_PX}px)` }}
                >
                  {compared === null ? null : (
                    <td className={`${classes['cell']} ${classes['above']}`}>
                      <CompareBox row={row} compared={compared} onCompare={onCompare} />
                    </td>
                  )}
                  {columns.map((column, at) => (
                    <td
                      key={column.name}
                      className={classes['cell']}
                      data-kind={column.kind}
                      data-none={
                        column.kind === 'count' && row.columns[column.name as 'Overspeed'] === 0
                          ? true
                          : undefined
                      }
                    >
                      <Cell row={row} column={column} isFirst={at === 0} onOpen={onOpen} />
                    </td>
                  ))}
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
