import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createStepTurns } from '#server/live/step-turns.ts'

test('steps are made in order, 100 in a turn of the event loop, and a failure ends its own kind alone', async () => {
  const failures: unknown[] = []
  const made: string[] = []
  const inTurns = createStepTurns(
    (failure) => failures.push(failure),
    () => 0,
  )
  function* stepsOf(name: string, count: number, failsAt = Number.POSITIVE_INFINITY): Generator<void> {
    for (let at = 0; at < count; at += 1) {
      if (at === failsAt) throw new Error(name)
      made.push(name)
      yield
    }
  }
  inTurns(stepsOf('long', 240))
  expect(made).toHaveLength(100)
  inTurns(stepsOf('broken', 10, 3))
  inTurns(stepsOf('last', 5))
  expect(made).toHaveLength(100)
  await nextTurn()
  expect(made).toHaveLength(200)
  await nextTurn()
  expect(made.slice(240)).toEqual([...Array(3).fill('broken'), ...Array(5).fill('last')])
  expect(failures).toEqual([new Error('broken')])
  inTurns(stepsOf('short', 2))
  expect(made.slice(-2)).toEqual(['short', 'short'])
})
