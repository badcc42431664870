import { shapeOfFence } from '#contract/records/geofence-shape.ts'
import type { GeofenceItem } from '#contract/records/geofences.ts'
import { saveFile } from '../kit/page-actions.ts'

/** File formats of fences: GeoJSON, KML 2.2 and GPX 1.1. */
export type FenceFileFormat = 'geojson' | 'kml' | 'gpx'

const MEDIA: Readonly<Record<FenceFileFormat, string>> = {
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  gpx: 'application/gpx+xml',
}

/** Downloads fences as a file. */
export type FenceDownloads = {
  /** Errs if the writer cannot be loaded. `name` is that of the file, without its ending. */
  save(fences: readonly GeofenceItem[], name: string, format: FenceFileFormat): Promise<void>
}

/** `productName` is named in GPX files. The writers are loaded with their first use. */
export const createFenceDownloads = ({
  page,
  productName,
}: {
  page: Window & typeof globalThis
  productName: () => string
}): FenceDownloads => ({
  save: async (fences, name, format) => {
    const all = fences.flatMap((fence) => {
      const shape = shapeOfFence(fence)
      return shape === null ? [] : [{ name: fence.geoFenceShapeName, shape }]
    })
    const [{ writeGeoJson }, { writeKml, writeGpx }] = await Promise.all([
      import('./files/fence-geojson.ts'),
      import('./files/fence-xml.ts'),
    ])
    const write = {
      geojson: writeGeoJson,
      kml: writeKml,
      gpx: (each: typeof all) => writeGpx(each, productName()),
    }
    saveFile(page, new Blob([write[format](all)], { type: MEDIA[format] }), `${name}.${format}`)
  },
})
