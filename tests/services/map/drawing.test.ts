import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { interpolateHeading } from '#domain/compass.ts'
import { clipToView, createLineLevels, keptBefore } from '#src/services/map/overlay/line-drawing.ts'
import { RING_PARTS, ringParts } from '#src/services/map/overlay/sprites.ts'
import { createThinOut } from '#src/services/map/scene/markers.ts'
import { mercatorX, mercatorY, toLngLat, worldSize } from '#src/services/map/scene/mercator.ts'
import { cursorAt, markerOf, pathOf, plotPathOf } from '#src/services/map/scene/route-paths.ts'
import { createTrail, HEAD_MOVE_MS, MAX_TRAIL_POINTS, type Trail } from '#src/services/map/scene/trail.ts'
import { NOON, routeOf } from '#tests/kit/builders/map-scene.ts'

describe('a ring', () => {
  test('shows every status inside and is full', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5000 }), { minLength: 6, maxLength: 6 }), (statuses) => {
        const parts = ringParts(statuses)
        const any = statuses.some((count) => count > 0)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(any ? RING_PARTS : 0)
        for (const [place, count] of statuses.entries()) expect((parts[place] ?? 0) > 0).toBe(count > 0)
      }),
    )
  })

  test('keeps the proportions', () => {
    expect(ringParts([2, 1, 1, 0, 0, 0])).toEqual([18, 9, 9, 0, 0, 0])
    expect(ringParts([9990, 1, 0, 0, 9, 0])).toEqual([34, 1, 0, 0, 1, 0])
  })
})

describe('a route', () => {
  test('thinned for a zoom strays from no point by a px, and keeps its ends and the sides of gaps', () => {
    const breaks = Uint8Array.from({ length: 5000 }, (_, i) => (i === 2500 ? 1 : 0))
    const path = pathOf({ ...routeOf(5000), breaks })
    const level = createLineLevels(path)(6.7)
    expect(level.zoom).toBe(6)
    expect(level.kept.length).toBeLessThan(500)
    for (const index of [0, 2500, 2501, 4999]) expect(level.kept).toContain(index)
    const px = worldSize(7)
    for (let i = 0; i < path.length; i++) {
      const place = keptBefore(level.kept, i)
      const from = level.kept[place] ?? 0
      const to = level.kept[place + 1] ?? from
      expect(awayFromLine(path, i, from, to) * px).toBeLessThan(1)
    }
  })

  /** The distance of point `i` from the straight line between two others. */
  const awayFromLine = (
    { x, y }: { x: Float64Array; y: Float64Array },
    i: number,
    from: number,
    to: number,
  ) => {
    const dx = (x[to] ?? 0) - (x[from] ?? 0)
    const dy = (y[to] ?? 0) - (y[from] ?? 0)
    const px = (x[i] ?? 0) - (x[from] ?? 0)
    const py = (y[i] ?? 0) - (y[from] ?? 0)
    const share =
      dx === 0 && dy === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy)))
    return Math.hypot(px - dx * share, py - dy * share)
  }

  test('standing, turning back and circling are not straightened out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })), {
          minLength: 2,
          maxLength: 60,
        }),
        (steps) => {
          const length = steps.length
          const path = pathOf({
            ...routeOf(length),
            lng: steps.map(([x]) => 77 + x * 0.01),
            lat: steps.map(([, y]) => 20 + y * 0.01),
          })
          const { kept } = createLineLevels(path)(8)
          expect(kept.at(-1)).toBe(length - 1)
          for (let i = 0; i < length; i++) {
            const place = keptBefore(kept, i)
            const from = kept[place] ?? 0
            expect(awayFromLine(path, i, from, kept[place + 1] ?? from) * worldSize(9)).toBeLessThan(1.6)
          }
        },
      ),
    )
  })

  test('OPEN-37 PLB-19 has a line across three minutes, which the marker jumps, but none where its file breaks the line', () => {
    const time = Float64Array.from({ length: 4 }, (_, i) => NOON + i * 300_000)
    const breaks = Uint8Array.from([0, 0, 1, 0])
    const path = pathOf({ ...routeOf(4), time, breaks })
    expect([...path.breakAfter]).toEqual([0, 0, 1, 1])
    expect(cursorAt(path, 0, 0.5).fraction).toBe(0)
    const { breakAfter } = plotPathOf({ driven: { ...routeOf(4), time, breaks }, ahead: null })
    expect([...breakAfter]).toEqual([0, 0, 1, 1])
  })

  test('PLB-33 has one stop marker for a standstill of many points', () => {
    const route = routeOf(20)
    const speed = Float32Array.from({ length: 20 }, (_, i) => (i >= 5 && i < 9 ? 0 : 50))
    const stop = Float32Array.from({ length: 20 }, (_, i) => (i >= 5 && i < 9 ? 600 : 0))
    expect(pathOf({ ...route, speed, stop }).stops).toEqual([5])
    expect(pathOf({ ...route, speed, stop: new Float32Array(20) }).stops).toEqual([])
  })

  test('the marker lies between its points and heads along the line if no heading is known', () => {
    const path = pathOf(routeOf(100))
    const marker = markerOf(cursorAt(path, 10, 0.25))
    expect(marker.x).toBeCloseTo((path.x[10] ?? 0) * 0.75 + (path.x[11] ?? 0) * 0.25, 12)
    expect(marker.heading).toBeGreaterThan(180)
    expect(marker.heading).toBeLessThan(360)
  })

  test('markers that would cover each other are thinned, the same ones wherever the map is', () => {
    const x = Float64Array.from({ length: 100 }, (_, i) => 0.7 + i * 1e-6)
    const y = new Float64Array(100).fill(0.4)
    const chosen = createThinOut({ x, y }, [...x.keys()], 20)(10)
    expect(chosen.length).toBeGreaterThan(1)
    for (let i = 1; i < chosen.length; i++)
      expect(
        ((x[chosen[i] ?? 0] ?? 0) - (x[chosen[i - 1] ?? 0] ?? 0)) * worldSize(10),
      ).toBeGreaterThanOrEqual(20)
  })
})

