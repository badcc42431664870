import { dateTimeText } from '#domain/zone-time.ts'
import { saveFile } from '../kit/page-actions.ts'
import type { Track } from './track.ts'

/** File formats of a track: GPX 1.1, KML 2.2 and CSV. */
export type RouteFileFormat = 'gpx' | 'kml' | 'csv'

/** Writes a track in pieces, so that memory never holds a long one as one text. `creator`: the product's name. */
export type RouteWriter = (
  track: Track,
  registration: string,
  creator: string,
  timeZone: string,
) => Generator<string>

const MEDIA: Readonly<Record<RouteFileFormat, string>> = {
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  csv: 'text/csv;charset=utf-8',
}

/** Each writer is loaded with its first use. */
const WRITERS: Readonly<Record<RouteFileFormat, () => Promise<RouteWriter>>> = {
  gpx: async () => (await import('./route-gpx.ts')).writeGpx,
  kml: async () => (await import('./route-kml.ts')).writeKml,
  csv: async () => (await import('./route-csv.ts')).writeCsv,
}

/** A file name for every system: the vehicle and the range. */
const nameOf = (track: Track, registration: string, format: RouteFileFormat, timeZone: string): string => {
  const at = (index: number) => dateTimeText(track.time[index] ?? 0, timeZone).slice(0, 16)
  const name = `${registration} ${at(0)} to ${at(track.length - 1)}`
  return `${name.replace(/[^\p{L}\p{N} _-]/gu, '-')}.${format}`
}

/** Downloads loaded tracks. */
export type RouteDownloads = {
  /** Errs if the writer cannot be loaded. */
  save(track: Track, registration: string, format: RouteFileFormat): Promise<void>
}

export const createRouteDownloads = ({
  page,
  productName,
  timeZone,
}: {
  page: Window & typeof globalThis
  productName: () => string
  /** The time zone of the times in files and their names. */
  timeZone: () => string
}): RouteDownloads => ({
  save: async (track, registration, format) => {
    const write = await WRITERS[format]()
    const file = new Blob([...write(track, registration, productName(), timeZone())], { type: MEDIA[format] })
    saveFile(page, file, nameOf(track, registration, format, timeZone()))
  },
})
