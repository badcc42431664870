import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fleetStream, liveStream } from '#contract/calls/live.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import { cacheVisibleVehicles } from '../access/visible-vehicles.service.ts'
import { HttpError } from '../http/errors.ts'
import { type Route, route } from '../http/handler.ts'
import type { Acting } from '../support/acting.service.ts'
import type { EventStream } from './event-stream.ts'
import type { LiveHub } from './hub.ts'
import { LIVE } from './limits.ts'
import type { StreamGuard } from './stream-guard.ts'
import { createStreamLimit } from './stream-limit.ts'

const resumeIdOf = (request: FastifyRequest): string | undefined => {
  const id = request.headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Takes the reply over from Fastify, with the headers that have been set on it. */
const takeOver = (reply: FastifyReply) => {
  const headers = reply.getHeaders() as OutgoingHttpHeaders
  reply.hijack()
  return { raw: reply.raw, headers }
}

const isSame = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id))

/**
 * The two event streams of the map. A vehicle that the caller may not see is answered like one that does not exist: 404
 * alone, an ERROR within a list (AC-02).
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
  const cachedVisibleVehicles = cacheVisibleVehicles(visibleVehicles, { forMs: LIVE.guardMs / 2, now })
  /** Ends the stream when `isStillAllowed` denies it for the vehicles that are visible by then. */
  const watch = (
    { session }: FastifyRequest,
    stream: EventStream,
    isStillAllowed: (vehicleIds: ReadonlySet<number>) => boolean,
  ) => {
    if (session === null) return
    const { caller, login, family } = session
    guard.watch({
      stream,
      family,
      role: login.role,
      isStillAllowed: async () =>
        (caller.userId === login.userId || (await acting.stillActs(family, caller.userId))) &&
        isStillAllowed((await cachedVisibleVehicles(caller)).vehicleIds),
    })
  }
  const limitStreams = createStreamLimit()
  return [
    route(liveStream, async ({ query, caller, request, reply, inTurn }) => {
      limitStreams(request, reply)
      const { vehicleIds: visible } = await inTurn(() => visibleVehicles(caller))
      const requested = [
        ...new Set(query.vehicleIds ?? (query.vehicleId === undefined ? [] : [query.vehicleId])),
      ]
      if (requested.length === 0) throw new HttpError('vehiclesNotNamed')
      const vehicleIds = requested.filter((id) => visible.has(id))
      const refused = requested.filter((id) => !visible.has(id))
      const lastEventId = resumeIdOf(request)
      const opening = { ...takeOver(reply), vehicleIds, refused, lastEventId, owner: caller }
      const { stream, filled } = hub.openVehicleStream(opening)
      watch(request, stream, (now) => vehicleIds.every((id) => now.has(id)))
      await filled
      return undefined
    }),
    route(fleetStream, async ({ caller, request, reply, inTurn }) => {
      limitStreams(request, reply)
      const { vehicleIds } = await inTurn(() => visibleVehicles(caller))
      const opening = { ...takeOver(reply), vehicleIds, lastEventId: resumeIdOf(request) }
      const { stream, filled } = hub.openFleetStream(opening)
      watch(request, stream, (visible) => isSame(visible, vehicleIds))
      await filled
      return undefined
    }),
  ]
}
