import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'

const ZOOM = 9

const memory = (buffer) => ({
  getKey: () => 'corrections',
  getBytes: async (offset, length) => ({
    data: buffer.buffer.slice(buffer.byteOffset + offset, buffer.byteOffset + offset + length),
  }),
})

const row = (lat) => {
  const rad = (lat * Math.PI) / 180
  return Math.floor(((1 - Math.log(Math.tan(rad) + 1 / Math.cos(rad)) / Math.PI) / 2) * 2 ** ZOOM)
}
const column = (lng) => Math.floor(((lng + 180) / 360) * 2 ** ZOOM)

/** A line of tile units in degrees. Tiles have a margin: without cutting it off, fragments would not join end to end. */
const unproject = (line, extent, x, y) => {
  const parts = [[]]
  for (const point of line) {
    if (point.x < 0 || point.y < 0 || point.x >= extent || point.y >= extent) {
      if (parts.at(-1).length > 0) parts.push([])
      continue
    }
    const across = (x + point.x / extent) / 2 ** ZOOM
    const down = (y + point.y / extent) / 2 ** ZOOM
    parts.at(-1).push([across * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - 2 * down))) * 180) / Math.PI])
  }
  return parts.filter((part) => part.length > 1)
}

/** The lines that turn Natural Earth's boundaries into India's, in fragments, by layer: what to remove and what to add. */
export const readCorrections = async (buffer) => {
  const archive = new PMTiles(memory(buffer))
  const header = await archive.getHeader()
  const layers = {}
  for (let x = column(header.minLon); x <= column(header.maxLon); x += 1)
    for (let y = row(header.maxLat); y <= row(header.minLat); y += 1) {
      const tile = await archive.getZxy(ZOOM, x, y)
      if (!tile) continue
      for (const [name, layer] of Object.entries(
        new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers,
      ))
        for (let i = 0; i < layer.length; i += 1)
          for (const line of layer.feature(i).loadGeometry()) {
            layers[name] ??= []
            layers[name].push(...unproject(line, layer.extent, x, y))
          }
    }
  return layers
}
