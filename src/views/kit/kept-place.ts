import { useLayoutEffect, useRef } from 'react'

type Key = string | number
type Keyed = { readonly id: Key }

/**
 * Where a list must be scrolled to (px), so that the row at its top stays there although other rows are listed now; `top` is where it is
 * scrolled to. A list that is at its beginning stays there, so that new rows appear.
 */
export const keptTop = (
  top: number,
  rowPx: number,
  before: readonly Keyed[],
  after: readonly Keyed[],
): number => {
  const first = Math.floor(top / rowPx)
  const id = before[first]?.id
  if (top < rowPx || id === undefined) return top
  const now = after.findIndex((row) => row.id === id)
  return now === -1 ? top : top + (now - first) * rowPx
}

/** Keeps the row at the top of a scrolled list in its place when rows are added above it; does nothing while `scroll` is null. */
export const useKeptPlace = <TRow>({
  scroll,
  rows,
  keyOf,
  rowPx,
}: {
  scroll: HTMLElement | null
  rows: readonly TRow[]
  keyOf: (row: TRow) => Key
  rowPx: number
}) => {
  const before = useRef(rows)
  useLayoutEffect(() => {
    if (scroll !== null && before.current !== rows) {
      const keyed = (each: readonly TRow[]) => each.map((row) => ({ id: keyOf(row) }))
      const top = keptTop(scroll.scrollTop, rowPx, keyed(before.current), keyed(rows))
      if (top !== scroll.scrollTop) scroll.scrollTop = top
    }
    before.current = rows
  }, [scroll, rows, keyOf, rowPx])
}
