import '@mantine/core/styles/Checkbox.css'
import { Checkbox } from '@mantine/core'
import type { DrivingRow } from '#contract/records/driving-analysis.ts'
import type { IncidentCode } from '#domain/driving-incidents.ts'
import { MAX_COMPARED } from '#domain/driving-score.ts'
import { DRIVING } from '#src/texts/en/driving-analysis.ts'
import { Plate } from '../kit/vehicle.tsx'
import { RowButton, type TableSort, type VirtualColumn, VirtualTable } from '../kit/virtual-table.tsx'
import { incidentOf, nameOf, scoreText, type TableColumn, valueText } from './driving-columns.ts'
import classes from './driving-table.module.css'
import { RowCategory } from './score-badge.tsx'
import { SubjectName } from './subject-name.tsx'

type OnOpen = (subjectId: number, incident: IncidentCode | null) => void

/** The box that adds a driver or a vehicle to the comparison. */
const CompareBox = ({
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

/** The first plate of a row, and how many there are besides. */
const Plates = ({ row: { registrations } }: { row: DrivingRow }) => {
  const [first, ...others] = registrations
  return (
    <span className={classes['plates']} title={registrations.join(', ')}>
      {first === undefined ? null : <Plate registration={first} />}
      {others.length === 0 ? null : <small>+{others.length}</small>}
    </span>
  )
}

const Cell = ({
  row,
  column: { name, title, kind },
  isFirst,
  onOpen,
}: {
  row: DrivingRow
  column: TableColumn
  isFirst: boolean
  onOpen: OnOpen
}) => {
  const incident = incidentOf(name)
  const shown = name === 'DriverName' ? <SubjectName of={row} /> : <Plates row={row} />
  if (isFirst)
    return (
      <RowButton name={DRIVING.open({ name: nameOf(row) })} onOpen={() => onOpen(row.id, null)}>
        {shown}
      </RowButton>
    )
  if (kind === 'registration') return shown
  if (kind === 'category') return <RowCategory row={row} />
  if (name === 'DriverName') return null
  if (name === 'CompanyScore') return scoreText(row.companyScore)
  const value = row.columns[name]
  if (kind === 'count' && (value === 0 || value === null))
    return <span className={classes['none']}>{valueText(name, value)}</span>
  return incident === undefined ? (
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

/** The figures of a row that are not 0 and have no place of their own on a card. */
const factsOf = ({ columns: values, companyScore }: DrivingRow, columns: readonly TableColumn[]): string =>
  columns
    .flatMap(({ name, title, kind }) => {
      if (name === 'CompanyScore') return [`${title} ${scoreText(companyScore)}`]
      if (name === 'DriverName' || ['registration', 'score', 'category'].includes(kind)) return []
      const value = values[name]
      return value === 0 || value === null ? [] : [`${title} ${valueText(name, value)}`]
    })
    .join(' · ')

/** A table of drivers or vehicles, or their cards; a row opens its score into its parts. */
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
}: {
  name: string
  columns: readonly TableColumn[]
  rows: readonly DrivingRow[]
  openId: number | null
  sort: TableSort
  isLoading: boolean
  /** Those that are compared; null where nothing is. */
  compared: readonly number[] | null
  onSort: (column: string) => void
  onOpen: OnOpen
  onCompare: (subjectId: number) => void
}) => {
  const checkOf = (row: DrivingRow) =>
    compared === null ? null : <CompareBox row={row} compared={compared} onCompare={onCompare} />
  const check: VirtualColumn<DrivingRow> = {
    name: 'check',
    kind: 'check',
    width: '44px',
    title: null,
    cell: checkOf,
  }
  return (
    <VirtualTable
      name={name}
      className={classes['list']}
      columns={[
        ...(compared === null ? [] : [check]),
        ...columns.map((column, at) => ({
          ...column,
          sortName: DRIVING.sortBy({ column: column.title }),
          cell: (row: DrivingRow) => <Cell row={row} column={column} isFirst={at === 0} onOpen={onOpen} />,
        })),
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      rowPx={46}
      headPx={52}
      rowProps={({ id }) => ({ 'aria-current': id === openId })}
      cardPx={124}
      card={(row) => (
        <div className={classes['card']}>
          <span className={classes['line']}>
            {compared === null ? null : <span className={classes['above']}>{checkOf(row)}</span>}
            <RowButton name={DRIVING.open({ name: nameOf(row) })} onOpen={() => onOpen(row.id, null)}>
              <SubjectName of={row} />
            </RowButton>
            <b className={classes['score']}>{scoreText(row.columns.DriverScore)}</b>
          </span>
          <span className={classes['line']}>
            <Plates row={row} />
            <RowCategory row={row} />
          </span>
          <span className={classes['facts']}>{factsOf(row, columns)}</span>
        </div>
      )}
      isLoading={isLoading}
      sort={sort}
      onSort={onSort}
    />
  )
}
