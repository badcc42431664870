/** Where a value belongs in ascending numbers: the place of the first that is not below it. */
export const insertionIndex = (sorted: ArrayLike<number>, value: number): number => {
  let [below, above] = [0, sorted.length]
  while (below < above) {
    const middle = (below + above) >> 1
    if ((sorted[middle] ?? 0) < value) below = middle + 1
    else above = middle
  }
  return below
}

/** Where a value that is not among ascending numbers yet belongs, or null where it is. */
export const newInsertionIndex = (sorted: ArrayLike<number>, value: number): number | null => {
  const place = insertionIndex(sorted, value)
  return sorted[place] === value ? null : place
}

/** Spreads the bits of a whole number over 32 bits; the same each time. */
export const mixBits = (value: number): number => {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b)
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The last point at or before a moment (ms UTC); 0 before the first. `time` ascends. */
export const lastIndexAtOrBefore = (time: ArrayLike<number>, at: number): number => {
  let low = 0
  let high = time.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((time[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}
