import type { Observable } from 'rxjs'
import type { StreamFailure, StreamItem } from '../read-stream.ts'
import type { TabLine } from './tab-line.ts'
import type { ConnectionRequest, Topic } from './words.ts'

/** One topic that one tab listens to. */
export type Sub = {
  readonly subId: number
  readonly tab: TabLine
  readonly topic: Topic
  /** The last event the tab knows. */
  readonly lastEventId: string | null
}

/** Why listeners are let go: a failure, or null where there is nothing more to wait for. */
export type Ending = Pick<StreamFailure, 'kind' | 'message' | 'retryAfterMs'> | null

/** Makes the connections of a room, no sooner than its backoff allows. Errs with `StreamFailure`. */
export type ConnectRoom = (request: ConnectionRequest) => Observable<readonly StreamItem[]>

/** Listeners of one person's data that share a connection. */
export type Room = {
  readonly subs: ReadonlySet<Sub>
  /** False where the room has no place for it. */
  join(sub: Sub): boolean
  leave(sub: Sub): void
  /** Brings a listener up to date that was not sent everything. */
  catchUp(sub: Sub): void
  /** Ends the connection and forgets what was kept. The listeners are the caller's to tell. */
  close(): void
}

/** What every room is made of. `onEnd` is told when the connection is over; the room is then closed. */
export type RoomOptions = {
  readonly connect: ConnectRoom
  readonly onEnd: (ending: Ending) => void
}
