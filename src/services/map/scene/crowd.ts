import type { Spot } from './spots.ts'

/** The vehicles of a view, none within about `px` of another: the first of each cell of that size stays. */
export const uncrowded = (spots: readonly Spot[], px: number): Spot[] => {
  const taken = new Set<number>()
  return spots.filter(({ x, y }) => {
    const cell = Math.floor(x / px) * 100_000 + Math.floor(y / px)
    if (taken.has(cell)) return false
    taken.add(cell)
    return true
  })
}

/** Plates are shown from this zoom on, while no more vehicles than this are in view; px that a plate covers, so many below its vehicle, and px from a vehicle's middle to its edge. */
const PLATES = { fromZoom: 10, most: 120, width: 92, height: 20, below: 21, vehicle: 8 } as const

/** The vehicles whose plate is shown: `top` always, the others where it covers neither another plate nor another vehicle. */
export const plated = (spots: readonly Spot[], top: Spot | undefined, zoom: number): Spot[] => {
  const wanted = zoom >= PLATES.fromZoom && spots.length <= PLATES.most ? spots : []
  const placed: Spot[] = []
  for (const spot of top ? [top, ...wanted.filter((each) => each !== top)] : wanted) {
    const isNear = (other: Spot, down: number, x: number, y: number) =>
      Math.abs(other.x - spot.x) < x && Math.abs(other.y - spot.y - down) < y
    const hides =
      placed.some((other) => isNear(other, 0, PLATES.width, PLATES.height)) ||
      wanted.some(
        (other) =>
          other !== spot &&
          isNear(other, PLATES.below, PLATES.width / 2 + PLATES.vehicle, PLATES.height / 2 + PLATES.vehicle),
      )
    if (!hides || spot === top) placed.push(spot)
  }
  return placed
}
