import * as z from 'zod/mini'
import {
  type Corner,
  FENCE,
  FENCE_TYPE,
  firstCrossing,
  isFlat,
  normalizedRing,
  type Side,
} from '#domain/fences.ts'
import { fromPayloadTime } from '#domain/ist.ts'
import { Id, IdList } from './ids.ts'

const sideText = ({ from, to }: Side) => `the side from corner ${from} to ${to}`

/** What is wrong with a fence, and what to do about it. */
export const FENCE_ERROR = {
  name: 'Give the fence a name.',
  longName: `A name has at most ${FENCE.maxNameLength} characters.`,
  type: 'Choose a type of fence.',
  date: 'Give date and time as YYYY-MM-DD HH:mm:ss in IST.',
  dateOrder: 'The fence must end after it begins.',
  longValidity: `A fence is valid for at most ${FENCE.maxValidYears} years.`,
  centre: 'Place the centre of the circle on the map.',
  edge: 'Place the edge of the circle on the map.',
  outline: `Place at least ${FENCE.minCorners} corners of the outline on the map, and finish it.`,
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
  corners: `An outline needs at least ${FENCE.minCorners} different corners.`,
  manyCorners: `An outline has at most ${FENCE.maxCorners} corners. Leave some out.`,
  flat: 'The corners lie on one line. Move one of them so that the outline encloses an area.',
  wide: `A fence is at most ${FENCE.maxAcrossDegrees} degrees across. Draw a smaller one.`,
  crossing: (a: Side, b: Side) =>
    `The outline crosses itself: ${sideText(a)} meets ${sideText(b)}. Move one of these corners.`,
  outdated: 'This fence was changed since you opened it. Reload it, then make your changes again.',
  createdBefore:
    'This fence was created when you saved it first, and was changed since. Cancel, then open it in the list.',
  vehicles: 'Choose vehicles, or a group or region that has some, or all vehicles.',
} as const

const YEAR_MS = 366 * 86_400_000
/** The last moment that a Date can hold. */
const LATEST_MS = 8.64e15
const METRES_A_DEGREE = 111_000

const Latitude = z.number().check(z.minimum(-90, FENCE_ERROR.latitude), z.maximum(90, FENCE_ERROR.latitude))
const Longitude = z
  .number()
  .check(z.minimum(-180, FENCE_ERROR.longitude), z.maximum(180, FENCE_ERROR.longitude))
const Corners = z.array(z.object({ latitude: Latitude, longitude: Longitude }))
const Name = z
  .string()
  .check(z.trim(), z.minLength(1, FENCE_ERROR.name), z.maxLength(FENCE.maxNameLength, FENCE_ERROR.longName))
const PayloadTime = z
  .string()
  .check(z.refine((text: string) => fromPayloadTime(text) !== null, FENCE_ERROR.date))
const Note = z.nullable(z.string().check(z.maxLength(40)))
const Choice = z.optional(z.array(Id).check(z.maxLength(1000)))

/** The fields of a save payload, each on its own. */
const Fields = z.object({
  geoFenceId: z.nullable(Id),
  /** That of the fence when it was opened: a save that another one came before is refused. Without it the last save counts. */
  revision: z.optional(Id),
  /** When a new fence was begun, ms of its creator's clock: a creation that is sent again is known by it. Not read in a change. */
  begunAt: z.optional(z.int().check(z.minimum(0), z.maximum(LATEST_MS))),
  shapeType: z.enum(['circle', 'polygon']),
  // One more than an outline may have, because a closed one repeats its first corner.
  geoFencePolygonCoordinates: z.nullable(
    Corners.check(
      z.minLength(3, FENCE_ERROR.corners),
      z.maxLength(FENCE.maxCorners + 1, FENCE_ERROR.manyCorners),
    ),
  ),
  geoFenceName: Name,
  dicvUserId: Id,
  geoFenceCircleLatitude: z.nullable(Latitude),
  geoFenceCircleLongitude: z.nullable(Longitude),
  geoFenceCircleRadiusInMeters: z.nullable(
    z
      .number()
      .check(
        z.minimum(FENCE.radiusM.least, FENCE_ERROR.radius),
        z.maximum(FENCE.radiusM.most, FENCE_ERROR.radius),
      ),
  ),
  applyToAllVehicles: z.boolean(),
  typeId: z.int().check(z.refine((typeId: number) => Object.hasOwn(FENCE_TYPE, typeId), FENCE_ERROR.type)),
  validFrom: PayloadTime,
  validTo: PayloadTime,
  entryAlert: z.boolean(),
  exitAlert: z.boolean(),
  skippedAlert: z.boolean(),
  entryNotificationTime: Note,
  exitNotificationTime: Note,
  // Both repeat `vehicleList`, which alone is read.
  vehicleDtoList: z.array(z.unknown()).check(z.maxLength(20_000)),
  vehicleInfoList: z.array(z.unknown()).check(z.maxLength(20_000)),
  vehicleList: IdList,
  /** Where no vehicle is chosen, those of these groups are meant, and where no group is, those of these regions (GEO-10). */
  groupIdList: Choice,
  regionIdList: Choice,
})

