import Delaunator from 'delaunator'

/** One scale for the whole country, so that the triangulation is of a plane. */
const plane = ({ lng, lat }) => [lng * 111.32 * Math.cos((22 * Math.PI) / 180), lat * 110.57]

/**
 * The Gabriel graph of towns: two are joined when no third lies in the circle between them. Returns `[a, b, isClose]`, with
 * `isClose` when also no third is nearer to both than they are to each other.
 */
export const gabrielEdges = (towns) => {
  const places = towns.map(plane)
  const { triangles } = new Delaunator(Float64Array.from(places.flat()))
  const neighbours = towns.map(() => new Set())
  for (let i = 0; i < triangles.length; i += 3)
    for (const [a, b] of [
      [triangles[i], triangles[i + 1]],
      [triangles[i + 1], triangles[i + 2]],
      [triangles[i + 2], triangles[i]],
    ]) {
      neighbours[a].add(b)
      neighbours[b].add(a)
    }
  const square = (a, b) => (places[a][0] - places[b][0]) ** 2 + (places[a][1] - places[b][1]) ** 2
  const edges = []
  for (let a = 0; a < towns.length; a += 1)
    for (const b of neighbours[a]) {
      if (a >= b) continue
      const middle = [(places[a][0] + places[b][0]) / 2, (places[a][1] + places[b][1]) / 2]
      const length = square(a, b)
      const inCircle = (n) =>
        (places[n][0] - middle[0]) ** 2 + (places[n][1] - middle[1]) ** 2 < (length / 4) * 0.98
      const others = [...neighbours[a], ...neighbours[b]].filter((n) => n !== a && n !== b)
      if (others.some(inCircle)) continue
      const shared = [...neighbours[a]].filter((n) => n !== b && neighbours[b].has(n))
      edges.push([a, b, !shared.some((n) => Math.max(square(n, a), square(n, b)) < length)])
    }
  return edges
}
