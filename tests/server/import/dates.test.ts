import { describe, expect, test } from 'vitest'
import { type Question, UndecidedImport } from '#server/import/import.service.ts'
import { clockNamed, isZoneName } from '#server/import/zone-names.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer } from './import.fixture.ts'

const database = withDatabase()
const fleet = () => importer(database, expect.getState().currentTestName ?? '')

/** A file with these times, each row a hundred metres further north. */
const file = (times: readonly string[], header = 'time') =>
  [
    `vehicle;lat;lon;${header}`,
    ...times.map((time, i) => `T;${(18.5 + i * 0.001).toFixed(3)};73.8;${time}`),
  ].join('\n')

const timesOf = async (content: string, options = {}) => {
  const { run, stored } = fleet()
  const summary = await run({ 'a.csv': content }, { timeZone: 'UTC', ...options })
  const times = (await stored('T')).map(({ time }) => new Date(time).toISOString().slice(0, 19))
  return { summary, times }
}
const openDates = async (content: string): Promise<Question | undefined> => {
  const { questions } = await fleet().run({ 'a.csv': content }, { dryRun: true, timeZone: 'UTC' })
  return questions.find(({ kind }) => kind === 'dates')
}

describe('the order of day and month', () => {
  test.each([
    [
      'month first, by a day beyond 12',
      ['12/24/2025 08:00:00', '01/02/2026 08:00:00'],
      ['2025-12-24T08:00:00', '2026-01-02T08:00:00'],
    ],
    [
      'month first, with am and pm',
      ['12/31/2025 11:58:00 PM', '1/2/2026 12:03:00 AM', '1/13/2026 1:03 p.m.'],
      ['2025-12-31T23:58:00', '2026-01-02T00:03:00', '2026-01-13T13:03:00'],
    ],
    [
      'day first, by a day beyond 12',
      ['02/01/2026 08:00', '31/12/2025 08:00:00'],
      ['2025-12-31T08:00:00', '2026-01-02T08:00:00'],
    ],
    [
      'years of two digits',
      ['1/13/26 08:00', '2/1/26 08:00'],
      ['2026-01-13T08:00:00', '2026-02-01T08:00:00'],
    ],
    ['points, which begin with the day', ['02.01.2026 08:00'], ['2026-01-02T08:00:00']],
    ['a day that is its month', ['05/05/2026 08:00'], ['2026-05-05T08:00:00']],
  ])('%s', async (_name, times, expected) => {
    expect((await timesOf(file(times))).times).toEqual(expected)
  })

  test('a row far behind decides for all rows before it', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => `02/03/2026 0${i % 10}:00:00`)
    const { times } = await timesOf(file([...many, '02/13/2026 08:00:00']))
    expect(times[0]).toBe('2026-02-03T00:00:00')
    expect(times.at(-1)).toBe('2026-02-13T08:00:00')
  })

  test('the example is a date that the orders read differently, not one that they read alike', async () => {
    expect(await openDates(file(['05/05/2026 08:00', '02/01/2026 09:00']))).toMatchObject({
      example: '02/01/2026 09:00',
    })
  })

  test('days 1 to 8 in a row are open: asked for, and stored as the user says', async () => {
    const content = file(Array.from({ length: 8 }, (_, i) => `02/0${i + 1}/2026 09:00:00`))
    expect(await openDates(content)).toMatchObject({
      example: '02/01/2026 09:00:00',
      readings: [
        { order: 'dayFirst', day: '2026-01-02' },
        { order: 'monthFirst', day: '2026-02-01' },
      ],
    })
    await expect(timesOf(content)).rejects.toThrow(UndecidedImport)
    expect((await timesOf(content, { dateOrder: 'monthFirst' })).times[7]).toBe('2026-02-08T09:00:00')
    const other = importer(database, 'read day first')
    await other.run({ 'a.csv': content }, { timeZone: 'UTC', dateOrder: 'dayFirst' })
    expect((await other.stored('T'))[7]?.time).toBe(Date.UTC(2026, 7, 2, 9))
  })

  test('rows that go back in one order and never in the other prove it', async () => {
    const days = [
      '09/01/2026',
      '10/01/2026',
      '11/01/2026',
      '12/01/2026',
      '01/02/2026',
      '02/02/2026',
      '03/02/2026',
    ]
    const { times } = await timesOf(file(days.map((day) => `${day} 09:00:00`)))
    expect(times.slice(3, 5)).toEqual(['2026-01-12T09:00:00', '2026-02-01T09:00:00'])
    const few = file(days.slice(2, 6).map((day) => `${day} 09:00:00`))
    expect(await openDates(few)).toMatchObject({ kind: 'dates' })
  })

  test('dates of both orders are asked about, and those that are none in the order chosen are refused', async () => {
    const content = file(['12/31/2025 08:00', '31/12/2025 08:00', '01/02/2026 08:00'])
    expect(await openDates(content)).toMatchObject({ kind: 'dates' })
    const { times, summary } = await timesOf(content, { dateOrder: 'monthFirst' })
    expect(times).toEqual(['2025-12-31T08:00:00', '2026-01-02T08:00:00'])
    expect(summary.reasons).toEqual(['a.csv:3: the time “31/12/2025 08:00” is not readable'])
  })

  test('what the user says does not overrule what the file proves', async () => {
    const { times } = await timesOf(file(['12/31/2025 08:00']), { dateOrder: 'dayFirst' })
    expect(times).toEqual(['2025-12-31T08:00:00'])
  })

  test('the dates of GeoJSON are asked about as well', async () => {
    const feature = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [73.8, 18.5] },
      properties: { vehicle: 'T', time: '02/01/2026 09:00' },
    }
    const { questions } = await fleet().run({ 'a.geojson': JSON.stringify(feature) }, { dryRun: true })
    expect(questions).toMatchObject([{ kind: 'dates', example: '02/01/2026 09:00' }])
  })

  test('six digits are asked about, except of a receiver that is known by its header', async () => {
    expect(await openDates(file(['261110;020000'], 'date;time'))).toMatchObject({
      readings: [{ day: '2010-11-26' }, { day: '2026-11-10' }],
    })
    const { run, stored } = fleet()
    await run(
      {
        'log.csv':
          'INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING\n1,T,261110,020000,12.910000N,77.610000E,900,36.0,0\n',
      },
      { timeZone: 'UTC' },
    )
    expect((await stored('log'))[0]).toMatchObject({ time: Date.UTC(2026, 10, 10, 2), lat: 12.91 })
  })
})