/** A field of the save payload and what is wrong with it. */
export type FenceError = { readonly field: keyof z.infer<typeof Fields>; readonly message: string }

type Shape = Pick<
  z.infer<typeof Fields>,
  | 'shapeType'
  | 'geoFencePolygonCoordinates'
  | 'geoFenceCircleLatitude'
  | 'geoFenceCircleLongitude'
  | 'geoFenceCircleRadiusInMeters'
>

/** Why corners in range make no outline of a fence, or null. */
export const outlineError = (corners: readonly Corner[]): string | null => {
  const ring = normalizedRing(corners)
  if (ring.length < FENCE.minCorners) return FENCE_ERROR.corners
  if (ring.length > FENCE.maxCorners) return FENCE_ERROR.manyCorners
  const across = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const width = across(ring.map(({ longitude }) => longitude))
  if (width > 180) return FENCE_ERROR.antimeridian
  if (Math.max(width, across(ring.map(({ latitude }) => latitude))) > FENCE.maxAcrossDegrees)
    return FENCE_ERROR.wide
  if (isFlat(ring)) return FENCE_ERROR.flat
  const crossing = firstCrossing(ring)
  return crossing && FENCE_ERROR.crossing(...crossing)
}

const circleErrors = ({
  geoFencePolygonCoordinates: corners,
  geoFenceCircleLatitude: latitude,
  geoFenceCircleLongitude: longitude,
  geoFenceCircleRadiusInMeters: radius,
}: Shape): FenceError[] => {
  const faults: FenceError[] = []
  if (corners !== null)
    faults.push({ field: 'geoFencePolygonCoordinates', message: FENCE_ERROR.polygonInCircle })
  if (radius === null) faults.push({ field: 'geoFenceCircleRadiusInMeters', message: FENCE_ERROR.radius })
  if (latitude === null) faults.push({ field: 'geoFenceCircleLatitude', message: FENCE_ERROR.centre })
  if (longitude === null) faults.push({ field: 'geoFenceCircleLongitude', message: FENCE_ERROR.centre })
  if (radius === null || latitude === null || longitude === null) return faults
  const reach = radius / METRES_A_DEGREE
  const furthest = Math.abs(latitude) + reach
  if (furthest >= 90) return [...faults, { field: 'geoFenceCircleLatitude', message: FENCE_ERROR.pole }]
  if (Math.abs(longitude) + reach / Math.cos((furthest * Math.PI) / 180) > 180)
    faults.push({ field: 'geoFenceCircleLongitude', message: FENCE_ERROR.antimeridian })
  return faults
}

const polygonErrors = ({ geoFencePolygonCoordinates: corners, ...circle }: Shape): FenceError[] => {
  const faults: FenceError[] = []
  for (const field of [
    'geoFenceCircleLatitude',
    'geoFenceCircleLongitude',
    'geoFenceCircleRadiusInMeters',
  ] as const)
    if (circle[field] !== null) faults.push({ field, message: FENCE_ERROR.circleInPolygon })
  const fault = outlineError(corners ?? [])
  if (fault !== null) faults.push({ field: 'geoFencePolygonCoordinates', message: fault })
  return faults
}

/** What is wrong between the fields of a shape (GEO-11, GEO-12). */
export const shapeErrors = (shape: Shape): FenceError[] =>
  shape.shapeType === 'circle' ? circleErrors(shape) : polygonErrors(shape)

/** What is wrong with the dates, one against the other (GEO-09). */
export const validityErrors = ({
  validFrom,
  validTo,
}: {
  validFrom: string
  validTo: string
}): FenceError[] => {
  const [from, to] = [fromPayloadTime(validFrom), fromPayloadTime(validTo)]
  if (from === null || to === null) return []
  if (to <= from) return [{ field: 'validTo', message: FENCE_ERROR.dateOrder }]
  if (to - from > FENCE.maxValidYears * YEAR_MS)
    return [{ field: 'validTo', message: FENCE_ERROR.longValidity }]
  return []
}

