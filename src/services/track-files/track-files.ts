import { istDateTime } from '#contract/ist.ts'
import type { Track } from '../playback-file/track.ts'
import { saveFile } from '../save-file.ts'

/** The forms a track can be taken away in: GPX 1.1, KML 2.2 and CSV. */
export type TrackFormat = 'gpx' | 'kml' | 'csv'

/** Writes a track in pieces, so that a long one never stands in memory as one text. */
export type TrackWriter = (track: Track, registration: string) => Generator<string>

const MEDIA: Readonly<Record<TrackFormat, string>> = {
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  csv: 'text/csv;charset=utf-8',
}

/** Each writer is loaded when it is first asked for. */
const WRITERS: Readonly<Record<TrackFormat, () => Promise<TrackWriter>>> = {
  gpx: async () => (await import('./gpx.ts')).writeGpx,
  kml: async () => (await import('./kml.ts')).writeKml,
  csv: async () => (await import('./csv.ts')).writeCsv,
}

/** A name every system can keep: whose track and from when to when (IST). */
const nameOf = (track: Track, registration: string, format: TrackFormat): string => {
  const at = (index: number) => istDateTime(track.time[index] ?? 0).slice(0, 16)
  const name = `${registration} ${at(0)} to ${at(track.length - 1)}`
  return `${name.replace(/[^\p{L}\p{N} _-]/gu, '-')}.${format}`
}

/** Loaded tracks as files. */
export type TrackFiles = {
  /** Hands the track over to the browser's downloads. Errors where the writer cannot be loaded. */
  save(track: Track, registration: string, format: TrackFormat): Promise<void>
}

export const createTrackFiles = ({ page }: { page: Window & typeof globalThis }): TrackFiles => ({
  save: async (track, registration, format) => {
    const write = await WRITERS[format]()
    const file = new Blob([...write(track, registration)], { type: MEDIA[format] })
    saveFile(page, file, nameOf(track, registration, format))
  },
})
