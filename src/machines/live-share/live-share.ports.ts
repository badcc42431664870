import type { ShareEnd, ShareMessage } from '#contract/records/live-share.ts'
import type { LiveState } from '../fleet/fleet.ports.ts'

/** One position of a shared vehicle (SHR-12). */
export type SharePoint = Extract<ShareMessage, { LAT: number }>

/** An open link without its vehicles, which go to the store of the page. `endsAt` is ms UTC. */
export type SharedLink = {
  readonly vehicleIds: readonly number[]
  readonly label: string
  readonly endsBy: ShareEnd
  readonly endsAt: number
}

/** What the server says of a link (SHR-07): it is open, or it is not, with its message; null where it said nothing (SHR-09). */
export type LinkAnswer =
  | { readonly kind: 'open'; readonly link: SharedLink }
  | { readonly kind: 'broken'; readonly message: string | null }

/** State of the stream of the followed vehicle; `busy`: too many are watching, and it is tried again. */
export type ShareStreamState = LiveState | 'busy'

/** The server has ended a stream (SHR-10): its link is not open any more, or the followed vehicle has left it. */
export type ShareEnded = { type: 'share.ended' }

/** Events of the stream of a followed vehicle; the trail goes to the map. */
export type ShareStreamEvent =
  | { type: 'share.pointArrived'; point: SharePoint }
  | { type: 'share.streamChanged'; state: ShareStreamState }
  | ShareEnded
