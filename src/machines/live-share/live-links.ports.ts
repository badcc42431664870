import type { LiveShare, ShareEnd } from '#contract/records/live-share.ts'

/** What is shared: vehicles, or a running trip with its vehicle. */
export type ShareSubject =
  | { readonly kind: 'vehicles'; readonly vehicleIds: readonly number[] }
  | { readonly kind: 'trip'; readonly tripId: number; readonly vehicleId: number }

/** How a link is to be made. It ends `hours` from now, or at `endsAt` (ms UTC) where `hours` is null. */
export type ShareForm = {
  readonly endsBy: ShareEnd
  readonly hours: number | null
  readonly endsAt: number | null
  readonly geoFenceId: number | null
  readonly label: string
}

/** A link to make. */
export type ShareDraft = ShareForm & { readonly subject: ShareSubject }

/** A link that was made; its address is with the service, which shows it once. */
export type MadeLink = { readonly shareId: number }

/** A geofence in which a link can end. */
export type FenceChoice = { readonly geoFenceId: number; readonly geoFenceName: string }

/** A change of a link: its end, so many hours from now, or its revocation. */
export type ShareChange =
  | { readonly kind: 'end'; readonly shareId: number; readonly hours: number }
  | { readonly kind: 'revoke'; readonly shareId: number }

/** The caller's links: the open ones, then those that have ended, each the newest first. */
export type LinkList = readonly LiveShare[]
