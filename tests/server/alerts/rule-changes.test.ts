import { expect, test, vi } from 'vitest'
import { shiftDay } from '#domain/company-time.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { at, createAlertFixture, every, inShort, MINUTE, MOVING, NOON } from './alerts.fixture.ts'

const { evaluated, looked } = vi.hoisted(() => ({ evaluated: [] as number[], looked: vi.fn() }))
vi.mock('#server/alerts/evaluate.ts', async (original) => {
  const real = await original<typeof import('#server/alerts/evaluate.ts')>()
  const evaluateAgain: typeof real.evaluateAgain = (trx, evaluation, ...rest) => {
    evaluated.push(evaluation.vehicleId)
    return real.evaluateAgain(trx, evaluation, ...rest)
  }
  return { ...real, evaluateAgain }
})
// After its first look nothing but being woken leads to another one within the test.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: (_ms: number, _value: unknown, { signal }: { signal: AbortSignal }) => {
    looked()
    return new Promise((_, reject) => signal.addEventListener('abort', reject))
  },
}))

const database = withDatabase()
const TODAY = '2026-11-20'
const AT_70 = { ...MOVING, speed: 70 }

test('ALR-09 many thresholds that are saved in a row cost one evaluation of a vehicle', async () => {
  const fixture = await createAlertFixture(database)
  const users = [await fixture.addUser(), await fixture.addUser()]
  await fixture.send([at(-1440, MOVING), at(-60, MOVING)])
  fixture.engine().start()
  await expect.poll(() => looked.mock.calls.length, { timeout: 30_000 }).toBe(1)
  evaluated.length = 0
  fixture.setClock(NOON - 50 * MINUTE)
  for (const threshold of [50, 60, 70, 90, 100, 60, 65])
    for (const user of users) await fixture.choose(user, 'overspeedAlert', threshold)
  expect(evaluated).toEqual([])
  expect(await fixture.pending()).toEqual([shiftDay(TODAY, -1), TODAY])

  fixture.setClock(NOON)
  await fixture.engine().settled()
  expect(evaluated).toEqual([fixture.vehicleId])
  await fixture.send([...every(-40, -38, AT_70)])
  expect(inShort(await fixture.expectWhole())).toEqual([['OVERSPEED 65 ', -40, -39, null]])
  await fixture.engine().stop()
})
