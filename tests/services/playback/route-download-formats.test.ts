import sax from 'sax'
import { describe, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import type { RouteWriter } from '#src/services/playback/route-download.ts'
import { writeGpx } from '#src/services/playback/route-gpx.ts'
import { writeKml } from '#src/services/playback/route-kml.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'

type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** The tree of a file; throws if the XML is not well-formed. */
const treeOf = (write: RouteWriter, track: Parameters<RouteWriter>[0]): Element => {
  const parser = sax.parser(true, {})
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  parser.onerror = (failure) => {
    throw failure
  }
  parser.onopentag = ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  parser.ontext = (text) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  }
  parser.onclosetag = () => void open.pop()
  parser.write([...write(track, 'KA 05 GP 1001', 'Roadbook', DEFAULT_TIME_ZONE)].join('')).close()
  const [file] = root.children
  if (file === undefined) throw new Error('The file holds no element.')
  return file
}

/** What an element may contain, in the schema's order; `must` is required. A list of children, or the pattern of its text. */
type Rule = {
  readonly must?: readonly string[]
  readonly attributes?: Readonly<Record<string, RegExp>>
} & ({ readonly holds: readonly string[] } | { readonly text: RegExp })

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const LAT = /^-?([0-8]?\d(\.\d+)?|90)$/
const LNG = /^-?(1[0-7]\d|\d?\d)(\.\d+)?$|^-?180$/
const FIGURE = /^-?\d+(\.\d+)?$/
const PLACE = /^-?\d{1,3}(\.\d+)?,-?\d{1,2}(\.\d+)?,0$/
const LINE = /^\s*(-?\d{1,3}(\.\d+)?,-?\d{1,2}(\.\d+)?,0\s+){2,}$/

/** gpx.xsd 1.1 and TrackPointExtension v2, as far as a track needs them. */
const GPX: Readonly<Record<string, Rule>> = {
  gpx: {
    attributes: { version: /^1\.1$/, creator: /./, xmlns: /^http:\/\/www\.topografix\.com\/GPX\/1\/1$/ },
    holds: ['metadata', 'wpt', 'rte', 'trk', 'extensions'],
  },
  trk: { holds: ['name', 'cmt', 'desc', 'src', 'link', 'number', 'type', 'extensions', 'trkseg'] },
  trkseg: { holds: ['trkpt', 'extensions'] },
  trkpt: {
    attributes: { lat: LAT, lon: LNG },
    holds: [
      'ele',
      'time',
      'magvar',
      'geoidheight',
      'name',
      'cmt',
      'desc',
      'src',
      'link',
      'sym',
      'extensions',
    ],
  },
  extensions: { holds: ['gpxtpx:TrackPointExtension'] },
  'gpxtpx:TrackPointExtension': {
    holds: ['atemp', 'wtemp', 'depth', 'hr', 'cad', 'speed', 'course', 'bearing'].map(
      (name) => `gpxtpx:${name}`,
    ),
  },
  name: { text: /./ },
  time: { text: TIME },
  'gpxtpx:speed': { text: FIGURE },
  'gpxtpx:course': { text: /^([0-2]?\d?\d|3[0-5]\d)(\.\d+)?$/ },
}

const FEATURE = [
  ...['name', 'visibility', 'open', 'address', 'description', 'LookAt', 'TimeStamp', 'TimeSpan'],
  ...['styleUrl', 'Style', 'Region', 'ExtendedData'],
]
/** ogckml22.xsd, as far as lines and places need it. */
const KML: Readonly<Record<string, Rule>> = {
  kml: {
    attributes: { xmlns: /^http:\/\/www\.opengis\.net\/kml\/2\.2$/ },
    must: ['Document'],
    holds: ['NetworkLinkControl', 'Document'],
  },
  Document: { holds: [...FEATURE, 'Schema', 'Placemark'] },
  Placemark: { holds: [...FEATURE, 'Point', 'LineString'] },
  TimeStamp: { must: ['when'], holds: ['when'] },
  TimeSpan: { must: ['begin', 'end'], holds: ['begin', 'end'] },
  LineString: { must: ['coordinates'], holds: ['extrude', 'tessellate', 'altitudeMode', 'coordinates'] },
  Point: { must: ['coordinates'], holds: ['extrude', 'altitudeMode', 'coordinates'] },
  name: { text: /./ },
  when: { text: TIME },
  begin: { text: TIME },
  end: { text: TIME },
  tessellate: { text: /^[01]$/ },
}

