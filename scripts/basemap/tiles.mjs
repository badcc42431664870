import { gzipSync } from 'node:zlib'
import geojsonvt from 'geojson-vt'
import { zxyToTileId } from 'pmtiles'
import vtpbf from 'vt-pbf'

export const MAX_ZOOM = 9
/** Whole world up to zoom 4, then India and its neighbours: west, south, east, north. */
const REGION = [40, -15, 115, 50]
const EXTENT = 4096

/** First zoom of each layer. */
const FROM_ZOOM = { urban: 6, coast: 2, state: 3, road: 4, place: 3 }

/** Which features of a layer a zoom shows. */
const SHOWN = {
  road: ({ tags: { c } }, zoom) => c === 1 || (c === 2 && zoom >= 5) || zoom >= 8,
  place: ({ tags: { z } }, zoom) => z <= zoom + 1 || zoom === MAX_ZOOM,
}

const column = (lng, zoom) => Math.floor(((lng + 180) / 360) * 2 ** zoom)
const row = (lat, zoom) => {
  const rad = (lat * Math.PI) / 180
  return Math.floor(((1 - Math.log(Math.tan(rad) + 1 / Math.cos(rad)) / Math.PI) / 2) * 2 ** zoom)
}

const rangeOf = (zoom) => {
  const last = 2 ** zoom - 1
  if (zoom < 5) return { columns: [0, last], rows: [0, last] }
  const [west, south, east, north] = REGION
  return { columns: [column(west, zoom), column(east, zoom)], rows: [row(north, zoom), row(south, zoom)] }
}

/** Vector tiles of GeoJSON layers, each `{ id, data }` with `id` the tile's number in a PMTiles archive, ascending. */
export const vectorTiles = (layers) => {
  const indexes = Object.entries(layers).map(([name, features]) => [
    name,
    new geojsonvt(features, {
      maxZoom: MAX_ZOOM,
      indexMaxZoom: 6,
      indexMaxPoints: 0,
      tolerance: name === 'place' ? 0 : 3,
      extent: EXTENT,
      buffer: 64,
    }),
  ])
  const tileAt = (zoom, x, y) => {
    const parts = {}
    for (const [name, index] of indexes) {
      if (zoom < (FROM_ZOOM[name] ?? 0)) continue
      const features = (index.getTile(zoom, x, y)?.features ?? []).filter(
        (one) => SHOWN[name]?.(one, zoom) ?? true,
      )
      if (features.length > 0) parts[name] = { features }
    }
    return parts
  }
  const tiles = []
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom += 1) {
    const { columns, rows } = rangeOf(zoom)
    for (let x = columns[0]; x <= columns[1]; x += 1)
      for (let y = rows[0]; y <= rows[1]; y += 1) {
        const parts = tileAt(zoom, x, y)
        if (Object.keys(parts).length === 0) continue
        const data = gzipSync(vtpbf.fromGeojsonVt(parts, { version: 2, extent: EXTENT }), { level: 9 })
        tiles.push({ id: zxyToTileId(zoom, x, y), data })
      }
  }
  return tiles.sort((a, b) => a.id - b.id)
}
