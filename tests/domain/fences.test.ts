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

type Point = readonly [x: number, y: number]

/** The plain form: each two sides in the order of the outline, solved as above. */
const firstByPairs = (outline: readonly Corner[]) => {
  const points = outline.map(
    ({ latitude, longitude }) =>
      [BigInt(Math.round(longitude * 1e6)), BigInt(Math.round(latitude * 1e6))] as const,
  )
  const side = (i: number) => ({ from: i + 1, to: ((i + 1) % points.length) + 1 })
  for (let i = 0; i < points.length; i += 1)
    for (let k = i + 1; k < points.length; k += 1) if (sidesMeet(points, i, k)) return [side(i), side(k)]
  return null
}

/** Corners around a centre, turned and stretched into outlines of very different slopes. */
const around = (count: number, radiusOf: (i: number) => number, turn = 0): Point[] =>
  Array.from({ length: count }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / count
    return [73 + radiusOf(i) * Math.cos(angle), 18 + radiusOf(i) * Math.sin(angle)]
  })

/** A comb with teeth as long as it is wide. */
const comb = (count: number, place: (x: number, y: number) => Point): readonly Point[] => [
  ...Array.from({ length: count - 2 }, (_, i) => place(i / count, i % 2 ? 0 : 1)),
  place(1, -0.1),
  place(0, -0.1),
]

const mutable = (points: readonly Point[]) => points.map(([x, y]): [number, number] => [x, y])

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

  test('crosses itself first at the sides that pairwise comparison finds first', () => {
    const somewhere = fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 5000 }))
    const onGrid = fc.array(gridCorner, { minLength: 2, maxLength: 12 })
    const anywhere = fc.array(somewhere, { minLength: 2, maxLength: 40 })
    const star = fc
      .tuple(
        fc.integer({ min: 3, max: 60 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.nat(6),
        fc.nat(59),
      )
      .map(([count, inner, turn, moved]) =>
        around(count, (i) => (i === moved ? 3 : i % 2 ? inner : 1), turn).map(([x, y]): [number, number] => [
          x * 100,
          (y + x / (turn + 1)) * 100,
        ]),
      )
    const found = { none: 0, some: 0 }
    fc.assert(
      fc.property(fc.oneof(onGrid, anywhere, star), (points) => {
        const outline = ring(...points.map(([x, y]): [number, number] => [70 + x / 1000, 18 + y / 1000]))
        fc.pre(outline.length >= 3)
        const expected = firstByPairs(outline)
        found[expected === null ? 'none' : 'some'] += 1
        expect(firstCrossing(outline)).toEqual(expected)
      }),
      { numRuns: 1500 },
    )
    expect(Math.min(found.none, found.some)).toBeGreaterThan(200)
  })

  test.each<readonly [string, (count: number) => readonly Point[]]>([
    ['round', (count) => around(count, () => 1)],
    ['a comb eastwards', (count) => comb(count, (x, y) => [73 + x, 18 + y])],
    ['a comb northwards', (count) => comb(count, (x, y) => [73 + y, 18 + x])],
    ['a comb across', (count) => comb(count, (x, y) => [73 + x - y, 18 + x + y])],
  ])('that is %s, of 1,000 corners, is searched in little more time than one of 250', (_, make) => {
    const timeOf = (outline: readonly Corner[]) =>
      Math.min(
        ...Array.from({ length: 15 }, () => {
          const began = performance.now()
          for (let i = 0; i < 5; i += 1) expect(firstCrossing(outline)).toBeNull()
          return performance.now() - began
        }),
      )
    // Each two sides compared would be 16 times as much.
    const [all, some] = [1000, 250].map((count) => timeOf(ring(...mutable(make(count))))) as [number, number]
    expect(all / some).toBeLessThan(9)
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
