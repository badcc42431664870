import type * as z from 'zod/mini'
import type { createLiveShare } from '#contract/calls/live-share.ts'
import { LIVE_SHARE } from '#contract/constants.ts'
import type { LiveShare } from '#contract/records/live-share.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import { fieldError, HttpError, notFound } from '../http/errors.ts'
import { storedHashOf } from '../identity/secrets.ts'
import { insideOf } from '../rules/fence-shape.ts'
import { SHARE } from './limits.ts'
import { stateOf } from './link.ts'
import type { LinkIds } from './link-ids.ts'
import type { LinkRow, LiveShareRepository } from './live-share.repository.ts'

type Draft = z.output<(typeof createLiveShare)['body']>

const listed = (row: LinkRow, now: number): LiveShare => ({
  shareId: row.id,
  label: row.label,
  vehicles: row.vehicles.map(({ vehicleId, registrationId, hasArrived }) => ({
    vehicleId,
    registrationId,
    hasArrived,
  })),
  endsBy: row.ends_by,
  endsAt: row.ends_at.getTime(),
  tripId: row.trip_id,
  geoFenceId: row.geofence_id,
  geoFenceName: row.fence_name,
  state: stateOf(row, now),
  createdAt: row.created_at.getTime(),
  createdBy: row.creator_name,
  views: row.views,
  lastViewedAt: row.last_viewed_at?.getTime() ?? null,
})

/**
 * Live links as their owners make, list, change and revoke them (OPEN-43). A link belongs to the company of its vehicles: whoever
 * sees all of them sees it, and it outlives its creator's login. `ended` is told of links that may have ended, `made` of new ones.
 */
export const createLiveShareService = ({
  links,
  ids,
  visibleVehicles,
  made,
  ended,
  now,
}: {
  links: LiveShareRepository
  ids: Pick<LinkIds, 'make'>
  visibleVehicles: VisibleVehiclesOf
  made: () => unknown
  ended: () => unknown
  now: () => number
}) => {
  /** @throws HttpError 400 for an end in the past, or too far away. */
  const checkEnd = (endsAt: number): number => {
    if (endsAt <= now()) throw fieldError('endsAt', 'shareEndTooEarly')
    // A minute more than the limit: the client's clock may be ahead.
    if (endsAt > now() + LIVE_SHARE.maxDays * DAY_MS + 60_000) throw fieldError('endsAt', 'shareEndTooFar')
    return endsAt
  }

  const endOf = ({ endsBy, endsAt }: Draft): number => {
    if (endsAt !== undefined) return checkEnd(endsAt)
    if (endsBy === 'time') throw fieldError('endsAt', 'shareEndMissing')
    return now() + LIVE_SHARE.maxDays * DAY_MS
  }

  const vehicleIdsOf = async ({ vehicleIds, tripId, endsBy }: Draft): Promise<readonly number[]> => {
    if (tripId === undefined) {
      if (vehicleIds === undefined) throw new HttpError('shareVehicles')
      if (endsBy === 'trip') throw new HttpError('shareTripNotRunning')
      return [...new Set(vehicleIds)]
    }
    if (vehicleIds !== undefined) throw new HttpError('shareVehicles')
    const trip = await links.trip(tripId)
    if (trip === undefined) throw notFound()
    if (trip.status !== 'RUNNING') throw new HttpError('shareTripNotRunning')
    return [trip.vehicle_id]
  }

  const companyOf = async (caller: Caller, vehicleIds: readonly number[]): Promise<number> => {
    const visible = await visibleVehicles(caller)
    if (!vehicleIds.every((id) => visible.vehicleIds.has(id))) throw notFound()
    const companies = new Set((await links.vehicles(vehicleIds)).map(({ company_id }) => company_id))
    const [companyId] = companies
    if (companyId === undefined) throw notFound()
    if (companies.size > 1) throw new HttpError('shareCompanies')
    return companyId
  }

  /** A vehicle that is in the fence already would never arrive there. */
  const checkArrival = async (companyId: number, vehicleIds: readonly number[], geoFenceId: number) => {
    const found = await links.fence(geoFenceId)
    if (found?.companyId !== companyId) throw notFound()
    const isInside = insideOf(found.fence)
    const latest = await links.latest(companyId, vehicleIds)
    for (const { id, registration } of await links.vehicles(vehicleIds)) {
      const fix = latest.get(id)
      if (fix !== undefined && isInside(fix.lng, fix.lat))
        throw new HttpError('shareAlreadyThere', { registration })
    }
  }

  /** The link of this id, if the caller may see it. The access check has refused those of others. */
  const linkOf = async (shareId: number): Promise<LinkRow> => {
    const link = await links.byId(shareId)
    if (link === undefined) throw notFound()
    return link
  }

  return {
    /** Makes a link; its address is told once. Errors: 400, 404, 409. */
    create: async (caller: Caller, draft: Draft): Promise<{ shareId: number; liveLinkUrl: string }> => {
      const { endsBy, geoFenceId, tripId = null, label = '' } = draft
      const endsAt = endOf(draft)
      const vehicleIds = await vehicleIdsOf(draft)
      const companyId = await companyOf(caller, vehicleIds)
      if (endsBy === 'arrival') {
        if (geoFenceId === undefined) throw fieldError('geoFenceId', 'shareFenceMissing')
        await checkArrival(companyId, vehicleIds, geoFenceId)
      }
      const id = ids.make()
      const shareId = await links.add(
        {
          ...{ companyId, endsBy, endsAt, tripId, vehicleIds },
          userId: caller.userId,
          createdAt: now(),
          hash: storedHashOf(id),
          label: label.trim(),
          geoFenceId: endsBy === 'arrival' ? (geoFenceId ?? null) : null,
        },
        LIVE_SHARE.maxOpenLinks,
      )
      if (shareId === undefined) throw notFound()
      if (shareId === null) throw new HttpError('sharesFull', { most: LIVE_SHARE.maxOpenLinks })
      made()
      return { shareId, liveLinkUrl: `/liveTrack?q=${id}` }
    },
    /** The links whose vehicles the caller sees all: the open ones, then those that have ended, each the newest first. */
    list: async (caller: Caller): Promise<LiveShare[]> => {
      const { companyId, vehicleIds } = await visibleVehicles(caller)
      const at = now()
      const limits = { since: at - SHARE.listedMs, now: at, most: SHARE.listed }
      const rows = await links.list(companyId, [...vehicleIds], limits)
      return rows.map((row) => listed(row, at))
    },
    /** Moves the end of an open link. Errors: 400, 404, 409. */
    change: async (shareId: number, endsAt: number): Promise<void> => {
      if (stateOf(await linkOf(shareId), now()) !== 'open') throw new HttpError('shareEnded')
      await links.change(shareId, checkEnd(endsAt))
      ended()
    },
    /** Ends a link; one that is revoked already stays as it is. Errors: 404, 409 for one that ended by itself. */
    revoke: async (shareId: number): Promise<void> => {
      const state = stateOf(await linkOf(shareId), now())
      if (state === 'revoked') return
      if (state !== 'open') throw new HttpError('shareEnded')
      await links.revoke(shareId, now())
      ended()
    },
  }
}

export type LiveShareService = ReturnType<typeof createLiveShareService>
