import { expect, test } from 'vitest'
import { createVehicleTurns } from '#server/alerts/vehicle-turns.ts'

test('a vehicle is given to one at a time, to those who wait in their order', async () => {
  const turns = createVehicleTurns()
  expect([turns.take(1), turns.take(1), turns.take(2)]).toEqual([true, false, true])
  const given: string[] = []
  const waiting = ['first', 'second'].map(async (name) => {
    await turns.wait(1)
    given.push(name)
  })
  await Promise.resolve()
  expect(given).toEqual([])
  turns.give(1)
  await waiting[0]
  expect([given, turns.take(1)]).toEqual([['first'], false])
  turns.give(1)
  await waiting[1]
  expect([given, turns.take(1)]).toEqual([['first', 'second'], false])
  turns.give(1)
  expect(turns.take(1)).toBe(true)
})

test('who waits for a free vehicle has it at once, and alone', async () => {
  const turns = createVehicleTurns()
  await turns.wait(3)
  expect(turns.take(3)).toBe(false)
  turns.give(3)
  expect(turns.take(3)).toBe(true)
})
