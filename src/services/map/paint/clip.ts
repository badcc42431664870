/** What part of the way from one place to another (px) runs within `margin` of a view: [from, to], 0 to 1; undefined when none. */
export const clip = (
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  { width, height }: { width: number; height: number },
  margin: number,
): readonly [from: number, to: number] | undefined => {
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
  return bound(x0, x1 - x0, -margin, width + margin) && bound(y0, y1 - y0, -margin, height + margin)
    ? [from, to]
    : undefined
}
