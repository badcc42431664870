import { geofenceList } from '#contract/calls/geofences.ts'
import {
  changeLiveShare,
  createLiveShare,
  listLiveShares,
  revokeLiveShare,
} from '#contract/calls/live-share.ts'
import { HOUR_MS } from '#domain/units.ts'
import type {
  FenceChoice,
  LinkList,
  MadeLink,
  ShareChange,
  ShareDraft,
} from '#src/machines/live-share/live-links.ports.ts'
import type { Http } from '../http/http.ts'

/** The live links of the user (OPEN-43). */
export type OwnedLinks = {
  create(draft: ShareDraft, signal: AbortSignal): Promise<MadeLink>
  list(isPolled: boolean, signal: AbortSignal): Promise<LinkList>
  change(change: ShareChange, signal: AbortSignal): Promise<void>
  fences(signal: AbortSignal): Promise<readonly FenceChoice[]>
  /** The whole address of a link that this page has made; '' for any other: the server does not know it any more. */
  addressOf(shareId: number): string
}

/** `absolute` makes an address below the portal's a whole one; `now` is ms UTC by the server's clock. */
export const createOwnedLinks = ({
  http,
  absolute,
  userId,
  now,
}: {
  http: Pick<Http, 'call'>
  userId: () => number
  absolute: (path: string) => string
  now: () => number
}): OwnedLinks => {
  let made: { readonly shareId: number; readonly address: string } | null = null
  return {
    create: async ({ subject, endsBy, hours, endsAt, geoFenceId, label }, signal) => {
      const end = hours === null ? endsAt : now() + hours * HOUR_MS
      const { shareId, liveLinkUrl } = await http.call(
        createLiveShare,
        {
          body: {
            ...(subject.kind === 'trip'
              ? { tripId: subject.tripId }
              : { vehicleIds: [...subject.vehicleIds] }),
            endsBy,
            ...(endsBy === 'time' && end !== null ? { endsAt: end } : {}),
            ...(endsBy === 'arrival' && geoFenceId !== null ? { geoFenceId } : {}),
            label,
          },
        },
        signal,
      )
      made = { shareId, address: absolute(liveLinkUrl) }
      return { shareId }
    },
    list: async (isPolled, signal) =>
      (await http.call(listLiveShares, { isPolled, isSilent: true }, signal)).shares,
    change: async (change, signal) => {
      const { shareId } = change
      if (change.kind === 'revoke') await http.call(revokeLiveShare, { body: { shareId } }, signal)
      else
        await http.call(
          changeLiveShare,
          { body: { shareId, endsAt: now() + change.hours * HOUR_MS } },
          signal,
        )
    },
    fences: async (signal) =>
      (await http.call(geofenceList, { query: { userId: userId() }, isSilent: true }, signal)).geofences.map(
        ({ geoFenceId, geoFenceShapeName }) => ({
          geoFenceId,
          geoFenceName: geoFenceShapeName,
        }),
      ),
    addressOf: (shareId) => (made?.shareId === shareId ? made.address : ''),
  }
}