describe('forms of times', () => {
  test.each([
    ['24 Jul 2026 10:40', '2026-07-24T10:40:00'],
    ['12-Mar-2026 10:40:05', '2026-03-12T10:40:05'],
    ['12-Mar-26 10:40', '2026-03-12T10:40:00'],
    ['Mar 12, 2026 10:40 PM', '2026-03-12T22:40:00'],
    ['March 12th, 2026 at 10:40 a.m.', '2026-03-12T10:40:00'],
    ['Thu, 12 Mar 2026 10:40:00 GMT', '2026-03-12T10:40:00'],
    ['Thursday, March 12, 2026 10:40 AM', '2026-03-12T10:40:00'],
    ['Thu Mar 12 10:40:00 2026', '2026-03-12T10:40:00'],
    ['Thu Mar 12 2026 10:40:00 GMT+0530 (India Standard Time)', '2026-03-12T05:10:00'],
    ['2026-Mar-12 10:40', '2026-03-12T10:40:00'],
    ['2026/03/12 10:40', '2026-03-12T10:40:00'],
    ['10:40 2026-03-12', '2026-03-12T10:40:00'],
    ['10 AM, 12 March 2026', '2026-03-12T10:00:00'],
    ['20260312T104000Z', '2026-03-12T10:40:00'],
    ['Sat 12 Sept 2026 10:40', '2026-09-12T10:40:00'],
    ['10:40 Sat 12 Sept 2026', '2026-09-12T10:40:00'],
    ['10:40 Oct 12, 2026', '2026-10-12T10:40:00'],
    ['2026-03-12T10:40:00+0530', '2026-03-12T05:10:00'],
    ['2026-03-12 10:40:00.250 +05:30', '2026-03-12T05:10:00'],
  ])('%s', async (time, expected) => {
    expect((await timesOf(file([time]))).times).toEqual([expected])
  })

  test.each([
    '12-Foo-2026 10:40',
    '31 Feb 2026 10:40',
    '13/13/2026 10:40',
    '12 Mar 2026 25:00',
    '10:40',
    'Thursday',
  ])('%s is not readable', async (time) => {
    const { summary } = await timesOf(file([time]))
    expect(summary).toMatchObject({ stored: 0, rejected: 1 })
    expect(summary.reasons[0]).toBe(`a.csv:2: the time “${time}” is not readable`)
  })

  test.each([
    ['a time of day', 'date;time', '2026-03-12;10:40:05', '2026-03-12T10:40:05'],
    ['a time of day with am', 'date;time', '12-Mar-2026;10:40:05 PM', '2026-03-12T22:40:05'],
    ['a time of day with a zone', 'date;time', '2026-03-12;10:40:00+05:30', '2026-03-12T05:10:00'],
    ['a whole time stamp', 'date;timestamp', '12/31/2025;2026-03-12 10:40:05', '2026-03-12T10:40:05'],
    ['an epoch', 'date;timestamp', '2026-03-12;1773312005', '2026-03-12T10:40:05'],
    ['a spreadsheet’s midnight', 'date;time', '2026-03-12 00:00:00;10:40:05', '2026-03-12T10:40:05'],
    ['a midnight at 12 AM', 'date;time', '3/13/2026 12:00:00 AM;10:40 AM', '2026-03-13T10:40:00'],
    ['a spreadsheet’s day zero', 'date;time', '2026-03-12;1899-12-30 10:40:05', '2026-03-12T10:40:05'],
    ['a weekday', 'day;time', 'Thursday;2026-03-12 10:40:05', '2026-03-12T10:40:05'],
    ['a weekday and a date', 'day;date;time', 'Thu;2026-03-12;10:40:05', '2026-03-12T10:40:05'],
    ['a whole time stamp as the date', 'date;time', '2026-03-12 10:40:05;', '2026-03-12T10:40:05'],
    [
      'a whole time stamp and its time of day',
      'date;time',
      '2026-03-12 10:40:05;10:40:05',
      '2026-03-12T10:40:05',
    ],
    ['six digits of the time', 'date;time', '20260312;104005', '2026-03-12T10:40:05'],
  ])('a date column beside %s', async (_name, header, cells, expected) => {
    expect((await timesOf(file([cells], header))).times).toEqual([expected])
  })

  test.each([
    ['no time of day', 'date;time', '2026-03-12;', 'the time is missing'],
    [
      'another time of day',
      'date;time',
      '2026-03-12 10:40;11:50',
      'the date “2026-03-12 10:40” and the time “11:50” are two different times of day',
    ],
    ['a weekday alone', 'day;time', 'Thursday;10:40', 'the time “Thursday 10:40” is not readable'],
  ])('a date beside %s is refused', async (_name, header, cells, reason) => {
    const { summary } = await timesOf(file([cells], header))
    expect(summary.reasons).toEqual([`a.csv:2: ${reason}`])
  })
})

