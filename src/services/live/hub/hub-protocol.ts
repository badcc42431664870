import type { ConnectionParams, StreamFailureKind, StreamItem } from './read-stream.ts'

/**
 * Names the hub of this protocol: the shared worker, the lock of the elected tab and the channel of the tabs. Raise its
 * number with every change of the messages below, so that tabs of an older release run a hub of their own.
 */
export const HUB_NAME = 'roadbook.live.2'

/** Prefix of the locks that tabs hold while they are open. */
export const TAB_LOCK = 'roadbook.tab.'

/** What a tab subscribes to: the fleet's batches, or every fix of one vehicle. */
export type Topic = { readonly kind: 'fleet' } | { readonly kind: 'vehicle'; readonly vehicleId: number }

/** A connection that the hub needs: the fleet's, or that of all followed vehicles. */
export type ConnectionRequest =
  | { readonly kind: 'fleet' }
  | { readonly kind: 'vehicles'; readonly vehicleIds: readonly number[]; readonly lastEventId: string | null }

/**
 * Messages of a tab to the hub. Topics of different `userKey`s share nothing. `acknowledged` is the newest `seq` the tab has
 * read, so that nothing piles up for a frozen one; `sessionEnded` ends everything of a user.
 */
export type TabMessage =
  | {
      readonly type: 'open'
      readonly subId: number
      readonly topic: Topic
      readonly userKey: string
      readonly lastEventId: string | null
    }
  | { readonly type: 'close'; readonly subId: number }
  | { readonly type: 'acknowledged'; readonly seq: number }
  | {
      readonly type: 'connectionParams'
      readonly requestId: number
      readonly params: ConnectionParams | null
    }
  | { readonly type: 'sessionEnded'; readonly userKey: string }
  | { readonly type: 'ping' }
  | { readonly type: 'bye' }

/**
 * Messages of the hub to a tab. `requestConnectionParams` is `refused` when the parameters given before were answered 401;
 * the token in the reply is used at once and not stored.
 */
export type HubMessage =
  | {
      readonly type: 'items'
      readonly seq: number
      readonly subId: number
      readonly items: readonly StreamItem[]
    }
  | {
      readonly type: 'failed'
      readonly subId: number
      readonly kind: StreamFailureKind
      readonly message: string
      readonly retryAfterMs: number | null
    }
  | { readonly type: 'done'; readonly subId: number }
  | {
      readonly type: 'requestConnectionParams'
      readonly requestId: number
      readonly userKey: string
      readonly request: ConnectionRequest
      readonly refused: boolean
    }
  | { readonly type: 'pong' }
