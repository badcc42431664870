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

/** Why listeners are released: a failure, or null if nothing more will come. */
export type Ending = Pick<StreamFailure, 'kind' | 'message' | 'retryAfterMs'> | null

/** Makes the connections of a shared subscription, no sooner than its backoff allows. Errs with `StreamFailure`. */
export type ConnectUpstream = (request: ConnectionRequest) => Observable<readonly StreamItem[]>

/** Listeners to one user's data that share a connection. */
export type SharedSubscription = {
  readonly subs: ReadonlySet<TabSubscription>
  /** False if the subscription is full. */
  join(sub: TabSubscription): boolean
  leave(sub: TabSubscription): void
  /** Sends a listener what it has missed. */
  catchUp(sub: TabSubscription): void
  /** Ends the connection and drops what is stored. The caller notifies the listeners. */
  close(): void
}

/** What every shared subscription needs. `onEnd` is called when the connection is over; the subscription is then closed. */
export type SharedSubscriptionOptions = {
  readonly connect: ConnectUpstream
  readonly onEnd: (ending: Ending) => void
}