describe('the zone of a time', () => {
  const INDIA = { timeZone: 'Asia/Kolkata' }
  const UTC = '2026-03-12T10:40:00'
  const IST = '2026-03-12T05:10:00'
  const zoneUnknown = (zone: string) =>
    `a.csv:2: the time zone “${zone}” is not one that can be told for certain. Write the offset from UTC, such as +05:30`

  const ZONE_IST =
    'a.csv:2: the time zone “IST” is that of several countries. If it is India’s, choose Asia/Kolkata as the time zone of the file; else write the offset from UTC, such as +05:30'

  test.each([
    ['behind the time', 'time', '2026-03-12 10:40:00 UTC', UTC],
    ['behind the day', 'time', '10:40 2026-03-12 GMT', UTC],
    ['behind a day in words', 'time', '10 AM, 12 March 2026 UTC', '2026-03-12T10:00:00'],
    ['in brackets', 'time', '2026-03-12 10:40:00 (UTC)', UTC],
    ['behind the time by its region', 'time', '2026-07-12 12:40 Europe/Berlin', '2026-07-12T10:40:00'],
    ['behind the time by the region of the file', 'time', '2026-03-12 10:40 Asia/Kolkata', IST],
    [
      'by its region in a cell of its own',
      'date;time',
      '2026-07-12;12:40 Europe/Berlin',
      '2026-07-12T10:40:00',
    ],
    ['behind a day by its region', 'date;time', '2026-03-12 Etc/UTC;10:40', UTC],
    [
      'behind the time in brackets',
      'time',
      '2026-03-12 10:40 (America/Argentina/Salta)',
      '2026-03-12T13:40:00',
    ],
    ['behind the offset in brackets', 'time', '2026-07-12T12:40+02:00[Europe/Berlin]', '2026-07-12T10:40:00'],
    ['of India', 'time', '2026-03-12 10:40:00 IST', IST],
    ['of India before the year', 'time', 'Thu Mar 12 10:40:00 IST 2026', IST],
    ['of India in a cell of its own', 'date;time', '2026-03-12;10:40:00 IST', IST],
    ['of the day alone', 'date;time', '2026-03-12 UTC;10:40:00', UTC],
    ['in the header', 'Time (UTC)', '2026-03-12 10:40:00', UTC],
    ['in the header, behind the name', 'Time GMT', '2026-03-12 10:40:00', UTC],
    ['in the header, before the name', 'UTC Time', '2026-03-12 10:40:00', UTC],
    ['in the header alone', 'UTC', '2026-03-12 10:40:00', UTC],
    ['in the header, of India', 'Time (IST)', '2026-03-12 10:40:00', IST],
    ['in the header, as an offset', 'Date/Time (UTC+03:00)', '2026-03-12 13:40:00', UTC],
    ['in the header, as an offset behind the name', 'Time GMT+3', '2026-03-12 13:40:00', UTC],
    ['in the header glued', 'utctime', '2026-03-12 10:40:00', UTC],
    ['in the header glued behind', 'timeutc', '2026-03-12 10:40:00', UTC],
    ['in the header of day and time', 'datetimeutc', '2026-03-12 10:40:00', UTC],
    ['in the header glued, of India', 'isttime', '2026-03-12 10:40:00', IST],
    ['in the headers of both', 'Date (UTC);Time (UTC)', '2026-03-12;10:40:00', UTC],
    ['in the header of the day', 'Date (UTC);Time', '2026-03-12;10:40:00', UTC],
    [
      'in headers of two zones',
      'Date (IST);Time (IST);Date (UTC);Time (UTC)',
      '2026-03-13;02:10:00;2026-03-12;20:40:00',
      '2026-03-12T20:40:00',
    ],
    [
      'in headers of two zones, of which one has the day',
      'Date (UTC);Time (IST);Time (UTC)',
      '2026-03-12;02:10:00;20:40:00',
      '2026-03-12T20:40:00',
    ],
    [
      'in headers of two zones, of which India has the day',
      'Date (IST);Time (IST);Time (UTC)',
      '2026-03-13;02:10:00;20:40:00',
      '2026-03-12T20:40:00',
    ],
    ['in a column', 'time;timezone', '2026-03-12 12:40:00;+02:00', UTC],
    [
      'in a column by its region',
      'time;Time Zone',
      '2026-07-12 12:40:00;Europe/Berlin',
      '2026-07-12T10:40:00',
    ],
    ['in a column as hours', 'time;UTC Offset', '2026-03-12 12:40:00;2', UTC],
    ['in a column as minutes', 'time;UTC Offset (min)', '2026-03-12 12:40:00;120', UTC],
    ['in an empty cell', 'time;timezone', '2026-03-12 10:40:00;', IST],
    ['in a column beside an offset', 'time;timezone', '2026-03-12 10:40:00+05:30;UTC', IST],
    ['in a column beside a header', 'Time (UTC);timezone', '2026-03-12 10:40:00;Asia/Kolkata', UTC],
    ['in a column beside an epoch', 'time;timezone', '1773312000;+02:00', UTC],
  ])('is read %s', async (_name, header, cells, expected) => {
    const { times, summary } = await timesOf(file([cells], header), INDIA)
    expect(summary.reasons).toEqual([])
    expect(times).toEqual([expected])
  })

  test.each([
    ['of several countries', 'time', '2026-03-12 10:40 IST', 'IST'],
    ['of several countries in brackets', 'time', '2026-03-12 10:40 (IST)', 'IST'],
    ['of several countries in the header', 'Time (IST)', '2026-03-12 10:40', 'IST'],
    ['not known', 'time', '2026-03-12 10:40 EST', 'EST'],
    ['no region', 'time', '2026-03-12 10:40 Asia/Atlantis', 'Asia/Atlantis'],
    ['not known in the header', 'Time (PKT)', '2026-03-12 10:40', 'PKT'],
    ['not known in a column', 'time;timezone', '2026-03-12 10:40;Local', 'Local'],
    ['a number that may be minutes', 'time;UTC offset', '2026-03-12 10:40;330', '330'],
  ])('is refused where it is %s', async (_name, header, cells, zone) => {
    const { summary } = await timesOf(file([cells], header), { timeZone: 'Europe/Berlin' })
    expect(summary.stored).toBe(0)
    expect(summary.reasons).toEqual([zone === 'IST' ? ZONE_IST : zoneUnknown(zone)])
  })

  test('is refused where the headers of day and time of day name two', async () => {
    const { summary } = await timesOf(file(['2026-03-12;10:40'], 'Date (UTC);Time (IST)'), INDIA)
    expect(summary.reasons).toEqual([
      'a.csv:2: the day is in the time zone “UTC” and the time of day in “IST”',
    ])
  })
})

