/**
 * What a reader of a vehicle's stream knows of its fixes: of those after `begin`, the ones up to `newest` whose times make `sum`.
 * ms UTC; there need not be a fix at `begin` itself.
 */
export type ResumePoint = { readonly begin: number; readonly newest: number; readonly sum: number }

/** The time (ms UTC) of the fix that an event carries, and what its reader knows once it has it. */
export type SentPoint = ResumePoint & { readonly time: number }

/** The vehicle that an event id names, and its point; `point` is null for events that carry none (reset, gone). */
export type VehicleEvent = { readonly vehicleId: number; readonly point: SentPoint | null }

/** The id of an event that carries a fix: `v7-1763548200000-0-2s-1z`; the last three parts are base 36. */
export const pointEventId = (vehicleId: number, { time, begin, newest, sum }: SentPoint): string =>
  [`v${vehicleId}`, time, ...[newest - time, newest - begin, sum].map((part) => part.toString(36))].join('-')

/** The id of a reader that knows nothing after `time` (ms UTC). */
export const beginEventId = (vehicleId: number, time: number): string => `v${vehicleId}-${time}`

/** The id of the event that says: the id to resume behind is unknown, the vehicle's latest point follows. */
export const resetEventId = (vehicleId: number): string => `v${vehicleId}-reset`

/** The id of the event that ends a vehicle: it does not exist, or the reader may not see it. */
export const goneEventId = (vehicleId: number): string => `v${vehicleId}-gone`

const VEHICLE = /^v(\d+)-(.*)$/
const POINT = /^(\d+)(?:-([\da-z]+)-([\da-z]+)-([\da-z]+))?$/
/** Times of 12 to 14 digits lie between 1973 and 5138; a sum has 32 bits. */
const RESUMABLE = /^v\d{1,10}-\d{12,14}(?:-[\da-z]{1,8}-[\da-z]{1,8}-[\da-z]{1,7})?$/

/** Reads the id of an event of a vehicle's stream; null for any other text. */
export const parseVehicleEventId = (id: string | null): VehicleEvent | null => {
  const [, vehicle, rest = ''] = VEHICLE.exec(id ?? '') ?? []
  if (vehicle === undefined) return null
  const [, time, ahead = '0', span = '0', sum = '0'] = POINT.exec(rest) ?? []
  if (time === undefined) return { vehicleId: Number(vehicle), point: null }
  const newest = Number(time) + Number.parseInt(ahead, 36)
  const begin = newest - Number.parseInt(span, 36)
  return {
    vehicleId: Number(vehicle),
    point: { time: Number(time), begin, newest, sum: Number.parseInt(sum, 36) },
  }
}

/** Where to resume a vehicle's stream behind an id that came from outside; null for ids of other events or vehicles. */
export const parseResumePoint = (vehicleId: number, id: string): ResumePoint | null => {
  if (!RESUMABLE.test(id)) return null
  const event = parseVehicleEventId(id)
  if (!event?.point || event.vehicleId !== vehicleId) return null
  const { begin, newest, sum } = event.point
  return { begin, newest, sum }
}

/** The ids of several vehicles as one `Last-Event-ID`; null for none. */
export const joinEventIds = (ids: readonly string[]): string | null =>
  ids.length === 0 ? null : ids.join(',')

/** The ids of one `Last-Event-ID`. */
export const splitEventIds = (lastEventId: string | undefined): readonly string[] =>
  lastEventId?.split(',') ?? []

/** An id of the fleet's stream: of a channel, or `reset` or `empty`. `serverStart` keeps ids of an earlier run unknown. */
export const fleetEventId = (serverStart: string, part: string): string => `f${serverStart}-${part}`
