import { createHeap } from './heap.ts'
import type { RoadClass, RoadNetwork } from './network.ts'
import { kmBetween } from './plane.ts'

/** Average km/h of a loaded truck on each class: what makes it prefer highways. */
const AVERAGE_KMPH: Readonly<Record<RoadClass, number>> = { 1: 62, 2: 48, 3: 36 }

/** The towns of the quickest way from one to another, both included (A* on travel time). Throws where no road leads there. */
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
      heap.push(reached + kmBetween(network.town(next).at, goal) / AVERAGE_KMPH[1], next)
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