describe('hours and minutes in columns of their own', () => {
  const UTC = { timeZone: 'UTC' }

  test.each([
    ['with seconds', 'Date;Hour;Min;Sec', '2026-03-12;8;5;9', '2026-03-12T08:05:09'],
    ['without seconds', 'Date;Hour;Minute', '12 March 2026;18;05', '2026-03-12T18:05:00'],
    ['with decimals', 'Date;HH;MM;SS', '2026-03-12;08;05;09.5', '2026-03-12T08:05:09'],
    ['of a day', 'Day;hours;minutes;seconds', '2026-03-12;8;5;9', '2026-03-12T08:05:09'],
    ['of India', 'Date;Hour (IST);Minute', '2026-03-12;8;35', '2026-03-12T03:05:00'],
    ['beside a time', 'Date;Time;Hour;Min', '2026-03-12;08:05;23;59', '2026-03-12T08:05:00'],
  ])('are the time of the day: %s', async (_name, header, cells, expected) => {
    const options = header.includes('IST') ? { timeZone: 'Asia/Kolkata' } : UTC
    const { times, summary } = await timesOf(file([cells], header), options)
    expect(summary.reasons).toEqual([])
    expect(times).toEqual([expected])
  })

  test.each([
    ['too many minutes', '2026-03-12;8;61;0', '2026-03-12 08:61:00'],
    ['no minutes', '2026-03-12;8;;0', '2026-03-12 08::00'],
  ])('are refused with the row: %s', async (_name, cells, time) => {
    const { summary } = await timesOf(file([cells], 'Date;Hour;Min;Sec'), UTC)
    expect(summary.reasons).toEqual([`a.csv:2: the time “${time}” is not readable`])
  })

  test('are no engine hours', async () => {
    const { run, stored } = importer(database, 'hours of a day')
    await run({ 'a.csv': 'vehicle,lat,lon,date,hours,min\nT,18.5,73.8,2026-03-12,8,5\n' }, UTC)
    expect((await stored('T'))[0]?.engineHours ?? null).toBeNull()
  })
})

