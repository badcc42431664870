import { useLayoutEffect, useRef } from 'react'

type Row = { readonly id: number }

/**
 * Where a list must be scrolled to (px), so that the row at its top stays there although other rows are listed now; `top` is where it is
 * scrolled to. A list that is at its beginning stays there, so that new rows appear.
 */
export const keptTop = (
  top: number,
  rowPx: number,
  before: readonly Row[],
  after: readonly Row[],
): number => {
  const first = Math.floor(top / rowPx)
  const id = before[first]?.id
  if (top < rowPx || id === undefined) return top
  const now = after.findIndex((row) => row.id === id)
  return now === -1 ? top : top + (now - first) * rowPx
}

/** Keeps the row at the top of a scrolled list in its place when rows are added above it. */
export const useKeptPlace = ({
  scroll,
  rows,
  rowPx,
}: {
  scroll: HTMLElement | null
  rows: readonly Row[]
  rowPx: number
}) => {
  const before = useRef(rows)
  useLayoutEffect(() => {
    if (scroll !== null && before.current !== rows) {
      const top = keptTop(scroll.scrollTop, rowPx, before.current, rows)
      if (top !== scroll.scrollTop) scroll.scrollTop = top
    }
    before.current = rows
  }, [scroll, rows, rowPx])
}
