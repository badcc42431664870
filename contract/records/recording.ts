import * as z from 'zod/mini'

/** Any JSON value. */
const Json = z.json()

/** Version of the file's format; raised when a reader of the old format would misread it. */
export const RECORDING_VERSION = 2

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
  /** Hash of all machines after the event, without the longitudes of places. Only external events have one. */
  hash: z.nullable(z.string()),
})
export type RecordedEvent = z.infer<typeof RecordedEvent>

/** About a minute of a recording: the redacted states of all machines at its start, from which a replay can begin, and the events that followed. */
export const RecordingSegment = z.object({
  /** ms since the recording began. */
  startsAt: z.number(),
  /** Persisted snapshot of the root actor, redacted; null if the segment starts with the app. */
  snapshot: z.nullable(Json),
  events: z.array(RecordedEvent),
})
export type RecordingSegment = z.infer<typeof RecordingSegment>

/** Characters of a user's note at most. */
export const RECORDING_NOTE_LENGTH = 2000

/** The last minutes of one user's session. Holds no token, password or code; names and plates are masked, places are shifted. */
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
  /** Whether all places were moved to the east or west by one number of degrees, so that nobody sees where they are. */
  placesShifted: z.boolean(),
  /** Notes for the reader on what is incomplete. */
  notes: z.array(z.string()),
  segments: z.array(RecordingSegment),
  /** What the user says of the problem, as it was typed. */
  note: z.optional(z.string().check(z.maxLength(RECORDING_NOTE_LENGTH))),
})
export type Recording = z.infer<typeof Recording>