describe('days without a time of day', () => {
  const day = (header: string, rows: readonly string[]) => [`vehicle,lat,lon,${header}`, ...rows].join('\n')

  test.each([
    ['hours alone', 'Date,Hour', '10-11-2026,8', '10-11-2026,9', 'Date'],
    ['a clock', 'Date,Clock', '2026-11-10,08:00:00', '2026-11-10,08:01:00', 'Date'],
    ['two times', 'Date,Start Time,End Time', '10 Nov 2026,08:00,08:01', '10 Nov 2026,08:01,08:02', 'Date'],
    ['nothing', 'timestamp', '20261110', '20261110', 'timestamp'],
  ])('beside %s are refused with their column', async (_name, header, first, second, column) => {
    const { run } = fleet()
    const summary = await run({ 'a.csv': day(header, [`T,18.5,73.8,${first}`, `T,18.6,73.8,${second}`]) })
    expect(summary).toMatchObject({ stored: 0, newVehicles: [] })
    expect(summary.unreadable).toEqual([
      `a.csv:1: the column “${column}” has days without a time of day. Write both in one column, or name the column of the time of day “time”`,
    ])
  })

  test.each([
    ['of one position a day', ['T,18.5,73.8,2026-11-09', 'T,18.6,73.8,2026-11-10']],
    ['of one place', ['T,18.5,73.8,2026-11-10', 'T,18.5,73.8,2026-11-10']],
    ['of several vehicles', ['T,18.5,73.8,2026-11-10', 'U,18.6,73.8,2026-11-10']],
    ['among whole times', ['T,18.5,73.8,2026-11-10', 'T,18.6,73.8,2026-11-10 00:01:00']],
  ])('%s are read', async (_name, rows) => {
    const { run } = fleet()
    expect(await run({ 'a.csv': day('time', rows) })).toMatchObject({ read: 2, rejected: 0, unreadable: [] })
  })
})

