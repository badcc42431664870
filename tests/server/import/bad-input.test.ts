import { describe, expect, test } from 'vitest'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer } from './import.fixture.ts'

const database = withDatabase()
const fleet = () => importer(database, expect.getState().currentTestName ?? '')

const HEADER = 'vehicle,time,lat,lon,speed\n'
const GOOD = 'T1,2026-11-10T06:00:00Z,18.52,73.85,40\n'
const LATER = 'T1,2026-11-10T06:01:00Z,18.53,73.85,40\n'

const POINT = '<trkpt lat="18.5" lon="73.8"><time>2026-11-10T06:00:00Z</time></trkpt>'

describe('an unreadable file', () => {
  const cases: ReadonlyArray<readonly [string, string | Buffer, RegExp]> = [
    ['an empty file', '', /^a\.csv:1: the file is empty$/],
    ['a file of blank lines', '\n\r\n  \n', /^a\.csv:1: the file is empty$/],
    [
      'a ZIP',
      Buffer.from('504b03041400000008', 'hex'),
      /^a\.csv:1: the file is not text but ZIP\/KMZ\/XLSX\./,
    ],
    ['a gzip file', Buffer.from('1f8b0800000000000003', 'hex'), /^a\.csv:1: the file is not text but gzip\./],
    [
      'binary noise',
      Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 7919) % 256)),
      /^a\.csv:1: this is a binary file/,
    ],
    ['UTF-32', Buffer.from('fffe000076000000', 'hex'), /^a\.csv:1: the encoding UTF-32/],
    [
      'missing columns',
      `\n\nvehicle,when,latitude,speed\nT1,x,18.5,4\n`,
      /^a\.csv:3: no column for time, longitude\. Found: 'vehicle', 'when', 'latitude', 'speed'\. Expected .*time, latitude and longitude/,
    ],
    ['a header and nothing else', `\n${HEADER}`, /^a\.csv:2: there is nothing below the header line$/],
    [
      'a GPX without a track',
      '<gpx><wpt lat="12" lon="77"/></gpx>',
      /^a\.csv: the file contains no track\. .*export what was driven, as a track$/,
    ],
    ['no header at all', 'T1,2026-11-10T06:00:00Z,18.52,73.85,40\n', /^a\.csv:1: no column for time/],
  ]
  test.each(cases)(
    '%s is reported by name and line, and other files are imported',
    async (_name, content, message) => {
      const { run, stored } = fleet()
      const summary = await run({ 'a.csv': content, 'b.csv': HEADER + GOOD })
      expect(summary.unreadable).toEqual([expect.stringMatching(message)])
      expect(summary).toMatchObject({ read: 1, stored: 1, rejected: 0 })
      expect(await stored('T1')).toHaveLength(1)
    },
  )

  test('XML that is not GPX, and a GPX in an unknown encoding', async () => {
    const summary = await fleet().run({
      'a.gpx': '<?xml version="1.0"?>\n<svg></svg>',
      'b.gpx': '<?xml version="1.0" encoding="klingon-8"?><gpx/>',
      'c.gpx': 'just words',
    })
    expect(summary.unreadable).toEqual([
      'a.gpx:2: this is XML but neither GPX nor KML: the root is <svg>',
      'b.gpx:1: the encoding “klingon-8” is not known. Save the file as UTF-8',
      expect.stringMatching(/^c\.gpx:1: this is not GPX/),
    ])
  })
})

