import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fleetStream, liveStream } from '#contract/calls/map.ts'
import type { LiveHub } from '../live/hub.ts'
import { notFound } from '../services/refusal.ts'
import type { VisibleVehiclesOf } from '../services/visible-vehicles.ts'
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

/** The two event streams of the map. A vehicle the caller may not see is not found, whether it exists or not (AC-02). */
export const liveRoutes = ({
  hub,
  visibleVehicles,
}: {
  hub: LiveHub
  visibleVehicles: VisibleVehiclesOf
}): Route[] => [
  route(liveStream, async ({ query, caller, request, reply }) => {
    const { vehicleIds } = await visibleVehicles(caller)
    if (!vehicleIds.has(query.vehicleId)) throw notFound()
    await hub.openVehicleStream({
      ...takeOver(reply),
      vehicleId: query.vehicleId,
      lastEventId: resumeIdOf(request),
    })
    return undefined
  }),
  route(fleetStream, async ({ caller, request, reply }) => {
    const { vehicleIds } = await visibleVehicles(caller)
    await hub.openFleetStream({ ...takeOver(reply), vehicleIds, lastEventId: resumeIdOf(request) })
    return undefined
  }),
]
