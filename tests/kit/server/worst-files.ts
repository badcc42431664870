import { gzipSync } from 'node:zlib'
import { PROBLEM_REPORTS } from '#contract/calls/problem-report.ts'
import { RECORDING_VERSION } from '#contract/records/recording.ts'

/** A file that is hard for the program that reads it; where its size can be chosen, `content` has some `bytes`. */
type WorstFile = {
  readonly shape: string
  readonly name: string
  readonly content: (bytes?: number) => Buffer
}

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

const SMALL_BYTES = 10_000_000
const FRAME_BYTES = 1000
const POINT = '<trkpt lat="18.5" lon="73.8"><time>2026-11-10T06:00:00Z</time></trkpt>'
const GPX = ['<gpx><trk><name>T</name><trkseg>', '</trkseg></trk></gpx>'] as const
const FEATURES = ['{"type":"FeatureCollection","features":[', ']}'] as const
const FEATURE = `${FEATURES[0]}{"type":"Feature","geometry":{"type":"Point","coordinates":[73.8,`

/** `head`, as many times `piece` as there are bytes for, and `tail`. */
const filled = (head: string, piece: string, tail: string, bytes: number): Buffer => {
  const times = Math.floor((bytes - FRAME_BYTES) / piece.length)
  return Buffer.concat([Buffer.from(head), Buffer.alloc(times * piece.length, piece), Buffer.from(tail)])
}

/** The same with a piece for each number, all of one length. */
const numbered = (head: string, piece: (number: number) => string, tail: string, bytes: number): Buffer => {
  const first = 100_000_000
  const length = piece(first).length
  const middle = Buffer.alloc(Math.floor((bytes - FRAME_BYTES) / length) * length)
  for (let at = 0; at < middle.length; at += length) middle.write(piece(first + at / length), at, 'latin1')
  return Buffer.concat([Buffer.from(head), middle, Buffer.from(tail)])
}

/** Opened and closed as many times as there are bytes for. */
const nested = (head: string, open: string, close: string, tail: string, bytes: number): Buffer => {
  const half = bytes / 2
  return Buffer.concat([filled(head, open, '', half), filled('', close, tail, half)])
}

const POSITIONS: ReadonlyArray<readonly [shape: string, name: string, content: (bytes: number) => Buffer]> = [
  [
    'attributes of one tag',
    'a.gpx',
    (bytes) => numbered(`${GPX[0]}<trkpt`, (i) => ` a${i}="1"`, `/>${POINT}${GPX[1]}`, bytes),
  ],
  [
    'the text of one tag',
    'a.gpx',
    (bytes) => filled(`${GPX[0]}${POINT}<desc>`, '1 ', `</desc>${GPX[1]}`, bytes),
  ],
  ['tags within tags', 'a.kml', (bytes) => nested('<kml>', '<a>', '</a>', '</kml>', bytes)],
  ['entities', 'a.gpx', (bytes) => filled(`${GPX[0]}${POINT}<desc>`, '&amp;', `</desc>${GPX[1]}`, bytes)],
  ['positions', 'a.gpx', (bytes) => filled(GPX[0], POINT, GPX[1], bytes)],
  ['commas', 'a.csv', (bytes) => filled('vehicle,time,lat,lon\n', `${','.repeat(999_999)}\n`, '', bytes)],
  ['columns', 'a.csv', (bytes) => numbered('vehicle,time,lat,lon', (i) => `,c${i}`, '\n1,2,3,4\n', bytes)],
  ['an open quote', 'a.csv', (bytes) => filled('vehicle,time,lat,lon\n"', '1,2\n', '', bytes)],
  [
    'lines',
    'a.csv',
    (bytes) => filled('vehicle,time,lat,lon\n', 'T,2026-11-10T06:00:00Z,18.5,73.8\n', '', bytes),
  ],
  ['lists within lists', 'a.geojson', (bytes) => nested(FEATURES[0], '[', ']', FEATURES[1], bytes)],
  [
    'fields of one feature',
    'a.geojson',
    (bytes) => numbered(`${FEATURE}18.5]},"properties":{"a":1`, (i) => `,"a${i}":1`, '}}]}', bytes),
  ],
  ['one number', 'a.geojson', (bytes) => filled(FEATURE, '1', ']}}]}', bytes)],
]

/** Files of positions that are worst for their parsers, of some 10 MB if nothing else is said. */
export const WORST_POSITIONS: readonly WorstFile[] = POSITIONS.map(([shape, name, content]) => ({
  ...{ shape, name },
  content: (bytes: number = SMALL_BYTES) => content(bytes),
}))
