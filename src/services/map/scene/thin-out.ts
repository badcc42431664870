import { worldSize, zoomStepOf } from './mercator.ts'

/** Chooses the points that can be marked at a zoom without covering each other; the earlier wins, so panning changes nothing. */
export const createThinOut = (
  { x, y }: { x: Float64Array; y: Float64Array },
  indexes: readonly number[],
  leastPx: number,
) => {
  let made: { step: number; chosen: readonly number[] } | undefined
  return (zoom: number): readonly number[] => {
    const step = zoomStepOf(zoom)
    if (made?.step === step) return made.chosen
    const least = leastPx / worldSize(step)
    const cells = new Map<string, number[]>()
    const chosen: number[] = []
    for (const index of indexes) {
      const px = x[index] ?? 0
      const py = y[index] ?? 0
      const column = Math.floor(px / least)
      const row = Math.floor(py / least)
      const near = [-1, 0, 1].flatMap((dy) =>
        [-1, 0, 1].flatMap((dx) => cells.get(`${column + dx} ${row + dy}`) ?? []),
      )
      if (near.some((other) => Math.hypot((x[other] ?? 0) - px, (y[other] ?? 0) - py) < least)) continue
      chosen.push(index)
      const key = `${column} ${row}`
      cells.set(key, [...(cells.get(key) ?? []), index])
    }
    made = { step, chosen }
    return chosen
  }
}
