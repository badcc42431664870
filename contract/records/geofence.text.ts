import { FENCE } from './fence-limits.ts'
import type { Side } from './fence-outline.ts'

const sideText = ({ from, to }: Side) => `the side from corner ${from} to ${to}`

/** What is wrong with a fence, and what to do about it. */
export const FENCE_FAULT = {
  name: 'Give the fence a name.',
  longName: `A name has at most ${FENCE.nameLength} characters.`,
  type: 'Choose a type of fence.',
  date: 'Give date and time as YYYY-MM-DD HH:mm:ss in IST.',
  dateOrder: 'The fence must end after it begins.',
  longValidity: `A fence is valid for at most ${FENCE.validYears} years.`,
  centre: 'Place the centre of the circle on the map.',
  edge: 'Place the edge of the circle on the map.',
  outline: `Place at least ${FENCE.leastCorners} corners of the outline on the map, and finish it.`,
  unfinished: 'Finish the outline: press its first corner again, or Finish outline.',
  radius: `Give a radius from ${FENCE.radiusM.least} to ${FENCE.radiusM.most} metres.`,
  drawnWide: `A radius is at most ${FENCE.radiusM.most / 1000} kms. Zoom in, and keep the edge nearer to the centre.`,
  drawnNarrow: `A radius is at least ${FENCE.radiusM.least} m. Keep the edge farther from the centre.`,
  latitude: 'A latitude lies between -90 and 90.',
  longitude: 'A longitude lies between -180 and 180.',
  antimeridian: 'A fence cannot lie across the 180° meridian. Draw one fence on each side of it.',
  pole: 'A fence cannot reach over a pole.',
  polygonInCircle: 'A circle has no corners: send geoFencePolygonCoordinates as null.',
  circleInPolygon: 'A polygon has neither centre nor radius: send them as null.',
  corners: `An outline needs at least ${FENCE.leastCorners} different corners.`,
  manyCorners: `An outline has at most ${FENCE.corners} corners. Leave some out.`,
  flat: 'The corners lie on one line. Move one of them so that the outline encloses an area.',
  wide: `A fence is at most ${FENCE.acrossDegrees} degrees across. Draw a smaller one.`,
  crossing: (a: Side, b: Side) =>
    `The outline crosses itself: ${sideText(a)} meets ${sideText(b)}. Move one of these corners.`,
  outdated: 'This fence was changed since you opened it. Reload it, then make your changes again.',
  createdBefore:
    'This fence was created when you saved it first, and was changed since. Cancel, then open it in the list.',
  vehicles: 'Choose vehicles, or a group or region that has some, or all vehicles.',
} as const
