import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useState } from 'react'
import { TEXTS } from '#src/texts/en/specification.ts'
import { usePhone } from '../kit/hooks.ts'
import { VirtualRows } from '../kit/lists.tsx'
import { ScrollRegion } from '../kit/scroll-region.tsx'
import { Plate } from '../kit/vehicle.tsx'
import classes from './health-table.module.css'

const ROW_PX = 56
const HEAD_PX = 42

/** A column behind the registration: its heading, the width of its column in a grid, and its cell in a row. */
export type HealthColumn<TRow> = {
  readonly title: string
  readonly width: string
  readonly cell: (row: TRow) => ReactNode
  /** On a card it has a line of its own, without its title. */
  readonly isWhole?: true
}

type Row = { readonly registrationId: string }

type Props<TRow extends Row> = {
  readonly name: string
  /** The heading of the registrations. */
  readonly registration: string
  readonly columns: readonly HealthColumn<TRow>[]
  readonly rows: readonly TRow[]
  readonly keyOf: (row: TRow) => string
  readonly isLoading: boolean
  /** The whole row opens something, by a button of this name; else rows are only read. */
  readonly opening?:
    | { readonly nameOf: (row: TRow) => string; readonly onOpen: (row: TRow) => void }
    | undefined
  readonly openKey?: string | null
  /** The height of a card, px. */
  readonly cardPx: number
}

const Registration = <TRow extends Row>({ row, opening }: { row: TRow; opening: Props<TRow>['opening'] }) =>
  opening === undefined ? (
    <Plate registration={row.registrationId} />
  ) : (
    <button
      type="button"
      className={classes['open']}
      aria-label={opening.nameOf(row)}
      onClick={() => opening.onOpen(row)}
    >
      <Plate registration={row.registrationId} />
    </button>
  )

const Table = <TRow extends Row>({
  name,
  registration,
  columns,
  rows,
  keyOf,
  isLoading,
  opening,
  openKey = null,
  note,
}: Props<TRow> & { note: string | null }) => {
  const [scroll, setScroll] = useState<HTMLElement | null>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    overscan: 8,
  })
  const template = ['160px', ...columns.map(({ width }) => width)].join(' ')
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
          <tr className={classes['row']} aria-rowindex={1} style={{ height: HEAD_PX }}>
            {[registration, ...columns.map(({ title }) => title)].map((title) => (
              <th key={title} scope="col" className={classes['cell']}>
                {title}
              </th>
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
                  aria-current={keyOf(row) === openKey}
                  data-opens={opening !== undefined || undefined}
                  style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
                >
                  <td className={classes['cell']}>
                    <Registration row={row} opening={opening} />
                  </td>
                  {columns.map(({ title, cell }) => (
                    <td key={title} className={classes['cell']}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        ) : (
          <tbody>
            <tr aria-rowindex={2}>
              <td className={classes['note']} colSpan={columns.length + 1}>
                {note}
              </td>
            </tr>
          </tbody>
        )}
      </table>
    </ScrollRegion>
  )
}

/** The rows as cards, for phones. */
const Cards = <TRow extends Row>({
  name,
  columns,
  rows,
  keyOf,
  opening,
  cardPx,
  note,
}: Props<TRow> & { note: string | null }) => {
  const [scroll, setScroll] = useState<HTMLElement | null>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll,
    estimateSize: () => cardPx,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    overscan: 4,
  })
  return (
    <ScrollRegion name={name} className={classes['scroll']} onElement={setScroll}>
      {note === null ? (
        <VirtualRows
          name={name}
          items={virtual.getVirtualItems()}
          totalPx={virtual.getTotalSize()}
          rowPx={cardPx}
          count={rows.length}
        >
          {(index) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <div className={classes['card']}>
                <Registration row={row} opening={opening} />
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
          }}
        </VirtualRows>
      ) : (
        <p className={classes['note']}>{note}</p>
      )}
    </ScrollRegion>
  )
}

/** A list of trucks that draws what is in view: a table, or cards on phones (SHL-49, SHL-50). */
export const HealthTable = <TRow extends Row>(props: Props<TRow>) => {
  const isPhone = usePhone()
  const note = props.isLoading ? TEXTS.loading : props.rows.length === 0 ? TEXTS.noRecordsFound : null
  return isPhone ? <Cards {...props} note={note} /> : <Table {...props} note={note} />
}
