import { KMPH_PER } from '#domain/units.ts'
import type { RouteWriter } from './route-download.ts'
import { degrees, figure, pieces, segmentsOf, timeAt, xmlText } from './route-text.ts'

const headOf = (creator: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="${xmlText(creator)}" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
`

const element = (name: string, value: string): string => (value === '' ? '' : `<${name}>${value}</${name}>`)

/** GPX 1.1: a track with a segment for each unbroken stretch; speed (m/s) and course as the usual extension. */
export const writeGpx: RouteWriter = function* (track, registration, creator) {
  const pointAt = (index: number): string => {
    const extensionValues =
      element('gpxtpx:speed', figure((track.speed[index] ?? Number.NaN) / KMPH_PER.mps, 4)) +
      element('gpxtpx:course', figure(track.heading[index], 1))
    const extensions =
      extensionValues === ''
        ? ''
        : `<extensions><gpxtpx:TrackPointExtension>${extensionValues}</gpxtpx:TrackPointExtension></extensions>`
    return `<trkpt lat="${degrees(track.lat[index])}" lon="${degrees(track.lng[index])}"><time>${timeAt(track, index)}</time>${extensions}</trkpt>\n`
  }
  yield `${headOf(creator)}<trk><name>${xmlText(registration)}</name>\n`
  for (const [from, to] of segmentsOf(track)) {
    yield '<trkseg>\n'
    yield* pieces(from, to, pointAt)
    yield '</trkseg>\n'
  }
  yield '</trk>\n</gpx>\n'
}