describe('encodings', () => {
  const text = `vehicle,time,lat,lon,speed\r\nMünchen 1,2026-11-10T06:00:00Z,18.52,73.85,40\r\n`
  const swap = (bytes: Buffer) => Buffer.from(bytes).swap16()
  test.each([
    ['UTF-8 with BOM and CRLF', Buffer.from(`\uFEFF${text}`)],
    ['Latin-1', Buffer.from(text, 'latin1')],
    ['UTF-16 little endian with BOM', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 little endian without BOM', Buffer.from(text, 'utf16le')],
    ['UTF-16 big endian with BOM', swap(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
  ])('%s is decoded', async (_name, bytes) => {
    const { run, stored } = fleet()
    expect(await run({ 'a.csv': bytes })).toMatchObject({ stored: 1, rejected: 0, unreadable: [] })
    expect(await stored('München 1')).toHaveLength(1)
  })

  test('a lone carriage return ends a line', async () => {
    const { run } = fleet()
    const summary = await run({ 'a.csv': `${HEADER}${GOOD}${LATER}`.replaceAll('\n', '\r') })
    expect(summary).toMatchObject({ read: 2, stored: 2, unreadable: [] })
  })

  test('a GPX that declares UTF-8 but is not is read as Latin-1', async () => {
    const { run, stored } = fleet()
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<gpx><trk><name>Zoë</name><trkseg>${POINT}</trkseg></trk></gpx>`
    expect(await run({ 'a.gpx': Buffer.from(text, 'latin1') })).toMatchObject({ stored: 1, rejected: 0 })
    expect(await stored('Zoë')).toHaveLength(1)
  })

  test('a wrong byte late in a GPX costs no position, only the name it is in', async () => {
    const { run, stored } = fleet()
    const bytes = Buffer.concat([
      Buffer.from(`<gpx><trk><trkseg><!--é${' '.repeat(70_000)}-->\n</trkseg><name>Zo`),
      Buffer.from([0xeb]),
      Buffer.from(`</name><trkseg>${POINT}</trkseg></trk></gpx>`),
    ])
    expect(await run({ 'ride.gpx': bytes })).toMatchObject({ read: 1, stored: 1 })
    expect(await stored('ride')).toHaveLength(1)
  })

  test('invalid UTF-8 bytes in a UTF-8 file cost only their own line', async () => {
    const { run } = fleet()
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER}Škoda,2026-11-10T06:00:00Z,18.52,73.85,40\n`),
      Buffer.from('M\xfcnchen,2026-11-10T06:00:00Z,18.52,73.85,40\n', 'latin1'),
      Buffer.from(GOOD),
    ])
    const summary = await run({ 'a.csv': bytes })
    expect(summary).toMatchObject({ read: 3, stored: 2, rejected: 1 })
    expect(summary.reasons).toEqual(['a.csv:3: the text is not valid UTF-8'])
  })
})

