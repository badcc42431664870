import type { ConnectionParams, StreamFailureKind, StreamItem } from './read-stream.ts'

/** Begins the names of the locks that tabs hold while they live. */
export const TAB_LOCK = 'roadbook.tab.'

/** What a tab wants to hear: the fleet's batches, or every fix of one vehicle. */
export type Topic = { readonly kind: 'fleet' } | { readonly kind: 'vehicle'; readonly vehicleId: number }

/** A connection that the hub wants to make: the fleet's, or that of all followed vehicles. */
export type ConnectionRequest =
  | { readonly kind: 'fleet' }
  | { readonly kind: 'vehicles'; readonly vehicleIds: readonly number[]; readonly lastEventId: string | null }

/**
 * What a tab says to the hub. `who` names whose data it is: topics of different names share nothing. `took` tells how far
 * the tab has read, so that nothing piles up for one that is frozen; `left` that a session is over.
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
 * What the hub says to a tab. `ask` wants the way of a connection, `refused` after the one given before was answered 401;
 * the token in the answer is used at once and not kept.
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
