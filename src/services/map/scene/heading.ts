/** The heading `fraction` of the way from one to another by the shorter turn, 0 to 360; NaN where the first is not known. */
export const turn = (from: number, to: number, fraction: number): number => {
  if (Number.isNaN(to)) return from
  const by = ((((to - from) % 360) + 540) % 360) - 180
  return (from + by * fraction + 360) % 360
}