describe('rejected and counted lines', () => {
  test.each([
    ['latitude out of range', 'T1,2026-11-10T06:00:00Z,91,73.85,4', 'the latitude is outside -90 to 90'],
    ['longitude out of range', 'T1,2026-11-10T06:00:00Z,18,-181,4', 'the longitude is outside -180 to 180'],
    ['(0, 0)', 'T1,2026-11-10T06:00:00Z,0,0,4', 'the position is (0, 0), which means no position'],
    ['no latitude', 'T1,2026-11-10T06:00:00Z,,73.85,4', 'the latitude is missing or not a number'],
    [
      'words for a number',
      'T1,2026-11-10T06:00:00Z,north,73.85,4',
      'the latitude is missing or not a number',
    ],
    ['a time in 1970', 'T1,1970-01-01T00:00:00Z,18,73,4', 'the time is before the year 2000'],
    ['no time', 'T1,,18,73,4', 'the time is missing'],
    ['an unreadable time', 'T1,yesterday,18,73,4', 'the time “yesterday” is not readable'],
    [
      'a day that is none',
      'T1,31-02-2026 10:00:00,18,73,4',
      'the time “31-02-2026 10:00:00” is not readable',
    ],
    [
      'commas for points',
      'T1,2026-11-10T06:00:00Z,18,52,73,85,40',
      'the line has more fields than the header; numbers and texts with commas need quotes',
    ],
    ['one field only', 'nonsense', 'the line has one field only'],
    ['an open quote', 'T1,"2026-11-10T06:00:00Z,18,73,4', 'a quote is opened and never closed'],
    [
      'a very long name',
      `${'x'.repeat(101)},2026-11-10T06:00:00Z,18,73,4`,
      "the vehicle's name is longer than 100 characters",
    ],
  ])('%s', async (_name, line, reason) => {
    const { run, stored } = fleet()
    const summary = await run({ 'a.csv': `${HEADER}${GOOD}${line}\n${LATER}` })
    expect(summary).toMatchObject({ read: 3, stored: 2, rejected: 1, unreadable: [] })
    expect(summary.reasons).toEqual([`a.csv:3: ${reason}`])
    expect(await stored('T1')).toHaveLength(2)
  })

  test('an endless line is rejected without being stored, and the lines after it count', async () => {
    const { run } = fleet()
    const summary = await run({ 'a.csv': `${HEADER}${GOOD}${'ü'.repeat(3_000_000)}\n${LATER}` })
    expect(summary).toMatchObject({ read: 3, stored: 2, rejected: 1 })
    expect(summary.reasons).toEqual(['a.csv:3: the line is longer than 1 MiB'])
  })

  test('a file that ends inside an endless line', async () => {
    const { run } = fleet()
    const summary = await run({ 'a.csv': `${HEADER}${GOOD}${'y'.repeat(3_000_000)}` })
    expect(summary).toMatchObject({ read: 2, stored: 1, rejected: 1 })
  })

  test('an unclosed quote costs one line, however long the file is', async () => {
    const lines = Array.from(
      { length: 100 },
      (_, i) => `T1,${1_793_000_000 + i * 60},18.${100 + i},73.85,7\n`,
    )
    const summary = await fleet().run({ 'a.csv': `${HEADER}"T1,1793000000,18,73,4\n${lines.join('')}` })
    expect(summary).toMatchObject({ read: 101, stored: 100, rejected: 1 })
    expect(summary.reasons).toEqual(['a.csv:2: a quote is opened and never closed'])
  })

  test('more than twenty are all written to a file', async () => {
    const bad = Array.from({ length: 30 }, (_, i) => `T1,2026-11-10T06:00:00Z,9${i + 1},73,4\n`)
    const { rejected, reasons, all } = await fleet().run({ 'a.csv': HEADER + bad.join('') + GOOD })
    expect(rejected).toBe(30)
    expect(reasons).toHaveLength(20)
    expect(all).toMatch(/rejected\.txt$/)
  })

  test('a GPX of endlessly nested elements is aborted', async () => {
    const summary = await fleet().run({
      'deep.gpx': `<gpx><trk><trkseg>\n${POINT}\n${'<a>'.repeat(100_000)}`,
    })
    expect(summary).toMatchObject({ read: 2, stored: 1, rejected: 1 })
    expect(summary.reasons[0]).toMatch(/^deep\.gpx:3: the file breaks off here: more than 100 elements/)
  })

  test.each([
    [
      'more attributes than any element has',
      `<a ${Array.from({ length: 101 }, (_, i) => `a${i}="1"`).join(' ')}/>`,
      'an element has more than 100 attributes',
    ],
    [
      'a text beyond the limit',
      `<desc>${'1 '.repeat(4 * 1024 * 1024 + 1)}</desc>`,
      'a text longer than 8 MiB',
    ],
    ['an attribute beyond the limit', `<a b="${'1'.repeat(200_000)}"/>`, 'is longer than 64 KiB'],
  ])(
    'XML with %s breaks off there by its limit, and what stands before counts',
    async (_title, worst, reason) => {
      const point = '<trkpt lat="18.5" lon="73.8"><time>2026-11-10T06:00:00Z</time></trkpt>'
      const { run } = fleet()
      const summary = await run({
        'a.gpx': `<gpx><trk><name>T1</name><trkseg>${point}\n${worst}\n${point}</trkseg></trk></gpx>`,
      })
      expect(summary).toMatchObject({ stored: 1, rejected: 1 })
      expect(summary.reasons).toEqual([
        expect.stringMatching(new RegExp(`^a\\.gpx:2: the file breaks off here: .*${reason}$`)),
      ])
    },
  )

  test('entities of a GPX are not expanded', async () => {
    const { run } = fleet()
    const summary = await run({
      'ride.gpx': `<!DOCTYPE gpx [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>\n<gpx><trk><trkseg>${POINT}\n<trkpt lat="18.6" lon="73.8"><time>&b;</time></trkpt></trkseg></trk></gpx>`,
    })
    expect(summary).toMatchObject({ read: 2, stored: 1, rejected: 1 })
    expect(summary.reasons).toEqual(['ride.gpx:3: the time “&b;” is not readable'])
  })

  test('a truncated GPX keeps the positions before the break and names the line', async () => {
    const point = (minute: number) =>
      `<trkpt lat="18.5" lon="73.8${minute}"><time>2026-11-10T06:0${minute}:00Z</time></trkpt>\n`
    const { run, stored } = fleet()
    const summary = await run({
      'ride.gpx': `<gpx><trk><trkseg>\n${point(1)}${point(2)}<trkpt lat="18.5" lon=`,
    })
    expect(summary).toMatchObject({ read: 3, stored: 2, rejected: 1, unreadable: [] })
    expect(summary.reasons[0]).toMatch(/^ride\.gpx:4: the file breaks off here/)
    expect(await stored('ride')).toHaveLength(2)
  })
})

describe('doubtful but stored values', () => {
  test('a time in the future is stored, counted and never the latest', async () => {
    const { run, latest } = fleet()
    const summary = await run({ 'a.csv': `${HEADER}${GOOD}T1,2027-11-10T06:00:00Z,18.6,73.85,4\n` })
    expect(summary).toMatchObject({ read: 2, stored: 2, flagged: 1 })
    expect((await latest('T1'))?.time).toEqual(new Date('2026-11-10T06:00:00Z'))
  })

  test('two positions at one time are both kept', async () => {
    const { run, stored } = fleet()
    const summary = await run({ 'a.csv': `${HEADER}${GOOD}T1,2026-11-10T06:00:00Z,18.5201,73.85,40\n` })
    expect(summary).toMatchObject({ stored: 2, duplicate: 0 })
    expect(await stored('T1')).toHaveLength(2)
  })

  test('an impossible speed is dropped and the position kept', async () => {
    const { run, stored } = fleet()
    await run({ 'a.csv': `${HEADER}T1,2026-11-10T06:00:00Z,18.52,73.85,900\n` })
    expect((await stored('T1'))[0]?.speed).toBeUndefined()
  })
})
