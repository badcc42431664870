import type { FenceShape, FenceTool } from '#contract/records/fence-shape.ts'

/** An outline with its corners, counted from 0. */
export type Outline = Extract<FenceShape, { kind: 'polygon' }>
type Corner = Outline['corners'][number]

/** What is placed without the pointer reaches this part of a map tile from the middle; in metres it stays within these. */
const PLACED = { part: 0.1, least: 100, most: 20_000 } as const
const ROUND_M = 40_030_230
const DEGREE_M = ROUND_M / 360
/** Places are kept to a hand's breadth. */
const DIGITS = 6

const cut = (degrees: number) => Number(degrees.toFixed(DIGITS))

/** A small shape in the middle of what is seen, to be changed from there: a circle, or an outline of four corners (GEO-03). */
export const placedShape = (
  tool: FenceTool,
  { centre, zoom }: { readonly centre: Corner; readonly zoom: number },
): FenceShape => {
  const narrowed = Math.cos((centre[1] * Math.PI) / 180)
  const across = (ROUND_M * narrowed * PLACED.part) / 2 ** zoom
  const radiusM = Math.round(Math.min(PLACED.most, Math.max(PLACED.least, across)) / 10) * 10
  const [lng, lat] = centre
  if (tool === 'circle') return { kind: 'circle', centre: [cut(lng), cut(lat)], radiusM }
  const up = radiusM / DEGREE_M
  const aside = up / narrowed
  const corner = (east: number, north: number): Corner => [cut(lng + east * aside), cut(lat + north * up)]
  return { kind: 'polygon', corners: [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)] }
}

/** The outline with one corner elsewhere. */
export const withCornerAt = (outline: Outline, place: number, corner: Corner): Outline => ({
  ...outline,
  corners: outline.corners.with(place, corner),
})

/** The outline with a further corner behind one: in the middle of the side to the next. */
export const withCornerBehind = (outline: Outline, place: number): Outline => {
  const { corners } = outline
  const [from, to] = [corners[place], corners[(place + 1) % corners.length]]
  if (from === undefined || to === undefined) return outline
  const middle: Corner = [cut((from[0] + to[0]) / 2), cut((from[1] + to[1]) / 2)]
  return { ...outline, corners: corners.toSpliced(place + 1, 0, middle) }
}

/** The outline without one corner. */
export const withoutCorner = (outline: Outline, place: number): Outline => ({
  ...outline,
  corners: outline.corners.toSpliced(place, 1),
})
