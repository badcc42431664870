import sax from 'sax'
import { describe, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { csvText } from '#src/services/kit/csv.ts'
import { writeCsv } from '#src/services/playback/route-csv.ts'
import type { RouteWriter } from '#src/services/playback/route-download.ts'
import { writeGpx } from '#src/services/playback/route-gpx.ts'
import { writeKml } from '#src/services/playback/route-kml.ts'
import type { Track } from '#src/services/playback/track.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'

const text = (write: RouteWriter, track: Track, registration: string, creator = 'Roadbook') =>
  [...write(track, registration, creator, DEFAULT_TIME_ZONE)].join('')

/** Every element with its text and attributes; throws if the XML is not well-formed. */
const elementsOf = (xml: string) => {
  const parser = sax.parser(true, {})
  const found: { name: string; text: string; attributes: Record<string, unknown> }[] = []
  const open: typeof found = []
  parser.onerror = (failure) => {
    throw failure
  }
  parser.onopentag = ({ name, attributes }) => {
    const element = { name, text: '', attributes }
    open.push(element)
    found.push(element)
  }
  parser.ontext = (more) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += more
  }
  parser.onclosetag = () => open.pop()
  parser.write(xml).close()
  return found
}
const named = (xml: string, name: string) => elementsOf(xml).filter((element) => element.name === name)

const breaks = Uint8Array.from([0, 0, 1, 0, 1, 0])
const HOSTILE = `<b>"A" & 'B'</b>\u0000\uD800 ]]>`

describe('GPX and KML', () => {
  test('a broken line becomes segments; a last one of a single point is a place in KML', () => {
    const track = makeTrack({ breaks })
    expect(named(text(writeGpx, track, 'KA 1'), 'trkseg')).toHaveLength(3)
    expect(named(text(writeGpx, track, 'KA 1'), 'trkpt')).toHaveLength(6)
    const kml = text(writeKml, makeTrack({ breaks, events: new Uint16Array(6) }), 'KA 1')
    expect([named(kml, 'LineString').length, named(kml, 'Point').length]).toEqual([2, 1])
  })

  test('for any registration the files are well-formed and show it as text', () => {
    for (const write of [writeGpx, writeKml]) {
      const name = named(text(write, makeTrack(), HOSTILE), 'name')[0]
      expect(name?.text).toBe(`<b>"A" & 'B'</b>\uFFFD ]]>`)
    }
  })

  test('GPX names the product that the installation is called', () => {
    const [root] = named(text(writeGpx, makeTrack(), 'KA 1', 'Fleet & "Co"'), 'gpx')
    expect(root?.attributes['creator']).toBe('Fleet & "Co"')
  })

  test('unknown values are not written', () => {
    const nothing = new Float32Array(6).fill(Number.NaN)
    const gpx = text(writeGpx, makeTrack({ speed: nothing, heading: nothing }), 'KA 1')
    expect(gpx).not.toContain('extensions')
    expect(gpx).not.toContain('NaN')
  })

  test('KML has a place for each stop and for each event where it begins', () => {
    const kml = text(
      writeKml,
      makeTrack({
        speed: Float32Array.from([50, 0, 50, 50, 50, 50]),
        stop: Float32Array.from([0, 600, 0, 0, 0, 0]),
        events: Uint16Array.from([0, 0, 1, 1, 0, 0]),
      }),
      'KA 1',
    )
    const names = named(kml, 'name').map((element) => element.text)
    expect(names.slice(2)).toEqual(['Stop, 10 min', 'Harsh acceleration'])
  })

  test('a route without points is a file without points', () => {
    for (const write of [writeGpx, writeKml, writeCsv])
      expect(text(write, makeTrack({ length: 0 }), 'KA 1')).not.toContain('NaN')
  })
})

describe('CSV', () => {
  test('AC-18 text that a spreadsheet would evaluate is prefixed; other text is unchanged', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\0', '＝', '＋', '－', '＠'])
      expect(csvText(`${start}1+1`)).toBe(`'${start}1+1`)
    expect(csvText('\r=1')).toBe(`"'\r=1"`)
    expect(csvText('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`)
    expect(csvText('KA 05, "old"')).toBe('"KA 05, ""old"""')
    expect(csvText('KA 05 GP 1001')).toBe('KA 05 GP 1001')
    expect(csvText('x'.repeat(40_000))).toHaveLength(32_767)
  })

  test('AC-18 numbers stay numbers, including negative ones', () => {
    const csv = text(
      writeCsv,
      makeTrack({ length: 1, lat: Float64Array.of(-12.5), lng: Float64Array.of(-0.25) }),
      '=cmd()',
    )
    expect(csv.split('\r\n')[1]).toBe(
      `'=cmd(),2026-11-19T15:00:00+05:30,-12.5,-0.25,50,90,184230.5,1,41,62,,`,
    )
  })
})
