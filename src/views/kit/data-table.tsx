import type { ReactNode } from 'react'
import classes from './data-table.module.css'
import { listNote } from './lists.tsx'
import { ScrollRegion } from './scroll-region.tsx'

/** A column: its heading and its cell in a row. */
export type Column<TRow> = {
  readonly title: string
  readonly cell: (row: TRow) => ReactNode
}

/** A table that says when it is loading and when it is empty (SHL-49, SHL-50). */
export const DataTable = <TRow,>({
  name,
  columns,
  rows,
  keyOf,
  isLoading,
}: {
  name: string
  columns: readonly Column<TRow>[]
  rows: readonly TRow[]
  keyOf: (row: TRow) => string | number
  isLoading: boolean
}) => {
  const note = listNote(isLoading, rows.length)
  return (
    <ScrollRegion name={name} className={classes['scroll']}>
      <table className={classes['table']} aria-busy={isLoading}>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {note === null ? (
            rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ title, cell }) => (
                  <td key={title} translate="no">
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))
          ) : (
            <tr>
              <td className={classes['note']} colSpan={columns.length}>
                {note}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
