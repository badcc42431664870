import { expect, test } from 'vitest'
import { fadeOf } from '#src/services/map/basemap/zoom-expressions.ts'

/** Degrees of longitude that the bundled basemap shows in detail. */
const DETAILED = 46

test.each([1, 390, 844, 1152, 1440, 1864])(
  'on a map %i px wide no fully drawn line ends inside the map',
  (widthPx) => {
    const { minzoom, whole } = fadeOf(widthPx)
    const across = (zoom: number) => (widthPx * 360) / (512 * 2 ** zoom)
    expect(across(whole)).toBeLessThanOrEqual(DETAILED + 1e-9)
    expect(minzoom).toBe(whole - 1)
  },
)

test('a wider map shows its lines no later than one of 1,920 px', () => {
  expect(fadeOf(5120).whole).toBeLessThan(5)
})
