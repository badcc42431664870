/** What part of the way from one place to another (px) runs within `margin` of a view: [from, to], 0 to 1; undefined when none. */
export const clip = (
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  { width, height }: { width: number; height: number },
  margin: number,
): readonly [from: number, to: number] | undefined => {
  const east = width + margin
  const south = height + margin
  // Nearly all parts of a long route end here, every frame: no object is made for them.
  if ((x0 < -margin && x1 < -margin) || (x0 > east && x1 > east)) return undefined
  if ((y0 < -margin && y1 < -margin) || (y0 > south && y1 > south)) return undefined
  if (isWithin(x0, -margin, east) && isWithin(x1, -margin, east))
    if (isWithin(y0, -margin, south) && isWithin(y1, -margin, south)) return WHOLE

  let from = 0
  let to = 1
  const bound = (start: number, by: number, low: number, high: number) => {
    if (by === 0) return start >= low && start <= high
    const a = (low - start) / by
    const b = (high - start) / by
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
    return from <= to
  }
  return bound(x0, x1 - x0, -margin, east) && bound(y0, y1 - y0, -margin, south) ? [from, to] : undefined
}

const WHOLE = [0, 1] as const

const isWithin = (value: number, low: number, high: number) => value >= low && value <= high
