import type { ReactNode } from 'react'
import { Plate } from '../kit/vehicle.tsx'
import { RowButton, type VirtualColumn, VirtualTable } from '../kit/virtual-table.tsx'
import classes from './health-table.module.css'

/** A column behind the registration. */
export type HealthColumn<TRow> = Pick<VirtualColumn<TRow>, 'width' | 'cell'> & {
  readonly title: string
  /** On a card it has a line of its own, without its title. */
  readonly isWhole?: true
}

type Row = { readonly registrationId: string }

const Card = <TRow extends Row>({
  row,
  columns,
  registration,
}: {
  row: TRow
  columns: readonly HealthColumn<TRow>[]
  registration: ReactNode
}) => (
  <div className={classes['card']}>
    {registration}
    <dl>
      {columns.map(({ title, cell, isWhole }) => (
        <div key={title} data-whole={isWhole}>
          <dt>{title}</dt>
          <dd>{cell(row)}</dd>
        </div>
      ))}
    </dl>
  </div>
)

/** A list of trucks: a table, or cards on phones. */
export const HealthTable = <TRow extends Row>({
  name,
  registration,
  columns,
  rows,
  keyOf,
  isLoading,
  opening,
  openKey = null,
  cardPx,
}: {
  name: string
  /** The heading of the registrations. */
  registration: string
  columns: readonly HealthColumn<TRow>[]
  rows: readonly TRow[]
  keyOf: (row: TRow) => string
  isLoading: boolean
  /** The whole row opens something, by a button of this name; else rows are only read. */
  opening?: { readonly nameOf: (row: TRow) => string; readonly onOpen: (row: TRow) => void }
  openKey?: string | null
  /** The height of a card, or of the card of each row, px. */
  cardPx: number | ((row: TRow) => number)
}) => {
  const plateOf = (row: TRow) => {
    const plate = <Plate registration={row.registrationId} />
    return opening === undefined ? (
      plate
    ) : (
      <RowButton name={opening.nameOf(row)} onOpen={() => opening.onOpen(row)}>
        {plate}
      </RowButton>
    )
  }
  return (
    <VirtualTable
      name={name}
      className={classes['list']}
      columns={[
        { name: 'registration', title: registration, width: '160px', cell: plateOf },
        ...columns.map((column) => ({ ...column, name: column.title })),
      ]}
      rows={rows}
      keyOf={keyOf}
      rowPx={56}
      headPx={42}
      rowProps={(row) => ({ 'aria-current': keyOf(row) === openKey })}
      cardPx={cardPx}
      card={(row) => <Card row={row} columns={columns} registration={plateOf(row)} />}
      isLoading={isLoading}
    />
  )
}
