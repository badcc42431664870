import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parsePlaybackLink } from '#contract/links/playback.ts'
import { chosenCompany } from '#server/commands/chosen-company.ts'
import { BadArguments } from '#server/commands/command.ts'
import { readArguments } from '#server/commands/import-commands.ts'
import { createProgressLine } from '#server/commands/progress-line.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
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
    env: { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), PORT: '', HOST: '', PUBLIC_URL: '' },
  })

describe('the command', () => {
  test('exits 0 with a summary, 1 for a file it cannot read, and creates My fleet without a company', async () => {
    await writeFile(
      join(folder, 'good.csv'),
      'vehicle,time,lat,lon,fuel (%)\nT1,2026-11-10 11:30:00,18.5,73.8,40\nT1,2026-11-10 11:31:00,95,73.8,40\n',
    )
    await writeFile(join(folder, 'bad.csv'), 'a,b\n1,2\n')
    const first = await command('good.csv')
    expect(first).toMatchObject({ code: 0 })
    expect(first.out).toMatch(/Imported into My fleet/)
    expect(first.out).toMatch(/read +2\n +stored +1\n +duplicate +0\n +rejected +1\n/)
    expect(first.out).toMatch(
      /Left out:\n.*good\.csv:1: the column “fuel \(%\)”: its unit cannot be converted to ours \(litres\)\n/,
    )
    expect(first.out).toMatch(/Columns of .*good\.csv:\n {2}vehicle: vehicle\n {2}time: time\n {2}lat: lat\n/)
    expect(first.out).toContain('good.csv:3: the latitude is outside -90 to 90')
    const second = await command('good.csv', 'bad.csv', 'missing.csv', '--company', 'my fleet', '--dry-run')
    expect(second).toMatchObject({ code: 1 })
    expect(second.err).toContain('bad.csv:1: no column for time, latitude, longitude.')
    expect(second.err).toContain('missing.csv: no such file.')
    expect(second.out).toMatch(/duplicate +1\n/)
    const stored = await database.db.selectFrom('vehicle_day').select(['day', 'fixes']).execute()
    expect(stored).toEqual([{ day: '2026-11-10', fixes: 1 }])
  })

  test('B8 is refused where the file leaves units open, and names the options', async () => {
    const rows = Array.from(
      { length: 20 },
      (_, i) => `T9,${1_793_000_000 + i * 10},${18.5 + i * 0.0009},73.8,10,5,60`,
    )
    await writeFile(
      join(folder, 'open.csv'),
      `vehicle,time,lat,lon,speed,Fuel (gal),Coolant (°F)\n${rows.join('\n')}\n`,
    )
    const refused = await command('open.csv')
    expect(refused.code).toBe(1)
    expect(refused.out).toContain('  Coolant (°F): coolant, °F\n'.trimEnd())
    expect(refused.err).toMatch(
      /Nothing was imported\.\n.*open\.csv: the column “Fuel \(gal\)” may be in US or imperial gallons\. Say which: --gallons us/,
    )
    expect(refused.err).toMatch(
      /read in km\/h, are 3\.6 times lower than the positions say: they look like m\/s.*--speed-unit mps/,
    )
    const checked = await command('open.csv', '--dry-run')
    expect(checked.out).toContain('To be said first:')
    expect(await command('open.csv', '--gallons', 'us', '--speed-unit', 'mps')).toMatchObject({ code: 0 })
  })

  test('names the elements of GPX points that are not read, also where they come late', async () => {
    const point = (minute: number, more: string) =>
      `<trkpt lat="18.5" lon="73.8"><time>2026-11-10T06:0${minute}:00Z</time><fix>3d</fix>${more}</trkpt>`
    const points = [
      point(1, '<speed>9</speed><extensions><x:odometer>145210</x:odometer><x:fuel>80</x:fuel></extensions>'),
      point(2, '<speed>9</speed><extensions><x:odometer>145211</x:odometer><rpm/></extensions>'),
      point(3, '<extensions><x:ignition>on</x:ignition></extensions>'),
    ]
    await writeFile(
      join(folder, 'more.gpx'),
      `<gpx xmlns:x="x"><trk><name>T 7</name><trkseg>${points.join('')}</trkseg></trk></gpx>`,
    )
    const { out } = await command('more.gpx', '--dry-run')
    expect(out).toContain('  speed: speed, m/s\n  not read: odometer, fuel\n')
    expect(out).toContain('  not read: odometer, fuel, ignition\n')
    expect(out).not.toContain('rpm')
  })

  test('is refused where the file leaves open which number of its places is the latitude, and names the option', async () => {
    await writeFile(join(folder, 'places.csv'), 'vehicle;time;location\nT9;2026-11-10T06:00:00Z;13.4, 52.5\n')
    const refused = await command('places.csv')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain(
      'places.csv: the places, such as “13.4, 52.5”, may have the latitude or the longitude first. Say which: --places lat-first, or --places lng-first.',
    )
    expect(await command('places.csv', '--places', 'lng-first')).toMatchObject({ code: 0 })
  })

  test('is refused where the file leaves the order of its dates open, and names the option', async () => {
    await writeFile(
      join(folder, 'dates.csv'),
      'vehicle,time,lat,lon,gear\nT8,02/01/2026 11:30:00,18.5,73.8,4\nT8,02/02/2026 11:31:00,18.6,73.8,5\n',
    )
    const refused = await command('dates.csv')
    expect(refused.code).toBe(1)
    expect(refused.out).toContain('  not read: gear\n')
    expect(refused.err).toMatch(
      /dates\.csv: the dates, such as “02\/01\/2026 11:30:00”, may be read in 2 orders\. Say which: --dates day-first \(2026-01-02\), or --dates month-first \(2026-02-01\)\./,
    )
    expect(await command('dates.csv', '--dates', 'month-first')).toMatchObject({ code: 0 })
    const { rows } = await sql<{ day: string }>`
      select day::text from vehicle_day join vehicle on vehicle.id = vehicle_id where registration = 'T8' order by day`.execute(
      database.db,
    )
    expect(rows.map(({ day }) => day)).toEqual(['2026-02-01', '2026-02-02'])
  })

  test('without a terminal, a company that is not there needs --new-company, which adds it', async () => {
    await database.db.insertInto('company').values({ name: 'Asha Roadlines' }).execute()
    const refused = await command('good.csv', '--company', 'New haul')
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(/There is no company 'New haul'\. There are: .*Asha Roadlines \(\d+\)/)
    expect(refused.err).toContain('--new-company')
    expect(await command('good.csv', '--company', '4711', '--new-company')).toMatchObject({ code: 1 })
    expect(await command('good.csv', '--company', 'New haul', '--new-company')).toMatchObject({ code: 0 })
    const names = await database.db.selectFrom('company').select('name').orderBy('id').execute()
    expect(names.map(({ name }) => name)).toEqual(['My fleet', 'Asha Roadlines', 'New haul'])
  })

  test.each([
    ['missing.csv', []],
    ['bad.csv', []],
    ['good.csv', ['--dry-run']],
  ])('%s %j adds no company', async (file, options) => {
    await command(file, '--company', 'Nobody', '--new-company', ...options)
    const found = await database.db.selectFrom('company').select('id').where('name', '=', 'Nobody').execute()
    expect(found).toEqual([])
  })

  test('ends with who sees the vehicles and a link to the first drive', async () => {
    await writeFile(
      join(folder, 'drive.csv'),
      'vehicle,time,lat,lon,speed\nD1,2026-11-10 11:30:00,18.5,73.8,0\nD1,2026-11-10 11:31:00,18.51,73.8,40\nD1,2026-11-10 11:59:30,18.6,73.8,40\n',
    )
    const first = await command('drive.csv', '--company', 'Deccan', '--new-company')
    expect(first.out).toContain('npm run user -- add NAME --role CUSTOMERADMIN --company "Deccan"')
    const { id } = await database.db
      .selectFrom('company')
      .select('id')
      .where('name', '=', 'Deccan')
      .executeTakeFirstOrThrow()
    const users = createUserRepository({ db: database.db })
    const user = { firstName: 'x', companyId: id, passwordHash: '', alphaAccess: true, betaAccess: true }
    await users.add({ ...user, userName: 'asha', role: 'CUSTOMERADMIN' })
    const limited = await users.add({ ...user, userName: 'ravi', role: 'CUSTOMER' })
    const group = await database.db
      .insertInto('vehicle_group')
      .values({ company_id: id, name: 'Others' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('user_group')
      .values({ company_id: id, user_id: limited, group_id: group.id })
      .execute()
    const { out } = await command('drive.csv', '--company', 'Deccan')
    expect(out).toMatch(/Seen by the logins: asha\n/)
    expect(out).toContain('npm start')
    const [, search = ''] = /The first drive: http:\/\/localhost:8080\/track-trace(\S+)/.exec(out) ?? []
    const vehicle = await database.db
      .selectFrom('vehicle')
      .select('id')
      .where('registration', '=', 'D1')
      .executeTakeFirstOrThrow()
    expect(parsePlaybackLink(search)).toMatchObject({
      vehicleId: vehicle.id,
      range: { from: Date.UTC(2026, 10, 10, 5, 30), to: Date.UTC(2026, 10, 10, 6, 29, 30) },
      at: Date.UTC(2026, 10, 10, 6, 1),
      camera: { lng: 73.8, lat: 18.51 },
    })
  })
})

describe('a company that is not there, on a terminal', () => {
  const choose = (answer: boolean, wanted = 'Ghat lines') => {
    const questions: string[] = []
    const confirm = async (question: string) => {
      questions.push(question)
      return answer
    }
    const options = { wanted, isNewAllowed: false, confirm }
    return { questions, chosen: chosenCompany(database.db, options) }
  }
  test('is taken after a yes', async () => {
    const { chosen, questions } = choose(true)
    expect(await chosen).toMatchObject({ id: 0, name: 'Ghat lines' })
    expect(questions).toEqual([expect.stringMatching(/There is no company 'Ghat lines'.*Add it\?/)])
  })
  test('is refused after a no', async () => {
    await expect(choose(false).chosen).rejects.toThrow('Nothing was changed.')
  })
  test('is not asked about where it exists or is a number', async () => {
    const known = choose(false, 'my FLEET')
    expect(await known.chosen).toMatchObject({ name: 'My fleet' })
    const number = choose(true, '4711')
    await expect(number.chosen).rejects.toThrow("There is no company '4711'")
    expect([...known.questions, ...number.questions]).toEqual([])
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
      newCompany: false,
      dryRun: false,
      timeZone: 'UTC',
      units: { speed: 'mps', gallon: undefined },
      dateOrder: undefined,
      placeOrder: undefined,
      vehicle: 'X',
    })
  })
  test.each([
    [[], 'Name at least one file.'],
    [
      ['a', '--speed-unit', 'furlongs'],
      "--speed-unit must be one of kmph, knots, mps, mph, none, not 'furlongs'.",
    ],
    [['a', '--vehicle', '8.6E14'], "--vehicle needs a registration, not a number such as '8.6E14'."],
    [['a', '--gallons', 'french'], "--gallons must be us or imperial, not 'french'."],
    [
      ['a', '--dates', 'backwards'],
      "--dates must be one of day-first, month-first, year-first, not 'backwards'.",
    ],
    [['a', '--places', 'height-first'], "--places must be one of lat-first, lng-first, not 'height-first'."],
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
      line.show({ phase: 'reading', done: done * 1e6, of: 100e6, unit: 'bytes' })
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
