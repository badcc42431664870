import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { problemReports, sendProblemReport } from '#contract/calls/problem-report.ts'
import type { PositionImport } from '#contract/records/position-import.ts'
import { RECORDING_VERSION } from '#contract/records/recording.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const IMPORT = `${FLEET_API}/positionimport`
const FILE = { 'content-type': 'application/octet-stream' }

/** Texts that a database or a formatter chokes on. */
const UGLY: ReadonlyArray<readonly [name: string, text: string]> = [
  ['a NUL', '\0'],
  ['a NUL within', 'a\0b'],
  ['half of a surrogate pair', '\uD800'],
  ['the other half within', 'a\uDC00b'],
  ['a character that is none', '\uFFFE\uFFFF'],
  ['a byte order mark', '\uFEFFa'],
  ['a writing direction', '\u202Ea\u2066b'],
  ['control characters', '\u0001\u001B[31m\u0085\u2028'],
  ['a long grapheme', `a${'\u0301'.repeat(80)}`],
  ['a family', '👩‍👩‍👧‍👦'],
  ['a prototype', '__proto__'],
  ['a placeholder', '{name}%s$1'],
]

let token = ''
let supporter = ''
beforeAll(async () => {
  const company = await addCompany(backend.database.db)
  await backend.addUser('asha', 'CUSTOMERADMIN', company.id)
  token = (await backend.logIn('asha')).token
  await backend.addUser('helper', 'ROOTADMIN', null)
  supporter = (await backend.logIn('helper')).token
})

const recording = {
  ...{ version: RECORDING_VERSION, release: '1.2.3', startedAt: 1, userAgent: 'test' },
  ...{ viewport: { width: 800, height: 600 }, placesShifted: true, notes: [] },
  ...{ segments: [{ startsAt: 0, snapshot: null, events: [] }], note: 'n', lastState: 's' },
}

test.each(UGLY)(
  'AC-24 a problem report with %s in any of its texts is kept and listed',
  async (name, text) => {
    await backend.database.db.deleteFrom('problem_report').execute()
    const userName = `reporter-${UGLY.findIndex(([each]) => each === name)}`
    await backend.addUser(userName, 'MANAGER', (await addCompany(backend.database.db)).id)
    const { token: reporter } = await backend.logIn(userName)
    for (const field of ['release', 'lastState', 'note', 'userAgent', 'more'] as const) {
      const body = gzipSync(JSON.stringify({ ...recording, [field]: text }))
      const sent = await backend.ask('POST', `/api/v2/${sendProblemReport.path}`, {
        ...{ token: reporter, body, headers: FILE },
      })
      expect(sent.status, `${field}: ${JSON.stringify(sent.body)}`).toBe(200)
    }
    const { status, body } = await backend.ask('GET', `/api/v2/${problemReports.path}`, { token: supporter })
    expect([status, (body as { reports: unknown[] }).reports.length]).toEqual([200, 5])
  },
)

const PLACES = [
  ['2026-11-10T06:00:00Z', 18.52, 73.85],
  ['2026-11-10T06:00:30Z', 18.53, 73.85],
] as const
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A file of each format, with a text as the name of its vehicle and wherever else it takes one. */
const FILES: Readonly<Record<string, (text: string) => string>> = {
  csv: (text) =>
    [
      `vehicle,time,lat,lon,speed,${text}`,
      ...PLACES.map((place) => [text, ...place, text, text].join()),
    ].join('\n'),
  geojson: (text) =>
    JSON.stringify({
      type: 'FeatureCollection',
      name: text,
      features: PLACES.map(([time, lat, lng]) => ({
        ...{ type: 'Feature', geometry: { type: 'Point', coordinates: [lng, lat] } },
        properties: { vehicle: text, time, [text]: text, speed: text },
      })),
    }),
  gpx: (text) =>
    `<gpx creator="${escaped(text)}"><trk><name>${escaped(text)}</name><desc>${escaped(text)}</desc><trkseg>${PLACES.map(
      ([time, lat, lng]) =>
        `<trkpt lat="${lat}" lon="${lng}"><time>${time}</time><sym>${escaped(text)}</sym></trkpt>`,
    ).join('')}</trkseg></trk></gpx>`,
  kml: (text) =>
    `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><name>${escaped(
      text,
    )}</name><gx:Track>${PLACES.map(([time]) => `<when>${time}</when>`).join('')}${PLACES.map(
      ([, lat, lng]) => `<gx:coord>${lng} ${lat} 0</gx:coord>`,
    ).join('')}</gx:Track></Placemark></kml>`,
}

