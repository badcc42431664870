import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { clusterPoints, layOut } from '#src/services/map/scene/clusters.ts'
import { ringRadius } from '#src/services/map/scene/markers.ts'
import { worldSize } from '#src/services/map/scene/mercator.ts'
import { fleetOf } from '#tests/kit/builders/map-scene.ts'

const slotsOf = (count: number) => Array.from({ length: count }, (_, slot) => slot)

describe('clustering', () => {
  test('puts every vehicle in exactly one cluster, with its status', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer(),
        fc.double({ min: 3, max: 16, noNaN: true }),
        (count, seed, zoom) => {
          const store = createFleetStore()
          store.replaceMembers(fleetOf(count, seed))
          const { singles, clusters } = layOut(store.columns, slotsOf(count), zoom)
          expect(new Set(singles).size).toBe(singles.length)
          const grouped = clusters.reduce((sum, group) => sum + group.count, 0)
          expect(singles.length + grouped).toBe(count)
          for (const group of clusters) {
            expect(group.count).toBeGreaterThan(1)
            expect(group.statuses.reduce((sum, each) => sum + each, 0)).toBe(group.count)
            expect(group.x).toBeGreaterThanOrEqual(group.west - 1e-12)
            expect(group.x).toBeLessThanOrEqual(group.east + 1e-12)
            expect(group.y).toBeGreaterThanOrEqual(group.north - 1e-12)
            expect(group.y).toBeLessThanOrEqual(group.south + 1e-12)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('does not cluster at close zooms', () => {
    const store = createFleetStore()
    store.replaceMembers(fleetOf(50))
    expect(layOut(store.columns, slotsOf(50), 15)).toEqual({ singles: slotsOf(50), clusters: [] })
  })

  test('MAP-01 shows a country fitted on a phone as several rings that hardly touch', () => {
    const store = createFleetStore()
    store.replaceMembers(fleetOf(260))
    const { clusters } = layOut(store.columns, slotsOf(260), 2)
    expect(clusters.length).toBeGreaterThan(3)
    const size = worldSize(2)
    for (const [place, a] of clusters.entries())
      for (const b of clusters.slice(place + 1))
        expect(Math.hypot(a.x - b.x, a.y - b.y) * size).toBeGreaterThan(
          ringRadius(a.count) + ringRadius(b.count) - 6,
        )
  })

  test('gives the result of a search of all pairs', () => {
    const places = fc.array(
      fc.record({
        x: fc.double({ min: 0, max: 1, noNaN: true }),
        y: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(places, fc.double({ min: 0.001, max: 0.5, noNaN: true }), (items, radius) => {
        const naive = new Array<number>(items.length).fill(-1)
        let count = 0
        for (const [seed, at] of items.entries()) {
          if (naive[seed] !== -1) continue
          for (const [other, { x, y }] of items.entries())
            if (naive[other] === -1 && (x - at.x) * (x - at.x) + (y - at.y) * (y - at.y) <= radius * radius)
              naive[other] = count
          count += 1
        }
        const { clusterOf, count: gathered } = clusterPoints(
          Float64Array.from(items, ({ x }) => x),
          Float64Array.from(items, ({ y }) => y),
          radius,
        )
        expect([...clusterOf]).toEqual(naive)
        expect(gathered).toBe(count)
      }),
    )
  })
})
