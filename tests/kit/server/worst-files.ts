import { gzipSync } from 'node:zlib'
import { PROBLEM_REPORTS } from '#contract/calls/problem-report.ts'
import { RECORDING_VERSION } from '#contract/records/recording.ts'

/** A file that is hard for the program that reads it. */
export type WorstFile = { readonly shape: string; readonly name: string; readonly content: () => Buffer }

const { maxInflatedBytes, bounds } = PROBLEM_REPORTS

const SEGMENTS: ReadonlyArray<readonly [shape: string, segments: () => string]> = [
  ['brackets', () => '['.repeat(maxInflatedBytes - 100)],
  ['closed brackets', () => `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`],
  ['a level too many', () => `${'['.repeat(bounds.depth)}${']'.repeat(bounds.depth)}`],
  ['empty lists', () => `[]${',[]'.repeat(5_000_000)}`],
  ['empty objects', () => `{}${',{}'.repeat(5_000_000)}`],
  ['fields', () => `{"a":1${',"a":1'.repeat(2_500_000)}}`],
  ['numbers', () => `1${',1'.repeat(7_500_000)}`],
  ['one number', () => '1'.repeat(15_000_000)],
  ['one fraction', () => `0.${'3'.repeat(15_000_000)}`],
]

/** The file of a recording with these segments, as JSON. */
export const reportOf = (segments: string): Buffer =>
  gzipSync(`{"version":${RECORDING_VERSION},"release":"1","segments":[${segments}]}`, { level: 1 })

/** Reports of problems that unpack to what no recording holds. */
export const WORST_REPORTS: readonly WorstFile[] = SEGMENTS.map(([shape, segments]) => ({
  shape,
  name: 'a.recording.gz',
  content: () => reportOf(segments()),
}))

const MANY = 1_000_000
const POINT = '<trkpt lat="18.5" lon="73.8"><time>2026-11-10T06:00:00Z</time></trkpt>'
const gpx = (inside: string): Buffer =>
  Buffer.from(`<gpx><trk><name>T</name><trkseg>${inside}</trkseg></trk></gpx>`)

/** Files of positions that are worst for their parsers. */
export const WORST_POSITIONS: readonly WorstFile[] = [
  {
    ...{ shape: 'a million attributes', name: 'a.gpx' },
    content: () => gpx(`<trkpt ${Array.from({ length: MANY }, (_, i) => `a${i}="1"`).join(' ')}/>${POINT}`),
  },
  {
    ...{ shape: 'a text of 20 MB', name: 'a.gpx' },
    content: () => gpx(`${POINT}<desc>${'1 '.repeat(10 * MANY)}</desc>`),
  },
  {
    ...{ shape: 'a million tags deep', name: 'a.kml' },
    content: () => Buffer.from(`<kml>${'<a>'.repeat(MANY)}${'</a>'.repeat(MANY)}</kml>`),
  },
  {
    ...{ shape: 'a million entities', name: 'a.gpx' },
    content: () => gpx(`${POINT}<desc>${'&amp;'.repeat(MANY)}</desc>`),
  },
  {
    ...{ shape: 'a million commas a line', name: 'a.csv' },
    content: () => Buffer.from(`vehicle,time,lat,lon\n${`${','.repeat(MANY)}\n`.repeat(20)}`),
  },
  {
    ...{ shape: 'a million columns', name: 'a.csv' },
    content: () =>
      Buffer.from(`${Array.from({ length: MANY }, (_, i) => `c${i}`).join()}\n${'1,'.repeat(MANY)}\n`),
  },
  {
    ...{ shape: 'an open quote', name: 'a.csv' },
    content: () => Buffer.from(`vehicle,time,lat,lon\n"${'1,2\n'.repeat(5 * MANY)}`),
  },
  {
    ...{ shape: 'a million levels', name: 'a.geojson' },
    content: () =>
      Buffer.from(`{"type":"FeatureCollection","features":[${'['.repeat(MANY)}${']'.repeat(MANY)}]}`),
  },
  {
    ...{ shape: 'a feature of a million fields', name: 'a.geojson' },
    content: () =>
      Buffer.from(
        `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[73.8,18.5]},"properties":{${Array.from(
          { length: MANY },
          (_, i) => `"a${i}":1`,
        ).join()}}}]}`,
      ),
  },
  {
    ...{ shape: 'one number', name: 'a.geojson' },
    content: () =>
      Buffer.from(
        `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[73.8,${'1'.repeat(20 * MANY)}]}}]}`,
      ),
  },
]