const post = (path: string, body: unknown, headers = {}) =>
  backend.ask('POST', `${IMPORT}/${path}`, { token, body, headers })

const importFile = async (content: string, fileName: string): Promise<PositionImport> => {
  const importId = randomUUID()
  const body = Buffer.from(content)
  expect((await post('begin', { importId, fileName, bytes: body.length })).status).toBe(200)
  expect((await post(`part?importId=${importId}&at=0`, body, FILE)).status).toBe(200)
  const choices = {
    vehicle: null,
    timeZone: null,
    speedUnit: null,
    gallon: null,
    dateOrder: null,
    placeOrder: null,
  }
  expect((await post('run', { importId, dryRun: false, ...choices })).status).toBe(200)
  const current = async () =>
    ((await backend.ask('GET', IMPORT, { token })).body as { upload: PositionImport }).upload
  await expect
    .poll(async () => (await current()).state, { timeout: 60_000 })
    .not.toMatch(/^(checking|storing)$/)
  return current()
}

test.each(Object.keys(FILES))(
  'AC-24 a %s file with ugly texts is read, or refused with a reason',
  async (format) => {
    let stored = 0
    for (const [name, text] of UGLY) {
      const upload = await importFile(FILES[format]?.(text) ?? '', `drive.${format}`)
      const { reasons = [], unreadable = [] } = upload.result ?? {}
      const codes = upload.fault?.code ?? [...reasons, ...unreadable].map(({ code }) => code).join()
      expect(codes, name).not.toContain('importFailed')
      if (upload.state === 'done') stored += (upload.result?.stored ?? 0) + (upload.result?.duplicate ?? 0)
      // Nothing that came in is gone without a word.
      else expect(upload.fault, name).not.toBeNull()
      if ((upload.result?.stored ?? 0) + (upload.result?.duplicate ?? 0) < PLACES.length)
        expect(codes, name).toBeTruthy()
    }
    expect(stored).toBeGreaterThan(0)
  },
)

test.each(UGLY)('AC-24 a file whose name holds %s is refused or read', async (_name, text) => {
  const importId = randomUUID()
  const body = Buffer.from(FILES['csv']?.('T1') ?? '')
  const begun = await post('begin', { importId, fileName: `${text}.csv`, bytes: body.length })
  expect(begun.status).toBe(text.includes('\0') ? 400 : 200)
  if (begun.status === 200) expect((await post('cancel', { importId })).status).toBe(200)
})

test.each(UGLY.map(([name, text]) => [name, encodeURIComponent(text.toWellFormed())]))(
  'AC-24 %s in a header of a request is no 5xx',
  async (_name, text) => {
    const names = [
      'requesteduserid',
      'requestedrole',
      'x-request-id',
      'if-none-match',
      'last-event-id',
      'cookie',
      'accept-language',
      'authorization',
      'range',
      'origin',
    ]
    for (const name of names)
      for (const url of [`${FLEET_API}/preferences`, '/api/v2/session', '/', '/env.json']) {
        const { statusCode } = await backend.app.inject({
          url,
          headers: { authorization: `Bearer ${token}`, [name]: text },
        })
        expect(statusCode, `${name} of ${url}`).toBeLessThan(500)
      }
  },
)
