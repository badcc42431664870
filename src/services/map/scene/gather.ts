/** Which gathering each item belongs to, numbered from 0 in the order of their first items. */
export type Gathered = { readonly of: Int32Array; readonly count: number }

/** Buckets of the table of cells; a power of two. Items of cells that share a bucket are told apart by distance. */
const BUCKETS = 1 << 14

/**
 * Each item not yet taken takes those within `radius` that are not taken either.
 * First come, first served: a stable order of items gives stable gatherings.
 */
export const gather = (x: Float64Array, y: Float64Array, radius: number): Gathered => {
  const length = x.length
  const first = new Int32Array(BUCKETS).fill(-1)
  const next = new Int32Array(length)
  for (let i = length - 1; i >= 0; i--) {
    const bucket = bucketOf(Math.floor((x[i] ?? 0) / radius), Math.floor((y[i] ?? 0) / radius))
    next[i] = first[bucket] ?? -1
    first[bucket] = i
  }
  const of = new Int32Array(length).fill(-1)
  const reach = radius * radius
  let count = 0

  /** Takes what is near out of a bucket, so that no item is looked at again once taken. */
  const takeFrom = (bucket: number, atX: number, atY: number, number: number) => {
    let before = -1
    for (let i = first[bucket] ?? -1; i !== -1; i = next[i] ?? -1) {
      const dx = (x[i] ?? 0) - atX
      const dy = (y[i] ?? 0) - atY
      if (of[i] === -1 && dx * dx + dy * dy <= reach) of[i] = number
      if (of[i] === -1) before = i
      else if (before === -1) first[bucket] = next[i] ?? -1
      else next[before] = next[i] ?? -1
    }
  }

  for (let seed = 0; seed < length; seed++) {
    if (of[seed] !== -1) continue
    const atX = x[seed] ?? 0
    const atY = y[seed] ?? 0
    const column = Math.floor(atX / radius)
    const row = Math.floor(atY / radius)
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) takeFrom(bucketOf(column + dx, row + dy), atX, atY, count)
    count += 1
  }
  return { of, count }
}

const bucketOf = (column: number, row: number) =>
  (Math.imul(column, 73_856_093) ^ Math.imul(row, 19_349_663)) & (BUCKETS - 1)
