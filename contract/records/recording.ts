import * as z from 'zod/mini'
import { FleetVehicle } from './fleet.ts'

/** Any JSON value. */
const Json = z.json()

/** Bytes of a recording's JSON at most, and of its file. The recorder keeps an eighth of it, except of the list of a very large fleet. */
export const MAX_RECORDING_BYTES = 64 * 1024 * 1024

/** Version of the file's format; raised when a reader of the old format would misread it. */
export const RECORDING_VERSION = 3

/** The innermost states of a machine (`error` where it broke), and a hash of them, its redacted context and its status. */
const RecordedState = z.object({ state: z.string(), hash: z.string() })
export type RecordedState = z.infer<typeof RecordedState>

/**
 * An event that entered a machine.
 * A replay sends the `external` ones; they cause the others again, which are kept to be shown and compared.
 * `at` is ms since the recording began, `to` and `from` are paths of actor ids from the root, joined by `/`.
 */
export const RecordedEvent = z.object({
  at: z.number(),
  to: z.string(),
  from: z.nullable(z.string()),
  external: z.boolean(),
  event: z.looseObject({ type: z.string() }),
  /** Hash of all machines after the event, without places and odometers. Only external events have one. */
  hash: z.nullable(z.string()),
  /** The machines that changed since the last event with a hash, by path, null for those that ended; of a segment's first, all. */
  states: z.optional(z.record(z.string(), z.nullable(RecordedState))),
})
export type RecordedEvent = z.infer<typeof RecordedEvent>

/** A column of numbers, its bytes as base64. */
const PackedColumn = z.string().check(z.maxLength(16 * 1024 * 1024), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))

/**
 * Fixes that came to the page, in their order, as columns of `count` values: `at` ms since the recording began and `vehicleId` of
 * 32 bits, `time` (ms since 1970 UTC), `lng` and `lat` of 64, `speed` (km/h) and `heading` (degrees) of 32 with -1 where they are
 * not known, and `status`, an index into VEHICLE_STATUSES, of 8.
 */
export const RecordedFixes = z.object({
  count: z.int().check(z.gte(0), z.lte(1_000_000)),
  at: PackedColumn,
  vehicleId: PackedColumn,
  time: PackedColumn,
  lng: PackedColumn,
  lat: PackedColumn,
  speed: PackedColumn,
  heading: PackedColumn,
  status: PackedColumn,
})
export type RecordedFixes = z.infer<typeof RecordedFixes>

/** A fleet list that came to the page: the vehicles that it changes, and the ids of those that it no longer has. */
export const RecordedList = z.object({
  at: z.number(),
  vehicles: z.array(FleetVehicle),
  removed: z.array(z.number()),
})
export type RecordedList = z.infer<typeof RecordedList>

/** A route that was loaded: columns of one length by the names of a playback's, each with the type of its numbers, and numbers of all of it. */
export const RecordedTrack = z.object({
  id: z.string(),
  vehicleId: z.number(),
  length: z.int().check(z.gte(0), z.lte(1_000_000)),
  /** The server's figures of the range; null where it told none. */
  figures: z.optional(z.nullable(z.record(z.string(), z.number()))),
  numbers: z.record(z.string(), z.nullable(z.number())),
  columns: z.record(
    z.string(),
    z.object({ kind: z.enum(['f32', 'f64', 'u8', 'u16', 'i32']), data: PackedColumn }),
  ),
})
export type RecordedTrack = z.infer<typeof RecordedTrack>

/** Something that broke: an error of the page that nobody caught, a screen that failed, a machine in an error. */
export const RecordedTrouble = z.object({
  /** ms since the recording began. */
  at: z.number(),
  what: z.string().check(z.maxLength(400)),
})
export type RecordedTrouble = z.infer<typeof RecordedTrouble>

/** About a minute of a recording: the redacted states of all machines at its start, from which a replay can begin, and the events that followed. */
export const RecordingSegment = z.object({
  /** ms since the recording began. */
  startsAt: z.number(),
  /** Persisted snapshot of the root actor, redacted; null if the segment starts with the app. */
  snapshot: z.nullable(Json),
  events: z.array(RecordedEvent),
  troubles: z.optional(z.array(RecordedTrouble)),
  /** Fleet lists; the first segment's begin with the one that the page had at its start. */
  lists: z.optional(z.array(RecordedList)),
  /** Fixes, beginning with the last one of each vehicle at the segment's start. */
  fixes: z.optional(RecordedFixes),
})
export type RecordingSegment = z.infer<typeof RecordingSegment>

/** Characters of a user's note at most. */
export const RECORDING_NOTE_LENGTH = 2000

/** The last minutes of one user's session. Holds no token, password or code; names, plates and ids are masked, places and odometers are moved. */
export const Recording = z.object({
  version: z.literal(RECORDING_VERSION),
  release: z.string(),
  /** ms since 1970 UTC. */
  startedAt: z.number(),
  userAgent: z.string(),
  /** Size of the page in CSS pixels when the recording was saved. */
  viewport: z.object({
    width: z.int().check(z.gte(1), z.lte(20_000)),
    height: z.int().check(z.gte(1), z.lte(20_000)),
  }),
  /** Whether places were moved, those of each vehicle by degrees of its own, so that nobody sees where they are. */
  placesShifted: z.boolean(),
  /** Notes for the reader on what is incomplete. */
  notes: z.array(z.string()),
  segments: z.array(RecordingSegment),
  /** Routes that were loaded last. */
  tracks: z.optional(z.array(RecordedTrack).check(z.maxLength(10))),
  /** The states of the machines when it was saved, in short. */
  lastState: z.optional(z.string().check(z.maxLength(200))),
  /** What the user says of the problem, as it was typed. */
  note: z.optional(z.string().check(z.maxLength(RECORDING_NOTE_LENGTH))),
})
export type Recording = z.infer<typeof Recording>
