import * as z from 'zod/mini'

/** Plain data as JSON carries it. */
const Json = z.json()

/** Version of the file's form; raised when a reader of the old form would be wrong. */
export const RECORDING_VERSION = 1

/**
 * An event that entered a machine.
 * `external` ones are fed back in a replay; the others are made again by it and are kept to be shown and compared.
 * `at` is ms since the recording began, `to` and `from` are paths of actor ids from the root, joined by `/`.
 */
export const RecordedEvent = z.object({
  at: z.number(),
  to: z.string(),
  from: z.nullable(z.string()),
  external: z.boolean(),
  event: z.looseObject({ type: z.string() }),
  /** Hash of all machines after the event. Only external events have one. */
  hash: z.nullable(z.string()),
})
export type RecordedEvent = z.infer<typeof RecordedEvent>

/** About a minute: where all machines stood when it began, redacted and ready to start from, and what came in after. */
export const RecordingSegment = z.object({
  /** ms since the recording began. */
  startsAt: z.number(),
  /** Persisted snapshot of the root actor, redacted; null where the segment begins with the app itself. */
  snapshot: z.nullable(Json),
  events: z.array(RecordedEvent),
})
export type RecordingSegment = z.infer<typeof RecordingSegment>

/** The last minutes of one user's session. Holds no token, password or code; names and plates are masked. */
export const Recording = z.object({
  version: z.literal(RECORDING_VERSION),
  release: z.string(),
  /** ms since 1970 UTC. */
  startedAt: z.number(),
  userAgent: z.string(),
  /** What could not be kept whole, for the reader of the recording. */
  notes: z.array(z.string()),
  segments: z.array(RecordingSegment),
})
export type Recording = z.infer<typeof Recording>
