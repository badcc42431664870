import type { StreamItem } from './read-stream.ts'

type Message = Extract<StreamItem, { type: 'message' }>
type Point = { readonly message: Message; readonly time: number; readonly seq: number }

/** Most points of a vehicle that are kept for returning tabs. */
const MAX_POINTS = 1000

/** The last points of one vehicle in the order they came, late ones included, each once. `seq` counts them. */
export type PointRing = {
  /** Adds a point. False if it is there already. */
  take(message: Message, time: number): boolean
  /** The points that arrived after that one; null if some may be missing. */
  since(seq: number): readonly Message[] | null
  /** The `seq` of the point with that event id, or of the one that the ring begins after; null for any other. */
  seqOf(id: string): number | null
  /** The `seq` of the last point. */
  lastSeq(): number
  /** The point with the newest time. */
  newest(): Message | null
  /** The event id to resume after; null: from the latest point. */
  resumeId(): string | null
  /** Drops all points. The ring begins again after that event id; null: with any point. */
  restart(fromId: string | null): void
}

/** An empty ring that begins after an event id; null: with any point. */
export const createPointRing = (beginId: string | null): PointRing => {
  let seq = 0
  let from: { id: string; seq: number } | null = beginId === null ? null : { id: beginId, seq }
  let resumeId = beginId
  let points: Point[] = []
  let times = new Set<number>()
  let newest: Point | null = null

  return {
    take: (message, time) => {
      // Also for a point that is there already: the server resumes after the last event it sent.
      resumeId = message.id
      if (times.has(time)) return false
      seq += 1
      from ??= { id: message.id ?? '', seq }
      const point = { message, time, seq }
      points.push(point)
      times.add(time)
      if (newest === null || time > newest.time) newest = point
      const dropped = points.length > MAX_POINTS ? points.shift() : undefined
      if (dropped) {
        times.delete(dropped.time)
        from = { id: dropped.message.id ?? '', seq: dropped.seq }
      }
      return true
    },
    since: (known) =>
      from === null || known < from.seq
        ? null
        : points.filter((point) => point.seq > known).map(({ message }) => message),
    seqOf: (id) =>
      from?.id === id ? from.seq : (points.find(({ message }) => message.id === id)?.seq ?? null),
    lastSeq: () => seq,
    newest: () => newest?.message ?? null,
    resumeId: () => resumeId,
    restart: (fromId) => {
      from = fromId === null ? null : { id: fromId, seq }
      resumeId = fromId
      points = []
      times = new Set()
      newest = null
    },
  }
}
