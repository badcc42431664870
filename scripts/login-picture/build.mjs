// Draws the picture of the login page from the bundled basemap and the road network: node scripts/login-picture/build.mjs
// writes src/views/session/road-map.svg (land, coast, roads) and road-map.json (route, towns).
import { readFile, writeFile } from 'node:fs/promises'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'

const root = new URL('../../', import.meta.url)
const WINDOW = { west: 69.2, north: 26.6, degreesWide: 19.4 }
const SIDE = 1000
const ZOOM = 5
const STOPS = ['Delhi', 'Jaipur', 'Ahmedabad', 'Mumbai', 'Pune', 'Bengaluru', 'Chennai']
const TOWNS = [
  ...STOPS,
  'Indore',
  'Nagpur',
  'Raipur',
  'Hyderabad',
  'Visakhapatnam',
  'Coimbatore',
  'Vijayawada',
  'Madurai',
  'Goa',
  'Bhubaneswar',
]
const COLOURS = {
  sea: '#0b1013',
  land: '#12171a',
  india: '#1a2024',
  coast: '#303a41',
  state: '#29323800',
  main: '#3a444c',
  minor: '#262f35',
}

const mercator = (lat) => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * (180 / Math.PI)
const scale = SIDE / WINDOW.degreesWide
const x = (lng) => (lng - WINDOW.west) * scale
const y = (lat) => (mercator(WINDOW.north) - mercator(lat)) * scale
const inside = ([px, py]) => px > -30 && px < SIDE + 30 && py > -30 && py < SIDE + 30
const short = (value) => Math.round(value * 10) / 10
const path = (points, close) =>
  `M${points.map(([px, py]) => `${short(px)} ${short(py)}`).join('L')}${close ? 'Z' : ''}`

const archive = await readFile(new URL('src/services/map/basemap/india.pmtiles', root))
const tiles = new PMTiles({
  getKey: () => 'india',
  getBytes: async (offset, length) => ({
    data: new Uint8Array(archive.subarray(offset, offset + length)).buffer,
  }),
})

const tilesWide = 2 ** ZOOM
const tileDegrees = 360 / tilesWide
const column = (lng) => Math.floor((lng + 180) / tileDegrees)
const row = (mercatorDegrees) => Math.floor((180 - mercatorDegrees) / tileDegrees)
const bottom = mercator(WINDOW.north) - WINDOW.degreesWide

const layers = { land: [], india: [], coast: [] }
for (let tx = column(WINDOW.west); tx <= column(WINDOW.west + WINDOW.degreesWide); tx++) {
  for (let ty = row(mercator(WINDOW.north)); ty <= row(bottom); ty++) {
    const found = await tiles.getZxy(ZOOM, tx, ty)
    if (!found) continue
    const tile = new VectorTile(new PbfReader(new Uint8Array(found.data)))
    for (const [name, parts] of Object.entries(layers)) {
      const layer = tile.layers[name]
      for (let i = 0; i < (layer?.length ?? 0); i++) {
        for (const ring of layer.feature(i).loadGeometry()) {
          const points = ring.map((point) => [
            (-180 + (tx + point.x / layer.extent) * tileDegrees - WINDOW.west) * scale,
            (mercator(WINDOW.north) - (180 - (ty + point.y / layer.extent) * tileDegrees)) * scale,
          ])
          if (points.some(inside)) parts.push(path(thin(points), name !== 'coast'))
        }
      }
    }
  }
}

/** Leaves out points nearer than half a unit to the one before. */
function thin(points) {
  const kept = [points[0]]
  for (const point of points.slice(1)) {
    const last = kept[kept.length - 1]
    if (Math.hypot(point[0] - last[0], point[1] - last[1]) >= 0.8) kept.push(point)
  }
  return kept
}

const { nodes, edges } = JSON.parse(
  await readFile(new URL('server/simulator/data/roadnet.json', root), 'utf8'),
)
const at = nodes.map(([, lng, lat]) => [x(lng), y(lat)])

/** Joins edges of one class into long lines. */
const chains = (roadClass) => {
  const next = new Map()
  for (const [a, b, c] of edges) {
    if (c !== roadClass || !(inside(at[a]) || inside(at[b]))) continue
    for (const [from, to] of [
      [a, b],
      [b, a],
    ])
      next.set(from, [...(next.get(from) ?? []), to])
  }
  const used = new Set()
  const key = (a, b) => (a < b ? `${a}-${b}` : `${b}-${a}`)
  const lines = []
  for (const start of next.keys()) {
    for (;;) {
      const line = [start]
      for (;;) {
        const from = line[line.length - 1]
        const to = next.get(from)?.find((candidate) => !used.has(key(from, candidate)))
        if (to === undefined) break
        used.add(key(from, to))
        line.push(to)
      }
      if (line.length < 2) break
      lines.push(path(line.map((node) => at[node])))
    }
  }
  return lines.join('')
}

const nodeNamed = (name) => nodes.findIndex(([found]) => found === name)
const neighbours = new Map()
for (const [a, b, c] of edges) {
  const cost = Math.hypot(at[a][0] - at[b][0], at[a][1] - at[b][1]) * (c === 1 ? 1 : 1.6)
  for (const [from, to] of [
    [a, b],
    [b, a],
  ])
    neighbours.set(from, [...(neighbours.get(from) ?? []), [to, cost]])
}

/** The cheapest route between two towns, by Dijkstra. */
const line = (from, to) => {
  const cost = new Map([[from, 0]])
  const before = new Map()
  const open = new Set([from])
  while (open.size > 0) {
    let node
    for (const candidate of open)
      if (node === undefined || cost.get(candidate) < cost.get(node)) node = candidate
    if (node === to) break
    open.delete(node)
    for (const [next, step] of neighbours.get(node) ?? []) {
      const sum = cost.get(node) + step
      if (sum >= (cost.get(next) ?? Infinity)) continue
      cost.set(next, sum)
      before.set(next, node)
      open.add(next)
    }
  }
  const found = [to]
  while (found[0] !== from) found.unshift(before.get(found[0]))
  return found
}

const route = STOPS.slice(1).flatMap((stop, i) => line(nodeNamed(STOPS[i]), nodeNamed(stop)))
const group = (parts, attributes) => `<path ${attributes} d="${parts}"/>`
const svg = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">`,
  '<title>Roads of India</title>',
  `<rect width="${SIDE}" height="${SIDE}" fill="${COLOURS.sea}"/>`,
  group(layers.land.join(''), `fill="${COLOURS.land}"`),
  group(layers.india.join(''), `fill="${COLOURS.india}"`),
  group(layers.coast.join(''), `fill="none" stroke="${COLOURS.coast}" stroke-width="1"`),
  group(chains(2), `fill="none" stroke="${COLOURS.minor}" stroke-width=".6"`),
  group(chains(1), `fill="none" stroke="${COLOURS.main}" stroke-width="1"`),
  '</svg>\n',
].join('')
await writeFile(new URL('src/views/session/road-map.svg', root), svg)

const towns = TOWNS.flatMap((name) => {
  const node = nodeNamed(name)
  if (node < 0 || !inside(at[node])) return []
  return [{ name, x: short(at[node][0]), y: short(at[node][1]), stop: STOPS.includes(name) }]
})
const json = { side: SIDE, route: path(thin(route.map((node) => at[node]))), towns }
await writeFile(new URL('src/views/session/road-map.json', root), `${JSON.stringify(json, null, 2)}\n`)
