// Writes the data for finding the nearest place, from the built basemap: `node scripts/basemap/places.mjs`. `npm run basemap`
// does it too.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { plainName } from './features.mjs'

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url))
const TILES = pathOf('../../src/services/map/basemap/india.pmtiles')
const NETWORK = pathOf('../../server/simulator/data/roadnet.json')
const PLACES = pathOf('../../public/basemap/places.json')

/** The tiles' zoom whose lines are read. */
const ZOOM = 9
/** West, south, east, north of the grid, and cells a degree. */
const [WEST, SOUTH, EAST, NORTH] = [67, 6, 98, 38]
const CELLS = 80
const WIDTH = (EAST - WEST) * CELLS
const HEIGHT = (NORTH - SOUTH) * CELLS

/** A place well inside each state. */
const INSIDE = {
  'Andhra Pradesh': [79.9, 15.6],
  'Arunachal Pradesh': [94.7, 28.2],
  Assam: [92.8, 26.6],
  Bihar: [85.8, 25.6],
  Chhattisgarh: [81.7, 21.3],
  Delhi: [77.1, 28.65],
  Goa: [74.05, 15.35],
  Gujarat: [71.6, 22.7],
  Haryana: [76.3, 29.2],
  'Himachal Pradesh': [77.2, 31.9],
  'Jammu and Kashmir': [74.8, 33.9],
  Jharkhand: [85.4, 23.5],
  Karnataka: [76.2, 14.5],
  Kerala: [76.6, 10.2],
  Ladakh: [77.6, 34.1],
  'Madhya Pradesh': [78.3, 23.5],
  Maharashtra: [75.7, 19.4],
  Manipur: [93.9, 24.8],
  Meghalaya: [91.3, 25.5],
  Mizoram: [92.8, 23.4],
  Nagaland: [94.4, 26.1],
  Odisha: [84.3, 20.6],
  Punjab: [75.4, 30.9],
  Rajasthan: [73.8, 26.6],
  Sikkim: [88.5, 27.5],
  'Tamil Nadu': [78.4, 11],
  Telangana: [78.9, 17.8],
  Tripura: [91.7, 23.8],
  'Uttar Pradesh': [80.8, 27],
  Uttarakhand: [79.2, 30.1],
  'West Bengal': [87.9, 23.2],
}
/**
 * Places beyond the country's lines: the seas and the countries around. They are filled too, because a state whose line has a gap would run
 * out into them, and a harbour that lies on the seaward side of the coarse coast would stand in that state.
 */
const OUTSIDE = [
  [70, 15],
  [86, 14],
  [79, 7],
  [95, 10],
  [69, 29],
  [84, 28.5],
  [82, 32.5],
  [92, 30],
  [90.5, 27.4],
  [90, 24],
  [96, 22],
]
/** Territories too small for the lines: a place in each, and its radius in degrees. */
const SMALL = [
  ['Chandigarh', 76.78, 30.73, 0.045],
  ['Puducherry', 79.81, 11.93, 0.05],
  ['Puducherry', 79.84, 10.92, 0.06],
  ['Puducherry', 75.53, 11.7, 0.015],
  ['Puducherry', 82.21, 16.73, 0.02],
  ['Dadra and Nagar Haveli and Daman and Diu', 72.85, 20.41, 0.04],
  ['Dadra and Nagar Haveli and Daman and Diu', 73.0, 20.25, 0.1],
  ['Dadra and Nagar Haveli and Daman and Diu', 70.95, 20.71, 0.04],
  ['Lakshadweep', 72.9, 10, 1.85],
  ['Andaman and Nicobar Islands', 93, 10.5, 4],
]

/** Towns of which the lines and squares are too coarse to tell the state: in enclaves, and where a border runs along a river or through streets. */
const AT_BORDERS = [
  ['Villianur', 79.756, 11.914, 'Puducherry'],
  ['Kottaikuppam', 79.839, 11.961, 'Tamil Nadu'],
  ['Tittachcheri', 79.789, 10.867, 'Tamil Nadu'],
  ['Kadaiya', 72.854, 20.465, 'Dadra and Nagar Haveli and Daman and Diu'],
  ['Chanod', 72.928, 20.347, 'Gujarat'],
  ['Lavachha', 72.99, 20.296, 'Gujarat'],
  ['Gharroli', 77.332, 28.617, 'Delhi'],
  ['Aya Nagar', 77.133, 28.472, 'Delhi'],
  ['Pathankot', 75.653, 32.275, 'Punjab'],
  ['Dhaki', 75.626, 32.257, 'Punjab'],
  ['Lakhanpur', 75.597, 32.385, 'Jammu and Kashmir'],
  ['Bashohli', 75.816, 32.5, 'Jammu and Kashmir'],
  ['Kundli', 77.121, 28.869, 'Haryana'],
  ['Loharu', 75.808, 28.43, 'Haryana'],
  ['Sangaria', 74.467, 29.799, 'Rajasthan'],
  ['Bakani', 76.237, 24.286, 'Rajasthan'],
  ['Mihona', 78.98, 26.284, 'Madhya Pradesh'],
  ['Singrauli', 82.675, 24.2, 'Madhya Pradesh'],
  ['Khapar', 73.931, 21.533, 'Maharashtra'],
  ['Akalkuva', 74.019, 21.554, 'Maharashtra'],
  ['Kishanganj', 87.955, 26.102, 'Bihar'],
  ['Jorethang', 88.323, 27.107, 'Sikkim'],
  ['Ichchapuram', 84.687, 19.114, 'Andhra Pradesh'],
  ['Manjanadi', 74.898, 12.783, 'Karnataka'],
  ['Deomali', 95.467, 27.193, 'Arunachal Pradesh'],
  ['Zawlnuam', 92.332, 24.135, 'Mizoram'],
]

