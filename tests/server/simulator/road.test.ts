import { describe, expect, test } from 'vitest'
import { roadCurve } from '#server/simulator/road/curve.ts'
import { createRoadNetwork, loadRoadNetwork, planeKmBetween } from '#server/simulator/road/network.ts'
import { routeThrough } from '#server/simulator/road/route.ts'
import { createHeap, shortestPath } from '#server/simulator/road/shortest-path.ts'

const network = loadRoadNetwork()
const chennai = network.find('Chennai').id
const bengaluru = network.find('Bengaluru').id

describe('road network', () => {
  test('names are plain and the largest town of a name is found', () => {
    expect(network.find('Solapur').population).toBeGreaterThan(900_000)
    expect(() => network.find('Nowhere')).toThrow('There is no town named Nowhere.')
  })

  test('a road runs over the same points in both directions, from town to town', () => {
    const [road] = network.roadsOf(chennai)
    if (!road) throw new Error('Chennai has no road.')
    const there = roadCurve(network, chennai, road.to, road.roadClass)
    expect(roadCurve(network, road.to, chennai, road.roadClass)).toEqual([...there].reverse())
    expect(there[0]).toEqual(network.town(chennai).at)
    expect(there.at(-1)).toEqual(network.town(road.to).at)
  })
})

describe('shortest path', () => {
  test('the quicker route wins over the shorter one', () => {
    const towns = createRoadNetwork({
      nodes: [
        ['A', 77, 13, 0, 0],
        ['By the minor road', 77.5, 13, 0, 0],
        ['By the highway', 77.5, 13.1, 0, 0],
        ['B', 78, 13, 0, 0],
      ],
      edges: [
        [0, 1, 3],
        [1, 3, 3],
        [0, 2, 1],
        [2, 3, 1],
      ],
    })
    expect(shortestPath(towns, 0, 3)).toEqual([0, 2, 3])
  })

  test('towns without a road between them are reported', () => {
    const islands = createRoadNetwork({
      nodes: [
        ['Port', 77, 13, 0, 0],
        ['Island', 73, 10, 0, 0],
      ],
      edges: [],
    })
    expect(() => shortestPath(islands, 0, 1)).toThrow('No road leads from Port to Island.')
  })

  test('the heap returns its items by cost', () => {
    const heap = createHeap()
    for (const cost of [5, 1, 4, 1, 3, 9, 2]) heap.push(cost, cost)
    expect(Array.from({ length: 7 }, () => heap.pop())).toEqual([1, 1, 2, 3, 4, 5, 9])
    expect(() => heap.pop()).toThrow('The heap is empty.')
  })
})

describe('route', () => {
  const route = routeThrough(network, [chennai, bengaluru, chennai])

  test('it is unbroken and about as long as the real road', () => {
    expect(route.totalKm / 2).toBeGreaterThan(330)
    expect(route.totalKm / 2).toBeLessThan(390)
    for (let i = 1; i < route.length; i += 1) {
      const before = [route.lng[i - 1] ?? 0, route.lat[i - 1] ?? 0] as const
      const here = [route.lng[i] ?? 0, route.lat[i] ?? 0] as const
      expect(planeKmBetween(before, here)).toBeLessThan(1.5)
      expect((route.km[i] ?? 0) - (route.km[i - 1] ?? 0)).toBeGreaterThan(0)
    }
  })

  test('its stops lie at the requested towns', () => {
    const towns = [chennai, bengaluru, chennai]
    expect(route.calls).toHaveLength(3)
    route.calls.forEach((point, i) => {
      expect([route.lng[point], route.lat[point]]).toEqual(network.town(towns[i] ?? -1).at)
    })
  })

  test('it has stretches without a network, outside of towns, on the way there and back in the same places', () => {
    const [delhi, mumbai] = [network.find('Delhi').id, network.find('Mumbai').id]
    const long = routeThrough(network, [delhi, mumbai, delhi])
    const dead = [...long.inDeadZone]
    const share = dead.filter((one) => one === 1).length / dead.length
    expect(share).toBeGreaterThan(0.005)
    expect(share).toBeLessThan(0.15)
    expect(dead.filter((one, point) => one === 1 && long.inTown[point] === 1)).toEqual([])
    const placesIn = (from: number, to: number) =>
      dead.flatMap((one, i) => (one === 1 && i > from && i < to ? [`${long.lng[i]} ${long.lat[i]}`] : []))
    const [, turn = 0] = long.calls
    expect(placesIn(turn, long.length)).toEqual(placesIn(0, turn).reverse())
  })
})
