import type { StreamItem } from '../read-stream.ts'

type Message = Extract<StreamItem, { type: 'message' }>

/** Most points of a vehicle that are kept for tabs that come back. */
const MOST_POINTS = 1000

/** The vehicle and, for a point, the time in ms that an event id of a vehicle's stream names; null for any other text. */
export const partsOf = (id: string | null): { vehicleId: number; time: number | null } | null => {
  const [, vehicleId, rest = ''] = /^v(\d+)-(.*)$/.exec(id ?? '') ?? []
  if (vehicleId === undefined) return null
  return { vehicleId: Number(vehicleId), time: /^\d+$/.test(rest) ? Number(rest) : null }
}

/** The last points of one vehicle in the order of their times, each once. */
export type PointRing = {
  /** Keeps a point. False for one that is not newer than the last. */
  take(message: Message, time: number): boolean
  /** The points behind a time; null where some of them may be missing. */
  since(time: number): readonly Message[] | null
  newest(): { readonly message: Message; readonly time: number } | null
  /** The id behind which the server is to go on; null: with the latest point. */
  resumeId(): string | null
  /** Forgets all: what comes next begins behind that id, or anywhere. */
  restart(from: { readonly id: string; readonly time: number } | null): void
}

/** A ring that begins behind an id. */
export const createPointRing = (begin: { readonly id: string; readonly time: number } | null): PointRing => {
  let from = begin
  let points: { message: Message; time: number }[] = []

  return {
    take: (message, time) => {
      if (time <= (points.at(-1)?.time ?? from?.time ?? Number.NEGATIVE_INFINITY)) return false
      from ??= { id: message.id ?? '', time }
      points.push({ message, time })
      const dropped = points.length > MOST_POINTS ? points.shift() : undefined
      if (dropped) from = { id: dropped.message.id ?? '', time: dropped.time }
      return true
    },
    since: (time) =>
      from === null || time < from.time
        ? null
        : points.filter((point) => point.time > time).map(({ message }) => message),
    newest: () => points.at(-1) ?? null,
    resumeId: () => points.at(-1)?.message.id ?? from?.id ?? null,
    restart: (next) => {
      from = next
      points = []
    },
  }
}
