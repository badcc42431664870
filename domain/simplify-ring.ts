import type { LngLat } from './geo.ts'

/** The squared distance of p from the line from a to b, in degrees; b is as far as a where they are the same. */
const squaredDistance = ([x, y]: LngLat, [ax, ay]: LngLat, [bx, by]: LngLat): number => {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length))
  return (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2
}

/** The corners of a ring that lie farther than `tolerance` degrees from the lines between the others (Douglas and Peucker). */
const thinned = (ring: readonly LngLat[], tolerance: number): LngLat[] => {
  const kept = new Uint8Array(ring.length)
  kept[0] = 1
  kept[ring.length - 1] = 1
  const spans: Array<readonly [number, number]> = [[0, ring.length - 1]]
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span
    const [a, b] = [ring[from], ring[to]]
    if (a === undefined || b === undefined) continue
    let [farthest, distance] = [-1, tolerance * tolerance]
    for (let i = from + 1; i < to; i += 1) {
      const here = squaredDistance(ring[i] ?? a, a, b)
      if (here > distance) [farthest, distance] = [i, here]
    }
    if (farthest < 0) continue
    kept[farthest] = 1
    spans.push([from, farthest], [farthest, to])
  }
  return ring.filter((_, i) => kept[i] === 1)
}

/** About 10 cm. */
const FINEST_DEGREES = 1e-6

/** The ring with at most `most` corners, the coarser the more it had. A ring that has no more stays as it is. */
export const simplifyRing = (ring: readonly LngLat[], most: number): readonly LngLat[] => {
  let found = ring
  for (let tolerance = FINEST_DEGREES; found.length > most; tolerance *= 2) found = thinned(ring, tolerance)
  return found
}
