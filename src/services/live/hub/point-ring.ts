import type { StreamItem } from './read-stream.ts'

type Message = Extract<StreamItem, { type: 'message' }>
type Point = { readonly message: Message; readonly time: number; readonly seq: number }

/** Most points of a vehicle that are kept for tabs that come back. */
const MAX_POINTS = 1000

/** The last points of one vehicle in the order they came, late ones among them, each once. `seq` counts them. */
export type PointRing = {
  /** Keeps a point. False for one that is there. */
  take(message: Message, time: number): boolean
  /** The points that arrived after that one; null where some may be missing. */
  since(seq: number): readonly Message[] | null
  /** The number of the point with that event id, or of the one that the ring begins behind; null for any other. */
  seqOf(id: string): number | null
  /** The number of the last point. */
  lastSeq(): number
  /** The point with the newest time. */
  newest(): Message | null
  /** The id to resume behind; null: from the latest point. */
  resumeId(): string | null
  /** Drops all points; the next begins behind that id, or anywhere. */
  restart(fromId: string | null): void
}

/** A ring that begins behind an id. */
export const createPointRing = (beginId: string | null): PointRing => {
  let seq = 0
  let from: { id: string; seq: number } | null = beginId === null ? null : { id: beginId, seq }
  let resumeId = beginId
  let points: Point[] = []
  let times = new Set<number>()
  let newest: Point | null = null

  return {
    take: (message, time) => {
      // Also of a point that is there: what the server counts as known goes by the last event.
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
