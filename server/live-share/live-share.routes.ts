import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  changeLiveShare,
  createLiveShare,
  listLiveShares,
  revokeLiveShare,
  shareStream,
  validateShare,
} from '#contract/calls/live-share.ts'
import type { SharedVehicle } from '#contract/records/live-share.ts'
import { TEXTS } from '#contract/texts.ts'
import type { Fix } from '#domain/fix.ts'
import { roundDegrees } from '#domain/rounding.ts'
import { currentSpeed } from '#domain/silence.ts'
import { statusOf } from '#domain/status.ts'
import { asksToAct } from '../access/access.ts'
import { HttpError } from '../http/errors.ts'
import { listRoute, ownTurnsRoute, type Route, route } from '../http/handler.ts'
import { createOpenSums } from '../http/open-sums.ts'
import { networkOf } from '../http/rate-limit.ts'
import { countUntilClosed } from '../live/stream-limit.ts'
import { SHARE } from './limits.ts'
import { sharedVehiclesOf } from './link.ts'
import type { LinkIds } from './link-ids.ts'
import type { LinkedVehicle, LiveShareRepository } from './live-share.repository.ts'
import type { LiveShareService } from './live-share.service.ts'
import type { ShareAccess, Visitor } from './share-access.ts'
import type { Viewers } from './viewers.ts'

/** @throws HttpError 403 for a request on behalf of another user: a link opens nothing to those (AC-13). */
const visitorOf = (request: FastifyRequest): Visitor => {
  if (asksToAct(request)) throw new HttpError('actingNotAllowed')
  return { address: request.ip }
}

const sharedVehicleOf = (
  { vehicleId, registrationId }: LinkedVehicle,
  imei: string,
  fix: Fix | undefined,
  now: number,
): SharedVehicle => ({
  vehicleId,
  registrationId,
  imei,
  vehicleStatus: fix === undefined ? TEXTS.noRecentData : statusOf(fix, now),
  latitude: fix === undefined ? null : roundDegrees(fix.lat),
  longitude: fix === undefined ? null : roundDegrees(fix.lng),
  currentVehicleSpeed: fix === undefined ? null : currentSpeed(fix.speed, fix.time, now),
  time: fix?.time ?? null,
  heading: fix?.heading ?? null,
})

const takeOver = (reply: FastifyReply) => {
  const headers = reply.getHeaders() as OutgoingHttpHeaders
  reply.hijack()
  return { raw: reply.raw, headers }
}

/** Live links: the owner's calls, and the two that anybody may make who has the address (SHR-11, SHR-12). */
export const liveShareRoutes = ({
  shares,
  links,
  ids,
  access,
  viewers,
  now,
}: {
  shares: LiveShareService
  links: Pick<LiveShareRepository, 'latest'>
  ids: Pick<LinkIds, 'aliasOf'>
  access: ShareAccess
  viewers: Viewers
  now: () => number
}): Route[] => {
  const counts = createOpenSums<string>()
  return [
    route(createLiveShare, ({ caller, body }) => shares.create(caller, body)),
    listRoute(listLiveShares, async ({ caller }) => ({ shares: await shares.list(caller) })),
    route(changeLiveShare, async ({ body: { shareId, endsAt } }) => {
      await shares.change(shareId, endsAt)
      return { shareId }
    }),
    route(revokeLiveShare, async ({ body: { shareId } }) => {
      await shares.revoke(shareId)
      return { shareId }
    }),
    route(validateShare, async ({ params: { q }, request }) => {
      const visitor = visitorOf(request)
      const link = await access.find(q, visitor)
      if (link === null) return { message: TEXTS.shareLinkBroken }
      await access.visited(link, visitor)
      const vehicles = sharedVehiclesOf(link)
      const latest = await links.latest(
        link.company_id,
        vehicles.map(({ vehicleId }) => vehicleId),
      )
      return {
        liveShareVehicleDetails: vehicles.map((one) =>
          sharedVehicleOf(one, ids.aliasOf(link.id, one.vehicleId), latest.get(one.vehicleId), now()),
        ),
        label: link.label,
        endsBy: link.ends_by,
        endsAt: link.ends_at.getTime(),
      }
    }),
    ownTurnsRoute(shareStream, async ({ query: { path, imei }, request, reply, inTurn }) => {
      const link = await inTurn(() => access.find(path, visitorOf(request)))
      const vehicle =
        link === null || imei === undefined
          ? null
          : sharedVehiclesOf(link).find(({ vehicleId }) => ids.aliasOf(link.id, vehicleId) === imei)
      if (link === null || vehicle === undefined) {
        viewers.refuse(takeOver(reply))
        return undefined
      }
      countUntilClosed(
        counts,
        reply,
        [
          [`link ${link.id}`, SHARE.viewersOfLink],
          [`address ${networkOf(request.ip)}`, SHARE.viewersOfAddress],
        ],
        { code: 'tooManyViewers', retryS: SHARE.retryS },
      )
      await viewers.open({ ...takeOver(reply), link, vehicle }).filled
      return undefined
    }),
  ]
}
