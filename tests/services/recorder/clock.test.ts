import { expect, test } from 'vitest'
import { SimulatedClock } from 'xstate'
import { createClock } from '#src/services/recorder/clock.ts'

test('the first event during a callback is attributed to the clock, later ones are not', () => {
  const time = new SimulatedClock()
  const clock = createClock(time as never)
  const firings: boolean[] = []
  clock.setTimeout(() => firings.push(clock.takeFiring(), clock.takeFiring()), 10)
  clock.setTimeout(() => undefined, 20)
  const stopped = clock.setTimeout(() => firings.push(clock.takeFiring()), 30)
  clock.clearTimeout(stopped)
  time.increment(40)
  expect(firings).toEqual([true, false])
  expect(clock.takeFiring()).toBe(false)
})

test('a callback that throws resets the clock flag', () => {
  const time = new SimulatedClock()
  const clock = createClock(time as never)
  clock.setTimeout(() => {
    throw new Error('x')
  }, 10)
  expect(() => time.increment(10)).toThrow('x')
  expect(clock.takeFiring()).toBe(false)
})