const tileX = (lng) => Math.floor(((lng + 180) / 360) * 2 ** ZOOM)
const tileY = (lat) => {
  const rad = (lat * Math.PI) / 180
  return Math.floor(((1 - Math.asinh(Math.tan(rad)) / Math.PI) / 2) * 2 ** ZOOM)
}

/** Lines of the state borders and the country's border, in degrees. */
const linesOf = async (bytes) => {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const archive = new PMTiles({
    getKey: () => 'india',
    getBytes: async (offset, length) => ({ data: buffer.slice(offset, offset + length) }),
  })
  const lines = []
  for (let x = tileX(WEST); x <= tileX(EAST); x += 1)
    for (let y = tileY(NORTH); y <= tileY(SOUTH); y += 1) {
      const found = await archive.getZxy(ZOOM, x, y)
      if (!found) continue
      const { layers } = new VectorTile(new PbfReader(new Uint8Array(found.data)))
      for (const name of ['state', 'border', 'coast'])
        for (let i = 0; i < (layers[name]?.length ?? 0); i += 1) {
          const { geometry } = layers[name].feature(i).toGeoJSON(x, y, ZOOM)
          lines.push(...(geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates))
        }
    }
  return lines
}

const cellOf = (lng, lat) => Math.floor((lat - SOUTH) * CELLS) * WIDTH + Math.floor((lng - WEST) * CELLS)
const isOnGrid = (lng, lat) => lng > WEST && lng < EAST && lat > SOUTH && lat < NORTH

const WALL = 255

/** The grid with walls where the lines run. */
const walled = (lines) => {
  const grid = new Uint8Array(WIDTH * HEIGHT)
  for (const line of lines)
    for (let i = 1; i < line.length; i += 1) {
      const [a, b] = [line[i - 1], line[i]]
      const steps = Math.ceil(Math.max(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1])) * CELLS * 3) || 1
      for (let step = 0; step <= steps; step += 1) {
        const lng = a[0] + ((b[0] - a[0]) * step) / steps
        const lat = a[1] + ((b[1] - a[1]) * step) / steps
        if (isOnGrid(lng, lat)) grid[cellOf(lng, lat)] = WALL
      }
    }
  return grid
}

const neighboursOf = (cell) => [cell - 1, cell + 1, cell - WIDTH, cell + WIDTH]

/** Fills all states and what is outside of them at the same pace from places inside, so that little leaks through a gap in a line. */
const filled = (grid, names) => {
  const seeds = [...names.map((name) => INSIDE[name]), ...OUTSIDE]
  let open = seeds.map(([lng, lat], number) => {
    const cell = cellOf(lng, lat)
    grid[cell] = number + 1
    return cell
  })
  while (open.length > 0) {
    const further = []
    for (const cell of open)
      for (const next of neighboursOf(cell))
        if (grid[next] === 0) {
          grid[next] = grid[cell]
          further.push(next)
        }
    open = further
  }
  return grid
}

/** Within how many cells of a town its state is searched: the town may lie on a line. */
const REACH = 40

const stateOf = (grid, names, [town, lng, lat]) => {
  const atBorder = AT_BORDERS.find(
    ([name, x, y]) => name === plainName(town) && Math.abs(x - lng) < 0.01 && Math.abs(y - lat) < 0.01,
  )
  if (atBorder) return atBorder[3]
  const small = SMALL.find(([, x, y, by]) => Math.abs(lng - x) < by && Math.abs(lat - y) < by)
  if (small) return small[0]
  const start = cellOf(lng, lat)
  for (let reach = 0; reach <= REACH; reach += 1)
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) {
        if (Math.max(Math.abs(dx), Math.abs(dy)) !== reach) continue
        const name = names[grid[start + dy * WIDTH + dx] - 1]
        if (name) return name
      }
  return ''
}

/** Writes every town under its state: name, longitude and latitude in thousandths of a degree. One that its source puts in no state is left out. */
export const writePlaces = async () => {
  const names = Object.keys(INSIDE)
  const grid = filled(walled(await linesOf(readFileSync(TILES))), names)
  const states = {}
  const { nodes } = JSON.parse(readFileSync(NETWORK, 'utf8'))
  for (const node of nodes) {
    const [name, lng, lat] = node
    const state = stateOf(grid, names, node)
    if (state === '') {
      console.warn(`${name} (${lng}, ${lat}) lies in no state.`)
      continue
    }
    states[state] ??= []
    states[state].push(plainName(name), Math.round(lng * 1000), Math.round(lat * 1000))
  }
  writeFileSync(PLACES, JSON.stringify({ states }))
  return states
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const states = await writePlaces()
  for (const [name, towns] of Object.entries(states)) console.log(`${towns.length / 3}\t${name}`)
}
