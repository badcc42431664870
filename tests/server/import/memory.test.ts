import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFiles } from '#server/import/import.service.ts'
import { createRejections } from '#server/import/readings.ts'
import { chooseCompany } from '#server/import/vehicles.repository.ts'
import { retainedBytes } from '#tests/kit/server/retained-bytes.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { NOW } from './import.fixture.ts'

const database = withDatabase()
const LINES = 400_000
const NOTE = 'a remark that nobody reads; '.repeat(17)

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roadbook-import-'))
  file = join(folder, 'large.csv')
  function* lines() {
    yield 'vehicle,time,lat,lon,remark\n'
    for (let i = 0; i < LINES; i += 1)
      yield `T${i % 20},${NOW - (LINES - i) * 2_000},18.${100_000 + (i % 50_000)},73.8${i % 1000},${NOTE}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

test('memory stays flat after the first 50 MB of 200 MB', { timeout: 120_000 }, async () => {
  expect((await stat(file)).size).toBeGreaterThan(200e6)
  const { company } = await chooseCompany(database.db, undefined)
  let first = 0
  let later = 0
  let weighed = ''
  const summary = await importFiles(database.db, {
    files: [{ path: file, name: file }],
    company,
    timeZone: 'UTC',
    units: {},
    vehicle: undefined,
    dryRun: false,
    rejections: createRejections(join(folder, 'rejected.txt')),
    now: () => NOW,
    onProgress: ({ phase, done, of }) => {
      const part = `${phase} ${Math.floor((20 * done) / of)}`
      if (part === weighed) return
      weighed = part
      const bytes = retainedBytes()
      if (phase === 'reading' && done <= 50e6) first = Math.max(first, bytes)
      else later = Math.max(later, bytes)
    },
  })
  expect(summary).toMatchObject({ read: LINES, stored: LINES, rejected: 0 })
  expect([first, later].every((bytes) => bytes > 0)).toBe(true)
  expect((later - first) / 1e6).toBeLessThan(32)
})
