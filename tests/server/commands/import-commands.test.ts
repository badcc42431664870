import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BadArguments } from '#server/commands/command.ts'
import { createProgressLine, readArguments } from '#server/commands/import-commands.ts'
import { runProgram } from '#tests/kit/server/command-programs.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roadbook-import-'))
})
afterAll(() => rm(folder, { recursive: true }))

const command = (...args: string[]) =>
  runProgram('import', args, {
    cwd: folder,
    env: { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') },
  })

describe('the command', () => {
  test('exits 0 with a summary, 1 for a file it cannot read, and creates My fleet without a company', async () => {
    await writeFile(
      join(folder, 'good.csv'),
      'vehicle,time,lat,lon,fuel (%)\nT1,10-11-2026 11:30:00,18.5,73.8,40\nT1,10-11-2026 11:31:00,95,73.8,40\n',
    )
    await writeFile(join(folder, 'bad.csv'), 'a,b\n1,2\n')
    const first = await command('good.csv')
    expect(first).toMatchObject({ code: 0 })
    expect(first.out).toMatch(/Imported into My fleet/)
    expect(first.out).toMatch(/read +2\n +stored +1\n +duplicate +0\n +rejected +1\n/)
    expect(first.out).toMatch(
      /Left out:\n.*good\.csv:1: the column 'fuel \(%\)': its unit cannot be converted to litres\n/,
    )
    expect(first.out).toContain('good.csv:3: the latitude is outside -90 to 90')
    const second = await command('good.csv', 'bad.csv', 'missing.csv', '--company', 'my fleet', '--dry-run')
    expect(second).toMatchObject({ code: 1 })
    expect(second.err).toContain('bad.csv:1: no column for the time, the latitude, and the longitude.')
    expect(second.err).toContain('missing.csv: no such file.')
    expect(second.out).toMatch(/duplicate +1\n/)
    const stored = await database.db.selectFrom('vehicle_day').select(['day', 'fixes']).execute()
    expect(stored).toEqual([{ day: '2026-11-10', fixes: 1 }])
  })

  test('an unknown company is refused, listing the known ones', async () => {
    await database.db.insertInto('company').values({ name: 'Asha Roadlines' }).execute()
    const { code, err } = await command('good.csv', '--company', 'Nobody')
    expect(code).toBe(1)
    expect(err).toMatch(/There is no company 'Nobody'\. There are: .*Asha Roadlines \(\d+\)/)
  })
})

describe('arguments', () => {
  test('are read', () => {
    expect(
      readArguments([
        'a.csv',
        'b.gpx',
        '--company',
        '2',
        '--tz',
        'UTC',
        '--speed-unit',
        'mps',
        '--vehicle',
        'X',
      ]),
    ).toEqual({
      files: ['a.csv', 'b.gpx'],
      company: '2',
      dryRun: false,
      timeZone: 'UTC',
      kmphPerUnit: 3.6,
      vehicle: 'X',
    })
  })
  test.each([
    [[], 'Name at least one file.'],
    [['a', '--speed-unit', 'furlongs'], "--speed-unit must be one of kmph, knots, mps, mph, not 'furlongs'."],
    [['a', '--tz', 'Mars/Olympus'], "There is no time zone 'Mars/Olympus'"],
    [['a', '--vehicle', ' '], '--vehicle needs a name.'],
  ])('%j is refused', (args, message) => {
    expect(() => readArguments(args)).toThrow(BadArguments)
    expect(() => readArguments(args)).toThrow(message)
  })
})

describe('progress', () => {
  const show = (isTTY: boolean) => {
    let time = 0
    const written: string[] = []
    const line = createProgressLine({ isTTY, write: (text) => written.push(text) }, () => time)
    for (let done = 0; done <= 100; done += 1) {
      line.show({ phase: 'reading', done: done * 1e6, of: 100e6 })
      time += 100
    }
    line.clear()
    return written
  }
  test('a terminal gets a bar in one line with rate and remaining time', () => {
    const written = show(true)
    expect(written.length).toBeGreaterThan(50)
    expect(written[50]).toMatch(/^\r.*reading █+░+ 51 % {2}51\.0 MB of 100\.0 MB, 10\.0 MB\/s, 5 s left$/)
    expect(written.at(-1)).toBe('\r\x1b[2K')
  })
  test('other outputs get a plain line every few seconds', () => {
    const written = show(false)
    expect(written).toHaveLength(2)
    expect(written[0]).toMatch(/^reading .* 50 % .*left\n$/)
  })
})
