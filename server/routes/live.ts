import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fleetStream, liveStream } from '#contract/calls/map.ts'
import type { EventStream } from '../live/event-stream.ts'
import type { LiveHub } from '../live/hub.ts'
import { LIVE } from '../live/limits.ts'
import type { StreamGuard } from '../live/stream-guard.ts'
import type { Acting } from '../services/acting.ts'
import { Refusal } from '../services/refusal.ts'
import { rememberVisible, type VisibleVehiclesOf } from '../services/visible-vehicles.ts'
import { type Route, route } from './handler.ts'

const resumeIdOf = (request: FastifyRequest): string | undefined => {
  const id = request.headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Takes the reply over with the headers that were set on it so far. */
const takeOver = (reply: FastifyReply) => {
  const headers = reply.getHeaders() as OutgoingHttpHeaders
  reply.hijack()
  return { raw: reply.raw, headers }
}

const isSame = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id))

/**
 * The two event streams of the map. A vehicle the caller may not see is not found, whether it exists or not; in a list it
 * is answered by an ERROR (AC-02).
 */
export const liveRoutes = ({
  hub,
  guard,
  acting,
  visibleVehicles,
  now,
}: {
  hub: LiveHub
  guard: StreamGuard
  acting: Pick<Acting, 'stillActs'>
  visibleVehicles: VisibleVehiclesOf
  now: () => number
}): Route[] => {
  const visibleLately = rememberVisible(visibleVehicles, { forMs: LIVE.guardMs / 2, now })
  /** Keeps looking whether the reader may still see what `isGranted` says of the vehicles visible now. */
  const watch = (
    { session }: FastifyRequest,
    stream: EventStream,
    isGranted: (vehicleIds: ReadonlySet<number>) => boolean,
  ) => {
    if (session === null) return
    const { caller, login, family } = session
    guard.watch({
      ...{ stream, family, role: login.role },
      isGranted: async () =>
        (caller.userId === login.userId || (await acting.stillActs(family, caller.userId))) &&
        isGranted((await visibleLately(caller)).vehicleIds),
    })
  }
  return [
    route(liveStream, async ({ query, caller, request, reply }) => {
      const { vehicleIds: visible } = await visibleVehicles(caller)
      const asked = [...new Set(query.vehicleIds ?? (query.vehicleId === undefined ? [] : [query.vehicleId]))]
      if (asked.length === 0) throw new Refusal(400, 'Name the vehicles to follow: vehicleId, or vehicleIds.')
      const vehicleIds = asked.filter((id) => visible.has(id))
      const refused = asked.filter((id) => !visible.has(id))
      const opening = { ...takeOver(reply), vehicleIds, refused, lastEventId: resumeIdOf(request) }
      const { stream, filled } = hub.openVehicleStream(opening)
      watch(request, stream, (now) => vehicleIds.every((id) => now.has(id)))
      await filled
      return undefined
    }),
    route(fleetStream, async ({ caller, request, reply }) => {
      const { vehicleIds } = await visibleVehicles(caller)
      const opening = { ...takeOver(reply), vehicleIds, lastEventId: resumeIdOf(request) }
      const { stream, filled } = hub.openFleetStream(opening)
      watch(request, stream, (visible) => isSame(visible, vehicleIds))
      await filled
      return undefined
    }),
  ]
}
