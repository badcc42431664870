import { type Fault, faultOf } from '#contract/errors.ts'
import { shapePayload } from '#contract/records/geofence-shape.ts'
import {
  draftErrors,
  type GeofenceDetail,
  type GeofenceItem,
  type UnsignedDraft,
} from '#contract/records/geofences.ts'
import { OPERATOR_ROLES, type Role } from '#contract/roles.ts'
import { FENCE } from '#domain/fence-limits.ts'
import type { FenceShape, FenceTool } from '#domain/fences.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { DAY_MS } from '#domain/units.ts'
import { startOfHour } from '#domain/zone-time.ts'
import type { ErrorField, FieldErrors } from './geofences.validation.ts'

/** Whether a role may create, change and delete fences; other roles only see them. */
export const canChange = (role: Role): boolean => OPERATOR_ROLES.some((one) => one === role)

/** The fences whose names contain a text, ignoring case (OPEN-14). */
export const fencesNamed = (fences: readonly GeofenceItem[], search: string): readonly GeofenceItem[] => {
  const wanted = search.trim().toLowerCase()
  return wanted === ''
    ? fences
    : fences.filter(({ geoFenceShapeName }) => geoFenceShapeName.toLowerCase().includes(wanted))
}

/** The fields of a fence's form besides its shape. Dates as in the payload (IST); times of day as `HH:mm`. */
export type FenceFields = {
  readonly name: string
  readonly typeId: number
  readonly validFrom: string
  readonly validTo: string
  readonly entryAlert: boolean
  readonly exitAlert: boolean
  readonly skippedAlert: boolean
  readonly entryNotificationTime: string | null
  readonly exitNotificationTime: string | null
  readonly appliesToAll: boolean
  readonly vehicleIds: readonly number[]
  readonly groupIds: readonly number[]
  readonly regionIds: readonly number[]
}

/** The shape, with the steps to undo and to redo. */
export type ShapeHistory = {
  readonly past: readonly (FenceShape | null)[]
  readonly shape: FenceShape | null
  readonly future: readonly (FenceShape | null)[]
  /** The field in which the newest change was typed: further typing there belongs to the same step. */
  readonly figure: string | null
}

/** The form of a fence, unsaved until Save. `geoFenceId` null is a new fence. */
export type FenceForm = ShapeHistory & {
  readonly geoFenceId: number | null
  /** The revision of the fence when it was opened; null for a new one. */
  readonly revision: number | null
  /** ms when a new fence was begun: it makes every Save of this form the same fence. null for an existing one. */
  readonly begunAt: number | null
  readonly fields: FenceFields
}

const YEAR_DAYS = 365
/** Steps of the history that are kept. */
const MAX_STEPS = 50

/** An unfinished shape, with the number of its corners. */
export type BegunFence = { readonly tool: FenceTool; readonly corners: number }

/** The vehicles, groups and regions chosen on the map when a fence is begun (GEO-10). */
export type Chosen = Pick<FenceFields, 'vehicleIds' | 'groupIds' | 'regionIds'>

/** What a new fence begins with: whom it watches, and the time zone whose hours its validity begins at. */
export type Preset = Chosen & { readonly timeZone: string }

/** A new fence: valid from this hour for a year, for the vehicles chosen on the map, else for all. */
export const newForm = (now: number, { timeZone, ...chosen }: Preset): FenceForm => {
  const from = startOfHour(now, timeZone)
  const isChosen = [chosen.vehicleIds, chosen.groupIds, chosen.regionIds].some(({ length }) => length > 0)
  return {
    geoFenceId: null,
    revision: null,
    begunAt: now,
    past: [],
    shape: null,
    future: [],
    figure: null,
    fields: {
      name: '',
      typeId: 1,
      validFrom: toPayloadTime(from),
      validTo: toPayloadTime(from + YEAR_DAYS * DAY_MS),
      entryAlert: true,
      exitAlert: true,
      skippedAlert: false,
      entryNotificationTime: null,
      exitNotificationTime: null,
      appliesToAll: !isChosen,
      ...chosen,
    },
  }
}

/** The form of a fence that was read (GEO-15). */
export const formOf = (detail: GeofenceDetail, shape: FenceShape | null): FenceForm => ({
  geoFenceId: detail.geoFenceId,
  revision: detail.revision,
  begunAt: null,
  past: [],
  shape,
  future: [],
  figure: null,
  fields: {
    name: detail.geoFenceShapeName,
    typeId: detail.typeId,
    validFrom: detail.validFrom,
    validTo: detail.validTo,
    entryAlert: detail.entryAlert,
    exitAlert: detail.exitAlert,
    skippedAlert: detail.skippedAlert,
    entryNotificationTime: detail.entryNotificationTime,
    exitNotificationTime: detail.exitNotificationTime,
    appliesToAll: detail.applyToAllVehicles,
    vehicleIds: detail.applyToAllVehicles ? [] : detail.vehicleList,
    groupIds: [],
    regionIds: [],
  },
})

