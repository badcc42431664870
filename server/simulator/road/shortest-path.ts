import { planeKmBetween, type RoadClass, type RoadNetwork } from './network.ts'

/** A priority queue that returns the item with the lowest cost first. */
export type Heap = { readonly size: number; push(cost: number, item: number): void; pop(): number }

/** A binary heap in two growing arrays. `pop` throws a RangeError on an empty heap. */
export const createHeap = (): Heap => {
  const costs: number[] = []
  const items: number[] = []
  const cost = (i: number) => costs[i] ?? Number.POSITIVE_INFINITY
  const swap = (i: number, j: number) => {
    const [a, b, c, d] = [costs[i], costs[j], items[i], items[j]]
    if (a === undefined || b === undefined || c === undefined || d === undefined) return
    costs[i] = b
    costs[j] = a
    items[i] = d
    items[j] = c
  }
  const sink = (from: number) => {
    let i = from
    for (;;) {
      const left = 2 * i + 1
      const least = cost(left + 1) < cost(left) ? left + 1 : left
      if (cost(least) >= cost(i)) return
      swap(i, least)
      i = least
    }
  }
  const rise = (from: number) => {
    let i = from
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (cost(parent) <= cost(i)) return
      swap(i, parent)
      i = parent
    }
  }
  return {
    get size() {
      return items.length
    },
    push: (value, item) => {
      costs.push(value)
      items.push(item)
      rise(items.length - 1)
    },
    pop: () => {
      swap(0, items.length - 1)
      costs.pop()
      const item = items.pop()
      if (item === undefined) throw new RangeError('The heap is empty.')
      sink(0)
      return item
    },
  }
}

/** Average km/h of a loaded truck by class, which makes it prefer highways. */
const AVERAGE_KMPH: Readonly<Record<RoadClass, number>> = { 1: 62, 2: 48, 3: 36 }

/** The towns of the fastest route including both ends (A* on travel time). Throws if there is no road. */
export const shortestPath = (network: RoadNetwork, from: number, to: number): number[] => {
  const goal = network.town(to).at
  const hours = new Float64Array(network.towns.length).fill(Number.POSITIVE_INFINITY)
  const previous = new Int32Array(network.towns.length).fill(-1)
  const settled = new Uint8Array(network.towns.length)
  const heap = createHeap()
  hours[from] = 0
  heap.push(0, from)
  while (heap.size > 0) {
    const town = heap.pop()
    if (town === to) return pathBack(previous, from, to)
    if (settled[town] === 1) continue
    settled[town] = 1
    for (const { to: next, roadClass, km } of network.roadsOf(town)) {
      const reached = (hours[town] ?? 0) + km / AVERAGE_KMPH[roadClass]
      if (reached >= (hours[next] ?? 0)) continue
      hours[next] = reached
      previous[next] = town
      heap.push(reached + planeKmBetween(network.town(next).at, goal) / AVERAGE_KMPH[1], next)
    }
  }
  throw new Error(`No road leads from ${network.town(from).name} to ${network.town(to).name}.`)
}

const pathBack = (previous: Int32Array, from: number, to: number): number[] => {
  const path = [to]
  for (let town = to; town !== from; ) {
    town = previous[town] ?? from
    path.push(town)
  }
  return path.reverse()
}
