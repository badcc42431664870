/** JavaScript's own notations, which no file or device means: `0x10`. */
const IN_CODE = /^\s*0[xob]/i

/** A finite number or the text of one; NaN for anything else, also for an empty text and for what overflows, such as 1e309. */
export const numberOf = (value: unknown): number => {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== '' && !IN_CODE.test(value)
        ? Number(value)
        : Number.NaN
  return Number.isFinite(number) ? number : Number.NaN
}

/** Below this a time is in seconds, else in ms: the border is 1973 in ms and the year 5138 in seconds. */
const MS_FROM = 1e11

/** ms since 1970 of a time in seconds or in ms. */
export const epochMs = (time: number): number => (Math.abs(time) < MS_FROM ? time * 1000 : time)

/** The index at which a value belongs in ascending numbers: that of the first number not below it. */
export const insertionIndex = (sorted: ArrayLike<number>, value: number): number => {
  let [below, above] = [0, sorted.length]
  while (below < above) {
    const middle = (below + above) >> 1
    if ((sorted[middle] ?? 0) < value) below = middle + 1
    else above = middle
  }
  return below
}

/** The index at which to insert a value into ascending numbers, or null if they contain it. */
export const newInsertionIndex = (sorted: ArrayLike<number>, value: number): number | null => {
  const place = insertionIndex(sorted, value)
  return sorted[place] === value ? null : place
}

/** A hash of an integer, 0 to 2^32 - 1; equal for equal integers. */
export const mixBits = (value: number): number => {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b)
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The index of the last time at or before `at` (ms UTC); 0 if `at` is before the first. `time` ascends. */
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
