import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useState } from 'react'
import { usePhone } from './hooks.ts'
import { useKeptPlace } from './kept-place.ts'
import { listNote, VirtualRows } from './lists.tsx'
import { ScrollRegion } from './scroll-region.tsx'
import classes from './virtual-table.module.css'

/** A column of a virtual table. */
export type VirtualColumn<TRow> = {
  readonly name: string
  /** Its heading, or what stands in its place; null for none. */
  readonly title: ReactNode
  /** Its least width in px, of which it gets more as the others do; or its track in a grid. */
  readonly width: number | string
  /** What it holds, by which its cells are styled: cells of the kind `check` do not open their row. */
  readonly kind?: string
  /** The accessible name of the button that sorts by it; without one, rows are not sorted by it. */
  readonly sortName?: string | undefined
  readonly cell: (row: TRow) => ReactNode
}

/** The column that rows are sorted by; null: they are in their own order. */
export type TableSort = { readonly column: string; readonly isDescending: boolean } | null

type Listed<TRow> = {
  readonly name: string
  /** Styles of the screen's own, for the area that scrolls and what is in it. */
  readonly className?: string | undefined
  readonly rows: readonly TRow[]
  readonly keyOf: (row: TRow) => string | number
  readonly isLoading: boolean
  /** The row at the top stays there when other rows are listed above it. */
  readonly keepsPlace?: boolean
}

type TableProps<TRow> = Listed<TRow> & {
  readonly columns: readonly VirtualColumn<TRow>[]
  /** Heights of a row and of the headings, px. */
  readonly rowPx: number
  readonly headPx: number
  /** Whether what a row opens is open, and attributes that the screen styles. */
  readonly rowProps: (row: TRow) => {
    readonly 'aria-current': boolean
    readonly [name: `data-${string}`]: true | undefined
  }
  readonly sort?: TableSort | undefined
  readonly onSort?: ((column: string) => void) | undefined
}

type CardsProps<TRow> = Listed<TRow> & {
  /** The height of a card, or of the card of each row, px, with the gap to the next. Where cards differ, `keepsPlace` does nothing. */
  readonly cardPx: number | ((row: TRow) => number)
  readonly card: (row: TRow) => ReactNode
}

/** The button that opens a row or a card, by a press anywhere on it. */
export const RowButton = ({
  name,
  onOpen,
  children,
}: {
  name: string
  onOpen: () => void
  children: ReactNode
}) => (
  <button type="button" className={classes['open']} aria-label={name} onClick={onOpen}>
    {children}
  </button>
)

const useRowsInView = <TRow,>(
  { rows, keyOf, keepsPlace = false }: Listed<TRow>,
  { rowPx, headPx, overscan }: { rowPx: number | ((row: TRow) => number); headPx: number; overscan: number },
) => {
  const [scroll, setScroll] = useState<HTMLElement | null>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll,
    estimateSize: (index) => {
      if (typeof rowPx === 'number') return rowPx
      const row = rows[index]
      return row === undefined ? 0 : rowPx(row)
    },
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    scrollMargin: headPx,
    overscan,
  })
  const samePx = typeof rowPx === 'number' ? rowPx : null
  useKeptPlace({ scroll: keepsPlace && samePx !== null ? scroll : null, rows, keyOf, rowPx: samePx ?? 0 })
  return { setScroll, items: virtual.getVirtualItems(), totalPx: virtual.getTotalSize() }
}

const Heading = <TRow,>({
  column: { name, title, kind, sortName },
  sort,
  onSort,
}: { column: VirtualColumn<TRow> } & Pick<TableProps<TRow>, 'sort' | 'onSort'>) => {
  const order = sort?.column !== name ? 'none' : sort.isDescending ? 'descending' : 'ascending'
  const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp
  const shared = { className: classes['cell'], 'data-column': name, 'data-kind': kind }
  if (title === null) return <td {...shared} />
  return (
    <th {...shared} scope="col" aria-sort={sortName === undefined ? undefined : order}>
      {sortName === undefined ? (
        title
      ) : (
        <button
          type="button"
          className={classes['sort']}
          aria-label={sortName}
          onClick={() => onSort?.(name)}
        >
          {title}
          {order === 'none' ? null : <Arrow size={14} stroke={2} aria-hidden />}
        </button>
      )}
    </th>
  )
}

const trackOf = ({ width }: Pick<VirtualColumn<never>, 'width'>): string =>
  typeof width === 'string' ? width : `minmax(${width}px, ${width}fr)`

const Table = <TRow,>(props: TableProps<TRow>) => {
  const { name, className = '', columns, rows, isLoading, rowPx, headPx, rowProps, sort, onSort } = props
  const { setScroll, items, totalPx } = useRowsInView(props, { rowPx, headPx, overscan: 6 })
  const note = listNote(isLoading, rows.length)
  return (
    <ScrollRegion
      name={name}
      className={`${classes['scroll']} ${classes['framed']} ${className}`}
      onElement={setScroll}
    >
      <table
        className={classes['table']}
        aria-label={name}
        aria-rowcount={rows.length + 1}
        aria-busy={isLoading}
        style={{ ['--columns' as string]: columns.map(trackOf).join(' ') }}
      >
        <thead className={classes['head']}>
          <tr className={classes['row']} aria-rowindex={1} style={{ height: headPx }}>
            {columns.map((column) => (
              <Heading key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {note === null ? (
          <tbody className={classes['body']} style={{ height: totalPx }}>
            {items.map(({ index, start, key }) => {
              const row = rows[index]
              return row === undefined ? null : (
                <tr
                  key={key}
                  {...rowProps(row)}
                  className={classes['row']}
                  aria-rowindex={index + 2}
                  style={{ height: rowPx, transform: `translateY(${start - headPx}px)` }}
                >
                  {columns.map((column) => (
                    <td key={column.name} className={classes['cell']} data-kind={column.kind}>
                      {column.cell(row)}
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

const Cards = <TRow,>(props: CardsProps<TRow>) => {
  const { name, className = '', rows, isLoading, cardPx, card } = props
  const { setScroll, items, totalPx } = useRowsInView(props, { rowPx: cardPx, headPx: 0, overscan: 4 })
  const note = listNote(isLoading, rows.length)
  return (
    <ScrollRegion name={name} className={`${classes['scroll']} ${className}`} onElement={setScroll}>
      {note === null ? (
        <VirtualRows name={name} items={items} totalPx={totalPx} count={rows.length}>
          {(index) => {
            const row = rows[index]
            return row === undefined ? null : card(row)
          }}
        </VirtualRows>
      ) : (
        <p className={classes['note']}>{note}</p>
      )}
    </ScrollRegion>
  )
}

/**
 * Rows of which only those in view are in the page: a table whose headings stay in view, or on phones cards. It says when it is loading
 * and when it is empty (SHL-49, SHL-50).
 */
export const VirtualTable = <TRow,>(props: TableProps<TRow> & CardsProps<TRow>) =>
  usePhone() ? <Cards {...props} /> : <Table {...props} />