describe('a trail', () => {
  const at = (place: number, time = NOON + place * 10_000) => ({
    at: [77 + place, 20] as const,
    heading: place === 0 ? 350 : 10,
    status: 'RUNNING',
    time,
  })

  test('its head glides for a second at most, by the shorter turn', () => {
    const trail = createTrail()
    trail.extend(at(0), 0)
    trail.extend(at(1), 5000)
    expect(toLng(trail.headAt(5000, false))).toBeCloseTo(77)
    expect(toLng(trail.headAt(5000 + HEAD_MOVE_MS / 2, false))).toBeCloseTo(77.5)
    expect(trail.headAt(5000 + HEAD_MOVE_MS / 4, false)?.heading).toBeCloseTo(0)
    expect(trail.headAt(5000 + HEAD_MOVE_MS, false)).toMatchObject({ heading: 10, moving: false })
    expect(toLng(trail.headAt(5000, true))).toBeCloseTo(78)
  })

  test('PLB-19 it jumps over a gap of three minutes', () => {
    const trail = createTrail()
    trail.extend(at(0), 0)
    trail.extend(at(1, NOON + 180_000), 1000)
    expect(toLng(trail.headAt(1000, false))).toBeCloseTo(78)
    expect(breakAfter(trail)).toEqual([true, true])
  })

  test('LIV-05 ST-15 points in any order and number of repeats give the trail of their times', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 3_600 }), { minLength: 1, maxLength: 80 })
    const arrivals = times.chain((all) =>
      fc.tuple(
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.array(fc.constantFrom(...all), { maxLength: 20 }),
      ),
    )
    const pointAt = (seconds: number) => at(seconds / 1000, NOON + seconds * 1000)
    fc.assert(
      fc.property(arrivals, ([order, again]) => {
        const [sorted, trail] = [createTrail(), createTrail()]
        for (const seconds of order.toSorted((a, b) => a - b)) sorted.extend(pointAt(seconds), 0)
        let newest = -1
        for (const [place, seconds] of [...order, ...again].entries()) {
          const before = trail.headAt(place, true)
          expect(trail.extend(pointAt(seconds), place)).toBe(place < order.length)
          if (seconds < newest) expect(trail.headAt(place, true), 'the head stays').toEqual(before)
          newest = Math.max(newest, seconds)
          expect(trail.last?.time).toBe(NOON + newest * 1000)
        }
        expect(trail.steps).toEqual(sorted.steps)
      }),
    )
  })

  test('ST-15 a late point does not turn the head or stop its gliding', () => {
    const trail = createTrail()
    trail.extend(at(0), 0)
    trail.extend(at(2), 5000)
    trail.extend(at(1), 5000 + HEAD_MOVE_MS / 4)
    expect(toLng(trail.headAt(5000 + HEAD_MOVE_MS / 2, false))).toBeCloseTo(78)
    expect(trail.headAt(5000 + HEAD_MOVE_MS, false)).toMatchObject({ heading: 10, moving: false })
    expect(toLng(trail.headAt(9000, false))).toBeCloseTo(79)
  })

  test('PLB-19 a late point closes the gap it lies in, and no line crosses a remaining gap', () => {
    const trail = createTrail()
    const minute = (minutes: number) => at(minutes, NOON + minutes * 60_000)
    for (const minutes of [0, 4, 20]) trail.extend(minute(minutes), 0)
    trail.extend(minute(2), 0)
    expect(breakAfter(trail)).toEqual([true, false, false, true])
  })

  test('OPEN-37 PLB-19 a truck that reports every five minutes has a line, though its head jumps; a real gap breaks it', () => {
    const trail = createTrail()
    for (const minutes of [0, 5, 10, 15, 20, 35]) trail.extend(at(minutes, NOON + minutes * 60_000), 0)
    expect(breakAfter(trail)).toEqual([true, false, false, false, false, true])
    trail.extend(at(40, NOON + 40 * 60_000), 1000)
    expect(trail.headAt(1000, false)).toMatchObject({ moving: false })
    expect(toLng(trail.headAt(1000, false))).toBeCloseTo(117)
    expect(breakAfter(trail).at(-1)).toBe(false)
  })

  test('OPEN-37 thinning neither breaks the trail nor closes a gap', () => {
    const trail = createTrail()
    const silenceBefore = (i: number) => (i === 1001 ? 400 : i === 2000 ? 300 : 100)
    let seconds = 0
    for (let i = 0; i < MAX_TRAIL_POINTS * 3; i++) {
      seconds += silenceBefore(i)
      trail.extend(at(i * 1e-4, NOON + seconds * 1000), i)
    }
    expect(trail.steps.length).toBeLessThanOrEqual(MAX_TRAIL_POINTS)
    expect(breakAfter(trail).filter(Boolean)).toHaveLength(3)
  })

  test('its length is bounded', () => {
    const trail = createTrail()
    for (let i = 0; i < MAX_TRAIL_POINTS * 1.6; i++)
      trail.extend({ at: [77 + i * 1e-5, 20], heading: null, status: 'RUNNING', time: NOON + i * 1000 }, i)
    expect(trail.steps.length).toBeLessThanOrEqual(MAX_TRAIL_POINTS)
    expect(toLng(trail.steps[0])).toBeCloseTo(77)
  })

  const breakAfter = ({ steps, breakSilenceMs }: Trail) =>
    steps.map(({ silence }) => silence >= breakSilenceMs)
  const toLng = (place: { x: number; y: number } | undefined) => (place ? toLngLat(place)[0] : Number.NaN)
})

