/** Where a value belongs in ascending numbers: the place of the first that is not below it. */
export const placeAmong = (sorted: ArrayLike<number>, value: number): number => {
  let [below, above] = [0, sorted.length]
  while (below < above) {
    const middle = (below + above) >> 1
    if ((sorted[middle] ?? 0) < value) below = middle + 1
    else above = middle
  }
  return below
}

/** Where a value that is not among ascending numbers yet belongs, or null where it is. */
export const newPlaceAmong = (sorted: ArrayLike<number>, value: number): number | null => {
  const place = placeAmong(sorted, value)
  return sorted[place] === value ? null : place
}
