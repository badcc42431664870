// Writes the outlines of the states, by which tests check in which state each bundled town stands. The places themselves come from the
// drawn lines, so these are a second source.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import { simplified } from './simplify.mjs'
import { youngStates } from './state-lines.mjs'

const OUTLINES = fileURLToPath(new URL('../../tests/kit/data/state-outlines.json', import.meta.url))
const TOLERANCE_KM = 1.5

/** Names of today for those of the source. */
const RENAMED = {
  Orissa: 'Odisha',
  Uttaranchal: 'Uttarakhand',
  'Andaman and Nicobar': 'Andaman and Nicobar Islands',
  'Dadra and Nagar Haveli': 'Dadra and Nagar Haveli and Daman and Diu',
  'Daman and Diu': 'Dadra and Nagar Haveli and Daman and Diu',
}

const compact = (ring) => {
  const half = Math.floor(ring.length / 2)
  return [
    ...simplified(ring.slice(0, half + 1), TOLERANCE_KM),
    ...simplified(ring.slice(half), TOLERANCE_KM).slice(1),
  ].map(([lng, lat]) => [Math.round(lng * 100) / 100, Math.round(lat * 100) / 100])
}

/** Writes the rings of each state; those of Andhra Pradesh and Jammu and Kashmir are still around the states that left them. */
export const writeStateOutlines = (sources) => {
  const outlines = {}
  for (const { geometry, properties } of feature(sources.states, sources.states.objects.ind).features) {
    if (properties.name === null) continue
    const name = RENAMED[properties.name] ?? properties.name
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
    outlines[name] = [...(outlines[name] ?? []), ...rings.map(compact)]
  }
  for (const [name, rings] of Object.entries(youngStates(sources))) outlines[name] = rings.map(compact)
  writeFileSync(OUTLINES, JSON.stringify(outlines))
}
