import * as z from 'zod/mini'
import { fixFields, type PointField } from '#domain/fix.ts'
import type { FIX_FIELDS } from '#domain/fix-fields.ts'
import { FiguresRecord } from '../records/figures.ts'
import { Id } from '../records/ids.ts'
import { DICV, defineCall, VEHICLE_VIEW } from './call.ts'

type Fields = typeof FIX_FIELDS

/** What a field of each kind is in a playback file. */
const VALUES = {
  number: () => z.number(),
  boolean: () => z.number(),
  /** The codes of `EVENT_BIT` whose bits are set. */
  bits: () => z.array(z.string()),
}
type PointValue<TField extends { kind: keyof typeof VALUES }> = ReturnType<(typeof VALUES)[TField['kind']]>

/** The fields of a fix under the names that our server writes. */
type FixPart = {
  [Name in PointField as Fields[Name]['point']['names'][0]]: Fields[Name] extends { required: true }
    ? PointValue<Fields[Name]>
    : z.ZodMiniOptional<PointValue<Fields[Name]>>
}
const fixPart = Object.fromEntries(
  fixFields.flatMap(({ kind, required, point }) => {
    if (point === undefined) return []
    const value = VALUES[kind]()
    return [[point.names[0], required ? value : z.optional(value)]]
  }),
) as FixPart

/**
 * A point of the playback file as our server writes it (PLB-07): the fields that have `point` in `FIX_FIELDS`, levels in percent,
 * and what follows from them. `speedVal` km/h, `stopDuration` seconds. Readers accept the other spellings as well.
 */
export const PlaybackPoint = z.object({
  ...fixPart,
  vehicleDirection: z.optional(z.string()),
  plotNextPoint: z.optional(z.boolean()),
  speedVal: z.optional(z.number()),
  stopDuration: z.optional(z.number()),
})
export type PlaybackPoint = z.infer<typeof PlaybackPoint>

/** A request for a route. Clients send both spellings of the range, the server accepts either (CONFLICT-15); IST, `YYYY-MM-DD HH:mm:ss`. */
export const PlaybackRequest = z.object({
  vehicleId: Id,
  fromDate: z.optional(z.string()),
  toDate: z.optional(z.string()),
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
  telemetryEnabled: z.optional(z.boolean()),
})
export type PlaybackRequest = z.infer<typeof PlaybackRequest>

/**
 * The address of the compressed file (same origin, signed, short-lived, for this login alone; OPEN-35), its number of points, and what
 * the fuel tank of the vehicle holds, where it is known.
 */
export const PlaybackReply = z.object({
  fileUrl: z.string(),
  points: z.number(),
  fuelTankLitres: z.optional(z.nullable(z.number())),
  /** The figures of the range, as the dashboard and the driving analysis have them. */
  figures: z.optional(FiguresRecord),
})
export type PlaybackReply = z.infer<typeof PlaybackReply>

/** What a description says: a figure in the unit of the label, a duration in s, and the fence that was entered or left. */
export const AlertDetail = z.object({
  value: z.nullable(z.number()),
  durationS: z.nullable(z.number()),
  /** Whether it lasts still, as far as is known: then it has lasted at least so long. */
  isOpen: z.optional(z.boolean()),
  fence: z.nullable(z.object({ name: z.string(), crossing: z.enum(['IN', 'OUT']) })),
})
export type AlertDetail = z.infer<typeof AlertDetail>

/** An alert or driving event to show on the map (PLT-06). `alertTime` is `DD-MM-YYYY HH:mm:ss` IST, `time` the same in ms UTC. */
export const AlertMarker = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** An event code (PLB-08) or an alert code (ALR-02). */
  label: z.string(),
  alertName: z.string(),
  /** What happened, in English, for clients that do not put `detail` into words. */
  desc: z.string(),
  detail: z.optional(AlertDetail),
  alertTime: z.string(),
  time: z.number(),
  /** Of an alert that was raised: from where it, or the event that goes on in it, began until it ended, ms UTC. An event of its kind within is the same one. */
  period: z.optional(z.object({ from: z.number(), to: z.number() })),
  /** The speed in km/h of an overspeed event, label OS (PLT-08). */
  speedVal: z.optional(z.number()),
})
export type AlertMarker = z.infer<typeof AlertMarker>

/** Prepares a vehicle's route and returns the address of its file (PLB-34, PLB-35). */
export const routePlayback = defineCall({
  id: 'routePlayback',
  rows: ['API-109', 'PLB-09', 'PLB-35'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/routeplayback`,
  body: PlaybackRequest,
  reply: PlaybackReply,
  holdsSecret: true,
  ...VEHICLE_VIEW,
})

/**
 * The compressed file itself: gzip of `{data: PlaybackPoint[]}`. Its address is signed and short-lived (OPEN-35) and answers the login
 * that asked for it, made for the same user; anybody else gets 404.
 */
export const playbackFile = defineCall({
  id: 'playbackFile',
  rows: ['API-124', 'PLB-34'],
  method: 'GET',
  path: 'files/playback/:token',
  params: z.object({ token: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  replyKind: 'blob',
  ...VEHICLE_VIEW,
})

/** A vehicle's alerts and driving events in a range (PLT-05, PLT-06). */
export const alertsPlot = defineCall({
  id: 'alertsPlot',
  rows: ['API-113', 'PLT-05', 'PLT-06'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/alertsplot`,
  body: PlaybackRequest,
  reply: z.object({ alerts: z.array(AlertMarker) }),
  ...VEHICLE_VIEW,
})

/** A vehicle's route in a range, thinned for drawing (PLT-01, PLT-04, OPEN-13). */
export const tripRoute = defineCall({
  id: 'tripRoute',
  rows: ['API-114', 'PLT-04'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/triproute`,
  body: PlaybackRequest,
  reply: z.object({ data: z.array(PlaybackPoint) }),
  ...VEHICLE_VIEW,
})