/** What saving a geofence sends (GEO-06). Circles send null corners, polygons null circle fields (GEO-11, GEO-12). */
export const GeofenceDraft = Fields.check((context) => {
  for (const { field, message } of [...shapeErrors(context.value), ...validityErrors(context.value)])
    context.issues.push({ code: 'custom', path: [field], message, input: context.value[field] })
})
export type GeofenceDraft = z.infer<typeof GeofenceDraft>

/** A save payload without who saves it. */
export type UnsignedDraft = Omit<GeofenceDraft, 'dicvUserId'>

/** What is wrong with a draft before it is sent: the rules of the payload, and that somebody is meant (GEO-08 to GEO-10). */
export const draftErrors = (draft: UnsignedDraft): FenceError[] => {
  const { error } = GeofenceDraft.safeParse({ ...draft, dicvUserId: 1 })
  const faults = (error?.issues ?? []).map(
    ({ path, message }): FenceError => ({ field: String(path[0]) as FenceError['field'], message }),
  )
  const { applyToAllVehicles, vehicleList, groupIdList = [], regionIdList = [] } = draft
  if (!applyToAllVehicles && [vehicleList, groupIdList, regionIdList].every(({ length }) => length === 0))
    faults.push({ field: 'vehicleList', message: FENCE_ERROR.vehicles })
  return faults
}

/** The vehicles of a fence: those chosen, else those of the chosen groups, else those of the chosen regions (GEO-10). */
export const fenceVehicles = ({
  chosen,
  ofGroups,
  ofRegions,
}: Readonly<Record<'chosen' | 'ofGroups' | 'ofRegions', readonly number[]>>): readonly number[] => {
  if (chosen.length > 0) return chosen
  return ofGroups.length > 0 ? ofGroups : ofRegions
}

const shapeParts = {
  geoFenceId: z.number(),
  geoFenceShapeName: z.string(),
  shapeType: z.enum(['circle', 'polygon']),
}
const Degrees = z.optional(z.nullable(z.number()))
const outlineParts = {
  geoFenceCircleLatitude: Degrees,
  geoFenceCircleLongitude: Degrees,
  circleLatitude: Degrees,
  circleLongitude: Degrees,
  radius: Degrees,
  geoFencePolygonCoordinatesList: z.optional(z.nullable(Corners)),
}

type Outline = z.infer<z.ZodMiniObject<typeof outlineParts>>

/** Either naming of the circle becomes `circleLatitude` and `circleLongitude` (GEO-07). */
const withOneNaming = <T extends Outline>({
  geoFenceCircleLatitude,
  geoFenceCircleLongitude,
  circleLatitude,
  circleLongitude,
  radius,
  geoFencePolygonCoordinatesList,
  ...rest
}: T) => ({
  ...rest,
  circleLatitude: circleLatitude ?? geoFenceCircleLatitude ?? null,
  circleLongitude: circleLongitude ?? geoFenceCircleLongitude ?? null,
  radius: radius ?? null,
  geoFencePolygonCoordinatesList: geoFencePolygonCoordinatesList ?? null,
})

/** A fence of the list (OPEN-14); its shape is there where it was asked for. Radius in metres. */
export const GeofenceItem = z.pipe(z.object({ ...shapeParts, ...outlineParts }), z.transform(withOneNaming))
export type GeofenceItem = z.output<typeof GeofenceItem>

/** A fence read back (GEO-07). Dates as in the payload; vehicles as far as the caller may see them; `revision` counts its saves. */
export const GeofenceDetail = z.pipe(
  z.object({
    ...shapeParts,
    ...outlineParts,
    typeId: z.number(),
    validFrom: z.string(),
    validTo: z.string(),
    entryAlert: z.boolean(),
    exitAlert: z.boolean(),
    skippedAlert: z.boolean(),
    entryNotificationTime: z.nullable(z.string()),
    exitNotificationTime: z.nullable(z.string()),
    applyToAllVehicles: z.boolean(),
    revision: z.number(),
    vehicleList: z.array(z.number()),
    vehicleInfoList: z.array(z.object({ vehicleId: z.number(), registrationId: z.string() })),
  }),
  z.transform(withOneNaming),
)
export type GeofenceDetail = z.output<typeof GeofenceDetail>
