/** What a row is sorted by; null: it has no value. */
type Key = string | number | null

const collator = new Intl.Collator('en', { numeric: true })

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

/** Rows in the order of their keys; those without a value come last, and equal ones stay in their order. */
export const sortedBy = <TRow>(
  rows: readonly TRow[],
  keyOf: (row: TRow) => Key,
  isDescending: boolean,
): readonly TRow[] =>
  rows
    .map((row) => ({ row, key: keyOf(row) }))
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      return isDescending ? compare(b.key, a.key) : compare(a.key, b.key)
    })
    .map(({ row }) => row)
