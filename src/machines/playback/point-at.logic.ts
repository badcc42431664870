/** The last point at or before a moment (ms UTC); 0 before the first. `time` ascends. */
export const pointAt = (time: ArrayLike<number>, at: number): number => {
  let low = 0
  let high = time.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((time[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}
