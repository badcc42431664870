import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Corner, firstCrossing, isFlat, normalizedRing } from '#domain/fences.ts'

const corner = (longitude: number, latitude: number): Corner => ({ latitude, longitude })
const ring = (...points: Array<[number, number]>) => normalizedRing(points.map(([x, y]) => corner(x, y)))

/** Half-degree steps on a small grid, so that touching, overlapping and flat outlines are frequent. */
const gridCorner = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))

type Fraction = readonly [top: bigint, bottom: bigint]
const isWithin = ([top, bottom]: Fraction): boolean => {
  const sign = bottom < 0n ? -1n : 1n
  return top * sign >= 0n && top * sign <= bottom * sign
}

/** The reference: solves for the intersection in exact whole numbers. */
const sidesMeet = (points: ReadonlyArray<readonly [bigint, bigint]>, i: number, k: number): boolean => {
  const at = (index: number) => points[index % points.length] ?? ([0n, 0n] as const)
  const [a, b, c, d] = [at(i), at(i + 1), at(k), at(k + 1)]
  const [bx, by] = [b[0] - a[0], b[1] - a[1]]
  const [dx, dy] = [d[0] - c[0], d[1] - c[1]]
  const [cx, cy] = [c[0] - a[0], c[1] - a[1]]
  const bottom = bx * dy - by * dx
  const isNext = k === i + 1
  const isLast = (k + 1) % points.length === i
  if (bottom !== 0n)
    return (
      !isNext && !isLast && isWithin([cx * dy - cy * dx, bottom]) && isWithin([cx * by - cy * bx, bottom])
    )
  if (cx * by - cy * bx !== 0n) return false
  // On one line: the positions of c and d along a to b, in units of a to b squared.
  const length = bx * bx + by * by
  const [p, q] = [cx * bx + cy * by, (d[0] - a[0]) * bx + (d[1] - a[1]) * by]
  const [low, high] = p < q ? [p, q] : [q, p]
  const overlap = (low > 0n ? low : 0n) <= (high < length ? high : length)
  const shared = (low > 0n ? low : 0n) === (high < length ? high : length)
  return overlap && !(shared && (isNext || isLast))
}

const hasCrossing = (outline: readonly Corner[]): boolean => {
  const points = outline.map(
    ({ latitude, longitude }) =>
      [BigInt(Math.round(longitude * 1e6)), BigInt(Math.round(latitude * 1e6))] as const,
  )
  return points.some((_, i) => points.some((__, k) => k > i && sidesMeet(points, i, k)))
}

describe('GEO-06 an outline', () => {
  test.each([
    ['a square', ring([0, 0], [1, 0], [1, 1], [0, 1]), null],
    [
      'a bow tie',
      ring([0, 0], [1, 1], [1, 0], [0, 1]),
      [
        { from: 1, to: 2 },
        { from: 3, to: 4 },
      ],
    ],
    [
      'a corner on a side',
      ring([0, 0], [2, 0], [2, 2], [1, 0], [0, 2]),
      [
        { from: 1, to: 2 },
        { from: 3, to: 4 },
      ],
    ],
    [
      'a spike',
      ring([0, 0], [2, 0], [2, 2], [2, 1], [0, 2]),
      [
        { from: 2, to: 3 },
        { from: 3, to: 4 },
      ],
    ],
    [
      'a corner used twice',
      ring([0, 0], [1, 1], [2, 0], [2, 2], [1, 1], [0, 2]),
      [
        { from: 1, to: 2 },
        { from: 4, to: 5 },
      ],
    ],
  ])('%s', (_, outline, expected) => {
    expect(firstCrossing(outline)).toEqual(expected)
  })

  test('crosses itself exactly where the reference does', () => {
    let crossed = 0
    fc.assert(
      fc.property(fc.array(gridCorner, { minLength: 3, maxLength: 9 }), (points) => {
        const outline = ring(...points.map(([x, y]): [number, number] => [72 + x / 2, 18 + y / 2]))
        fc.pre(outline.length >= 3)
        const expected = hasCrossing(outline)
        crossed += expected ? 1 : 0
        expect(firstCrossing(outline) !== null).toBe(expected)
      }),
      { numRuns: 3000 },
    )
    expect(crossed).toBeGreaterThan(500)
  })

  test('gives the same result from any first corner and in either direction', () => {
    fc.assert(
      fc.property(fc.array(gridCorner, { minLength: 3, maxLength: 8 }), fc.nat(7), (points, start) => {
        const outline = ring(...points)
        fc.pre(outline.length >= 3)
        const turned = outline.map((_, i) => outline[(i + start) % outline.length] as Corner)
        const result = firstCrossing(outline) !== null
        expect(firstCrossing(turned) !== null).toBe(result)
        expect(firstCrossing(outline.toReversed()) !== null).toBe(result)
      }),
    )
  })

  test('loses its closing corner when opened, once; an open one is unchanged', () => {
    fc.assert(
      fc.property(fc.array(gridCorner, { minLength: 1, maxLength: 8 }), (points) => {
        const outline = ring(...points)
        expect(normalizedRing(outline)).toEqual(outline)
        expect(normalizedRing([...outline, outline[0] as Corner])).toEqual(outline)
      }),
    )
  })

  test('is flat when its corners lie on one line', () => {
    expect(isFlat(ring([0, 0], [1, 1], [3, 3]))).toBe(true)
    expect(isFlat(ring([0, 0], [1, 1], [3, 3.000_001]))).toBe(false)
  })
})