const NO_SHAPE = {
  shapeType: 'circle',
  geoFencePolygonCoordinates: null,
  geoFenceCircleLatitude: null,
  geoFenceCircleLongitude: null,
  geoFenceCircleRadiusInMeters: null,
} as const

const named = ({ appliesToAll, vehicleIds }: FenceFields) =>
  appliesToAll ? [] : vehicleIds.map((vehicleId) => ({ vehicleId }))

/** The payload of Save, without the user (GEO-06). */
export const payloadOf = ({ geoFenceId, revision, begunAt, fields, shape }: FenceForm): UnsignedDraft => ({
  geoFenceId,
  ...(revision === null ? {} : { revision }),
  ...(begunAt === null ? {} : { begunAt }),
  ...(shape === null ? NO_SHAPE : shapePayload(shape)),
  geoFenceName: fields.name,
  applyToAllVehicles: fields.appliesToAll,
  typeId: fields.typeId,
  validFrom: fields.validFrom,
  validTo: fields.validTo,
  entryAlert: fields.entryAlert,
  exitAlert: fields.exitAlert,
  skippedAlert: fields.skippedAlert,
  entryNotificationTime: fields.entryNotificationTime,
  exitNotificationTime: fields.exitNotificationTime,
  vehicleDtoList: named(fields),
  vehicleInfoList: named(fields),
  vehicleList: fields.appliesToAll ? [] : [...fields.vehicleIds],
  groupIdList: fields.appliesToAll ? [] : [...fields.groupIds],
  regionIdList: fields.appliesToAll ? [] : [...fields.regionIds],
})

/** A form's validation errors; the first of each field. */
export const errorsOf = (form: FenceForm): FieldErrors => {
  const errors: Partial<Record<ErrorField, Fault>> = {}
  for (const { field, code, params } of draftErrors(payloadOf(form))) errors[field] ??= { code, params }
  return errors
}

/** The history after a change. Typing in one field is one step. */
export const changeShape = <T extends ShapeHistory>(
  of: T,
  shape: FenceShape | null,
  figure: string | null,
): T => ({
  ...of,
  past: figure !== null && figure === of.figure ? of.past : [...of.past, of.shape].slice(-MAX_STEPS),
  shape,
  future: [],
  figure,
})

/** The history with its newest change undone; unchanged if there is none. */
export const undoShape = <T extends ShapeHistory>(of: T): T => {
  const before = of.past.at(-1)
  if (before === undefined) return of
  return { ...of, past: of.past.slice(0, -1), shape: before, future: [of.shape, ...of.future], figure: null }
}

/** The history with the last undone change redone; unchanged if there is none. */
export const redoShape = <T extends ShapeHistory>(of: T): T => {
  const [after, ...future] = of.future
  if (after === undefined) return of
  return { ...of, past: [...of.past, of.shape], shape: after, future }
}

const inOrder = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)

/** The comparable part of a form: vehicles, groups and regions have no order. */
const comparableOf = ({ fields, shape }: FenceForm): string =>
  JSON.stringify([
    {
      ...fields,
      vehicleIds: inOrder(fields.vehicleIds),
      groupIds: inOrder(fields.groupIds),
      regionIds: inOrder(fields.regionIds),
    },
    shape,
  ])

/** Whether a form differs from when it was opened. */
export const isChanged = (form: FenceForm, originalForm: FenceForm): boolean =>
  form !== originalForm && comparableOf(form) !== comparableOf(originalForm)

/** The tool of the next shape: an unfinished one keeps its tool; else Shift means a polygon (GEO-03). */
export const toolOf = ({
  begun,
  isShiftHeld,
  chosenTool,
}: {
  readonly begun: BegunFence | null
  readonly isShiftHeld: boolean
  readonly chosenTool: FenceTool
}): FenceTool => begun?.tool ?? (isShiftHeld ? 'polygon' : chosenTool)

/** The error of a form without a shape, at the field of its tool. */
export const missingShape = (drawn: Parameters<typeof toolOf>[0]): FieldErrors => {
  if (toolOf(drawn) === 'polygon') {
    const isOutlined = drawn.begun !== null && drawn.begun.corners >= FENCE.minCorners
    return {
      geoFencePolygonCoordinates: faultOf(isOutlined ? 'fenceOutlineUnfinished' : 'fenceOutlineMissing'),
    }
  }
  return drawn.begun === null
    ? { geoFenceCircleLatitude: faultOf('fenceCentreMissing') }
    : { geoFenceCircleRadiusInMeters: faultOf('fenceEdgeMissing') }
}
