import { KM_PER_LAT, kmPerLng } from './towns.mjs'

/** The points of a line that are needed to stay within `toleranceKm` of it (Douglas–Peucker). */
export const simplified = (line, toleranceKm) => {
  const scale = kmPerLng(line[0][1])
  const plane = line.map(([lng, lat]) => [lng * scale, lat * KM_PER_LAT])
  const kept = new Set([0, line.length - 1])
  const spans = [[0, line.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    const [ax, ay] = plane[from]
    const [bx, by] = [plane[to][0] - ax, plane[to][1] - ay]
    const square = bx * bx + by * by || 1e-12
    let [furthest, far] = [-1, toleranceKm ** 2]
    for (let i = from + 1; i < to; i += 1) {
      const [x, y] = [plane[i][0] - ax, plane[i][1] - ay]
      const share = Math.max(0, Math.min(1, (x * bx + y * by) / square))
      const distance = (x - share * bx) ** 2 + (y - share * by) ** 2
      if (distance > far) [furthest, far] = [i, distance]
    }
    if (furthest < 0) continue
    kept.add(furthest)
    spans.push([from, furthest], [furthest, to])
  }
  return line.filter((_, i) => kept.has(i))
}
