import { EVENT_NAME, eventCodes } from '#domain/fix.ts'
import type { RouteWriter } from './route-download.ts'
import { degrees, pieces, segmentsOf, timeAt, xmlText } from './route-text.ts'
import type { Track } from './track.ts'

const SECONDS_A_MINUTE = 60

const placeAt = ({ lng, lat }: Track, index: number): string =>
  `${degrees(lng[index])},${degrees(lat[index])},0`

/** What a stretch begins with and ends with; a line needs two places. */
const frameOf = (from: number, to: number): readonly [string, string] =>
  to - from > 1
    ? ['<LineString><tessellate>1</tessellate><coordinates>\n', '</coordinates></LineString>']
    : ['<Point><coordinates>', '</coordinates></Point>']

/** Names of what begins at a point: a stop, and events that the point before did not have. */
const namesAt = (track: Track, index: number): string[] => {
  const stop = track.stop[index] ?? 0
  const fresh = (track.events[index] ?? 0) & ~(track.events[index - 1] ?? 0)
  return [
    ...(stop > 0 && track.speed[index] === 0 ? [`Stop, ${Math.round(stop / SECONDS_A_MINUTE)} min`] : []),
    ...eventCodes(fresh).map((code) => EVENT_NAME[code]),
  ]
}

const placemarksAt = (track: Track, index: number): string =>
  namesAt(track, index)
    .map(
      (name) =>
        `<Placemark><name>${xmlText(name)}</name><TimeStamp><when>${timeAt(track, index)}</when></TimeStamp><Point><coordinates>${placeAt(track, index)}</coordinates></Point></Placemark>\n`,
    )
    .join('')

/** KML 2.2: a line for each unbroken stretch with its span of time, then a place for each stop and event. */
export const writeKml: RouteWriter = function* (track, registration) {
  const name = xmlText(registration)
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${name}</name>\n`
  for (const [from, to] of segmentsOf(track)) {
    const [opens, closes] = frameOf(from, to)
    yield `<Placemark><name>${name}</name><TimeSpan><begin>${timeAt(track, from)}</begin><end>${timeAt(track, to - 1)}</end></TimeSpan>${opens}`
    yield* pieces(from, to, (index) => `${placeAt(track, index)}\n`)
    yield `${closes}</Placemark>\n`
  }
  yield* pieces(0, track.length, (index) => placemarksAt(track, index))
  yield '</Document></kml>\n'
}
