import type { Observable } from 'rxjs'
import type { ConnectionRequest, Topic } from './hub-protocol.ts'
import type { StreamFailure, StreamItem } from './read-stream.ts'
import type { TabPort } from './tab-port.ts'

/** One topic that one tab listens to. */
export type TabSubscription = {
  readonly subId: number
  readonly tab: TabPort
  readonly topic: Topic
  /** The last event the tab knows. */
  readonly lastEventId: string | null
}

/** Why listeners are let go: a failure, or null where there is nothing more to wait for. */
export type Ending = Pick<StreamFailure, 'kind' | 'message' | 'retryAfterMs'> | null

/** Makes the connections of a room, no sooner than its backoff allows. Errs with `StreamFailure`. */
export type ConnectUpstream = (request: ConnectionRequest) => Observable<readonly StreamItem[]>

/** Listeners of one person's data that share a connection. */
export type SharedSubscription = {
  readonly subs: ReadonlySet<TabSubscription>
  /** False where the room has no place for it. */
  join(sub: TabSubscription): boolean
  leave(sub: TabSubscription): void
  /** Brings a listener up to date that was not sent everything. */
  catchUp(sub: TabSubscription): void
  /** Ends the connection and forgets what was kept. The listeners are the caller's to tell. */
  close(): void
}

/** What every room is made of. `onEnd` is told when the connection is over; the room is then closed. */
export type SharedSubscriptionOptions = {
  readonly connect: ConnectUpstream
  readonly onEnd: (ending: Ending) => void
}
