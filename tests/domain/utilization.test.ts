import { expect, test } from 'vitest'
import { knownUtilizationOf, NO_FIGURES, utilizationOf } from '#domain/figures.ts'

test('DSH-12 utilisation is the run and idling duration in percent of the hours selected', () => {
  const figures = { ...NO_FIGURES, runningS: 5 * 3600, idlingS: 3600, stoppedS: 18 * 3600 }
  expect(utilizationOf(figures, 24)).toBe(25)
  expect(utilizationOf(figures, 48), 'of two vehicles').toBe(12.5)
  expect(utilizationOf(figures, 0)).toBeNull()
  expect(utilizationOf(NO_FIGURES, 24), 'nothing is known').toBeNull()
  expect(utilizationOf({ ...NO_FIGURES, stoppedS: 1 }, 24), 'it is known that it stood').toBe(0)
})

test('beside it stands the utilisation of what is known, whatever hours are selected', () => {
  const figures = { ...NO_FIGURES, runningS: 5 * 3600, idlingS: 3600, stoppedS: 6 * 3600 }
  expect(knownUtilizationOf(figures)).toBe(50)
  expect(knownUtilizationOf(NO_FIGURES)).toBeNull()
})