describe('geometry', () => {
  test('positions survive Web Mercator and back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -85, max: 85, noNaN: true }),
        (lng, lat) => {
          const [backLng, backLat] = toLngLat({ x: mercatorX(lng), y: mercatorY(lat) })
          expect(backLng).toBeCloseTo(lng, 9)
          expect(backLat).toBeCloseTo(lat, 9)
        },
      ),
    )
  })

  test('a turn is never more than half a circle', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (from, to) => {
          const half = interpolateHeading(from, to, 0.5)
          const away = Math.abs(((half - from + 540) % 360) - 180)
          expect(away).toBeLessThanOrEqual(90 + 1e-9)
        },
      ),
    )
  })

  test('the clipped part lies outside', () => {
    const px = fc.integer({ min: -500, max: 1500 })
    fc.assert(
      fc.property(px, px, px, px, fc.integer({ min: 0, max: 100 }), (x0, y0, x1, y1, step) => {
        const size = { width: 1000, height: 600 }
        const part = clipToView(x0, y0, x1, y1, size, 0)
        const share = step / 100
        const x = x0 + (x1 - x0) * share
        const y = y0 + (y1 - y0) * share
        const inside = x >= 0 && x <= 1000 && y >= 0 && y <= 600
        const kept = part !== undefined && share >= part[0] - 1e-9 && share <= part[1] + 1e-9
        if (inside) expect(kept).toBe(true)
        if (kept) {
          expect(x).toBeGreaterThan(-1e-3)
          expect(x).toBeLessThan(1000 + 1e-3)
          expect(y).toBeGreaterThan(-1e-3)
          expect(y).toBeLessThan(600 + 1e-3)
        }
      }),
    )
  })
})