/** What in a file breaks the rules of its format. */
const errorsOf = (
  { name, attributes, children, text }: Element,
  rules: Readonly<Record<string, Rule>>,
): string[] => {
  const rule = rules[name]
  if (rule === undefined) return name === 'coordinates' ? [] : [`${name} is not known`]
  const faults: string[] = []
  for (const [attribute, form] of Object.entries(rule.attributes ?? {}))
    if (!form.test(attributes[attribute] ?? '')) faults.push(`${name} has no sound ${attribute}`)
  for (const must of rule.must ?? [])
    if (!children.some((child) => child.name === must)) faults.push(`${name} has no ${must}`)
  if ('text' in rule) {
    if (!rule.text.test(text) || children.length > 0) faults.push(`${name} holds '${text}'`)
    return faults
  }
  const places = children.map((child) => rule.holds.indexOf(child.name))
  for (const [i, place] of places.entries()) {
    if (place < 0) faults.push(`${name} may not hold ${children[i]?.name}`)
    else if (place < (places[i - 1] ?? 0)) faults.push(`${children[i]?.name} stands too late in ${name}`)
  }
  return [...faults, ...children.flatMap((child) => errorsOf(child, rules))]
}

const breaks = Uint8Array.from([0, 0, 1, 0, 1, 0])
const route = makeTrack({
  breaks,
  speed: Float32Array.from([50, 0, Number.NaN, 53, 54, 55]),
  stop: Float32Array.from([0, 600, 0, 0, 0, 0]),
  heading: Float32Array.from([0, 359.9, Number.NaN, 90, 180.25, 270]),
})

describe('downloads conform to their formats', () => {
  test("GPX 1.1: known elements in the schema's order, with their required parts", () => {
    expect(errorsOf(treeOf(writeGpx, route), GPX)).toEqual([])
    expect(errorsOf(treeOf(writeGpx, makeTrack({ length: 0 })), GPX)).toEqual([])
  })

  test('GPX times increase within a segment, and coordinates lie on the globe', () => {
    const segments =
      treeOf(writeGpx, route).children[0]?.children.filter(({ name }) => name === 'trkseg') ?? []
    expect(segments.map(({ children }) => children.length)).toEqual([3, 2, 1])
    for (const { children } of segments) {
      const times = children.map((point) => point.children.find(({ name }) => name === 'time')?.text ?? '')
      expect(times).toEqual(times.toSorted())
    }
  })

  test("KML 2.2: known elements in the schema's order, longitude before latitude", () => {
    const file = treeOf(writeKml, route)
    expect(errorsOf(file, KML)).toEqual([])
    const shapes = file.children[0]?.children.flatMap(({ children }) => children) ?? []
    for (const { name, children } of shapes) {
      const text = children.find((child) => child.name === 'coordinates')?.text ?? ''
      if (name === 'LineString') expect(text).toMatch(LINE)
      if (name === 'Point') expect(text.trim()).toMatch(PLACE)
    }
    expect(shapes.some(({ name }) => name === 'LineString')).toBe(true)
    expect(shapes.some(({ name }) => name === 'Point')).toBe(true)
    expect(errorsOf(treeOf(writeKml, makeTrack({ length: 0 })), KML)).toEqual([])
  })

  test('the check itself finds missing, unknown and misplaced elements', () => {
    const of = (name: string, ...children: Element[]): Element => ({
      name,
      attributes: {},
      children,
      text: '',
    })
    expect(errorsOf(of('trkpt', of('extensions'), of('time'), of('fuel')), GPX)).toEqual([
      'trkpt has no sound lat',
      'trkpt has no sound lon',
      'time stands too late in trkpt',
      'trkpt may not hold fuel',
      "time holds ''",
      'fuel is not known',
    ])
    expect(errorsOf(of('TimeStamp'), KML)).toEqual(['TimeStamp has no when'])
  })
})
