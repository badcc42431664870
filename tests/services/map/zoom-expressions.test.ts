import { expect, test } from 'vitest'
import { fadeOf } from '#src/services/map/basemap/zoom-expressions.ts'

/** Degrees of longitude that the bundled ground shows in detail. */
const DETAILED = 46

test.each([1, 390, 844, 1152, 1440, 1864])(
  'on a map %i px wide no line that is all there ends inside it',
  (widthPx) => {
    const { minzoom, whole } = fadeOf(widthPx)
    const across = (zoom: number) => (widthPx * 360) / (512 * 2 ** zoom)
    expect(across(whole)).toBeLessThanOrEqual(DETAILED + 1e-9)
    expect(minzoom).toBe(whole - 1)
  },
)

test('a wider map has its lines no later than one of 1,920 px', () => {
  expect(fadeOf(5120).whole).toBeLessThan(5)
})
