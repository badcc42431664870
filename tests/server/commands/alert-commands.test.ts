import { beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '#tests/kit/server/command-programs.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { type AlertFixture, at, createAlertFixture, every, FAST, MOVING } from '../alerts/alerts.fixture.ts'

const database = withDatabase()
const alerts = (...args: string[]) => runProgram('alerts', args, { env: { DATABASE_URL: database.url } })

let fixture: AlertFixture
const now = Date.now()
beforeAll(async () => {
  fixture = await createAlertFixture(database)
  fixture.setClock(now)
  // The minutes of the fixture count from a fixed noon; these fixes end two hours ago.
  const shift = now - 2 * 3_600_000 - at(0).time
  const drive = [
    at(-60, MOVING),
    ...every(-59, -50, FAST),
    ...every(-49, -10),
    at(-9, MOVING),
    ...every(-8, 0, FAST),
  ]
  await fixture.send(drive.map((fix) => ({ ...fix, time: fix.time + shift })))
})

describe('the alerts command', () => {
  test('says that stored alerts are what the rules find, and what differs once they are changed, and repairs it', async () => {
    const before = await fixture.stored()
    expect(before.length).toBeGreaterThan(2)
    expect(await alerts('--replay')).toMatchObject({ code: 0, err: '' })
    const { db } = database
    await db.updateTable('alert').set({ value: 1 }).where('type', '=', 'STOPPAGE').execute()
    await db.deleteFrom('alert').where('type', '=', 'OVERSPEED').where('ended', 'is', null).execute()
    const { code, out } = await alerts('--replay', '--company', String(fixture.companyId))
    expect(code).toBe(1)
    expect(out).toMatch(/type +found +stored +missing +surplus +different/)
    expect(out).toMatch(/OVERSPEED +2 +1 +1 +0 +0/)
    expect(out).toMatch(/STOPPAGE +1 +1 +0 +0 +1/)
    expect(await alerts('--replay', '--days', '3', '--repair')).toMatchObject({ code: 0 })
    expect(await fixture.stored()).toEqual(before)
    expect(await alerts('--replay')).toMatchObject({ code: 0 })
  })

  test('ALR-07 counts what a threshold would have raised', async () => {
    expect((await alerts('--count', 'OVERSPEED=50')).out).toContain(
      'OVERSPEED at 50 would have raised 2 alerts',
    )
    expect((await alerts('--count', 'overspeed=100', '--days', '7')).out).toContain('raised 0 alerts')
  })

  test.each([
    [[], 'Name one of --replay and --count.'],
    [['--count', 'IDLING=5', '--repair'], '--repair is for --replay'],
    [['--count', 'SPEED=5'], "'SPEED=5' is no TYPE=THRESHOLD"],
    [['--count', 'DPFREGEN=5'], 'DPFREGEN has no threshold'],
  ])('%j is refused', async (args, message) => {
    const { code, err } = await alerts(...args)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })

  test('a company that does not exist is refused', async () => {
    const { code, err } = await alerts('--replay', '--company', 'Nobody')
    expect([code, err]).toEqual([1, expect.stringContaining("no company 'Nobody'")])
  })
})
