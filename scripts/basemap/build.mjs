// Rebuilds the bundled basemap and the simulator's road network: `npm run basemap`.
// The imagery crop src/services/map/basemap/blue-marble-india.webp (NASA Blue Marble, 58–104°E, 4°S–42°N, Web Mercator) is not rebuilt.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installCommand, missingPackages, readSources } from './sources.mjs'

const TILES = fileURLToPath(new URL('../../src/services/map/basemap/india.pmtiles', import.meta.url))
const NETWORK = fileURLToPath(new URL('../../server/simulator/data/roadnet.json', import.meta.url))

const missing = missingPackages()
if (missing.length > 0) {
  console.error(
    `The basemap's data is not part of the project. Missing: ${missing.join(', ')}. Install it once:\n`,
  )
  console.error(`  ${installCommand()}\n\nthen run this again; npm ci removes it.`)
  process.exit(1)
}

// Imported late: these modules import the packages just checked.
const { borders } = await import('./borders.mjs')
const { readCorrections } = await import('./corrections.mjs')
const features = await import('./features.mjs')
const { coast, lakes, land, rivers } = await import('./land.mjs')
const { maskOf } = await import('./mask.mjs')
const { roadNetwork } = await import('./network.mjs')
const { pmtilesArchive } = await import('./pmtiles-writer.mjs')
const { stateLines } = await import('./state-lines.mjs')
const { writeStateOutlines } = await import('./state-outlines.mjs')
const { writePlaces } = await import('./places.mjs')
const { MAX_ZOOM, vectorTiles } = await import('./tiles.mjs')
const { foreignTowns, indianTowns } = await import('./towns.mjs')
const { tsImport } = await import('tsx/esm/api')
// Roads are drawn by the code that the simulated trucks drive by.
const { createRoadNetwork } = await tsImport('../../server/simulator/road/network.ts', import.meta.url)
const { roadCurve } = await tsImport('../../server/simulator/road/curve.ts', import.meta.url)

const sources = readSources()
const { border, india } = borders(sources.world, await readCorrections(sources.corrections))
const isInside = maskOf(india)
const towns = indianTowns(sources)
const network = roadNetwork(towns, isInside)
const drawn = createRoadNetwork(network)
const places = [
  ...towns.filter(({ lng, lat, population }) => population > 0 || isInside(lng, lat)),
  ...foreignTowns(sources),
]
const layers = {
  land: features.areaFeature(land(sources), 3),
  india: features.areaFeature(
    india.filter(([outer]) => outer.length > 8),
    3,
  ),
  urban: features.builtUpFeatures(places),
  lake: features.areaFeature(lakes(sources), 4),
  river: features.lineFeature(rivers(sources), 4),
  coast: features.lineFeature(coast(sources), 3),
  state: features.lineFeature(stateLines(sources), 4),
  border: features.lineFeature(border, 3),
  road: features.roadFeatures(network, ([a, b, roadClass]) => roadCurve(drawn, a, b, roadClass)),
  place: features.placeFeatures(places),
}
const archive = pmtilesArchive({
  tiles: vectorTiles(layers),
  maxZoom: MAX_ZOOM,
  metadata: {
    name: 'india-offline',
    attribution: 'Natural Earth, GeoNames (CC BY 4.0)',
    vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })),
  },
  centre: [79.09, 21.15, 5],
})
writeFileSync(TILES, archive)
writeFileSync(NETWORK, JSON.stringify(network))
await writePlaces()
writeStateOutlines(sources)
console.log(
  `${places.length} places, ${network.edges.length} roads: ${Math.round(archive.length / 1024)} KB of tiles.`,
)