describe('the hour that occurs twice', () => {
  const zone = { timeZone: 'Europe/Berlin' }
  const night = ['01:45', '02:00', '02:30', '02:45', '02:00', '02:30', '02:45', '03:00']
  const utc = ['23:45', '00:00', '00:30', '00:45', '01:00', '01:30', '01:45', '02:00']
  const rows = (clock: readonly string[]) => file(clock.map((time) => `2025-10-26 ${time}:00`))

  test('goes by the order of the file', async () => {
    const { times, summary } = await timesOf(rows(night), zone)
    expect(times.map((time) => time.slice(11, 16))).toEqual(utc)
    expect(summary.leftOut).toEqual([])
  })

  test('goes by the order of a file whose newest row is the first', async () => {
    const { times, summary } = await timesOf(rows(['03:15', ...night.toReversed()]), zone)
    expect(times.map((time) => time.slice(11, 16))).toEqual([...utc, '02:15'])
    expect(summary.leftOut).toEqual([])
  })

  test('is told where the file passes through it once', async () => {
    const { summary } = await timesOf(rows(['01:45', '02:00', '02:30', '03:00']), zone)
    expect(summary.leftOut).toEqual([
      'a.csv:3: times within the hour that occurs twice when the clocks go back, whose order does not tell which of the two it is: 2',
    ])
  })
})

test('the hour that the clocks skip is told, and read as after it', async () => {
  const clock = ['01:50', '02:10', '02:20', '03:30'].map((time) => `2026-03-08 ${time}:00`)
  const { times, summary } = await timesOf(file(clock), { timeZone: 'America/New_York' })
  expect(times.map((time) => time.slice(11, 16))).toEqual(['06:50', '07:10', '07:20', '07:30'])
  expect(summary.leftOut).toEqual([
    'a.csv:3: times within the hour that the clocks skip when they go forward, which are taken as after it: 2',
  ])
  expect((await timesOf(file(clock), { timeZone: 'America/Phoenix' })).summary.leftOut).toEqual([])
})

test('a zone that is longer than any is none, found at once', () => {
  const endless = `UTC${' '.repeat(2_000_000)}x`
  expect([clockNamed(endless, 'Asia/Kolkata'), isZoneName(endless)]).toEqual([undefined, false])
})

test.each([
  ['time', '46346.41875', 'looks like the day number of a spreadsheet'],
  ['date,time', '46346,0.41875', 'looks like the day number of a spreadsheet'],
  ['time', '20. Mai 2026 10:00', 'has a month that is not known'],
  ['time', '20 März 2026 10:00', 'has a month that is not known'],
  ['time', '20 de noviembre de 2026 10:00', 'has a month that is not known'],
  ['time', 'soon', 'is not readable'],
])('a %s of %s says what to do', async (header, cells, reason) => {
  const { run } = importer(database, expect.getState().currentTestName ?? '')
  const summary = await run({ 'a.csv': `vehicle,lat,lon,${header}\nT,18.5,73.8,${cells}\n` })
  expect(summary).toMatchObject({ stored: 0, rejected: 1 })
  expect(summary.reasons).toEqual([expect.stringContaining(reason)])
})
