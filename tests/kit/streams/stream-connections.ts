import { Observable, type Subscriber } from 'rxjs'
import type { StreamFailureKind, StreamItem } from '#src/services/live/event-stream.ts'

/** One connection, served by the test. */
export type Connection = {
  readonly at: number
  readonly lastEventId: string | null
  readonly isOpen: () => boolean
  open(): void
  beat(): void
  message(event: string, data: unknown, id?: string): void
  fail(kind: StreamFailureKind, retryAfterMs?: number): void
  end(): void
}

/** A `connect` whose connections the test serves; `onConnect` may serve them at once. */
export const createConnections = (
  now: () => number,
  onConnect: (connection: Connection) => void = () => {},
) => {
  const all: Connection[] = []
  const connect = (lastEventId: string | null) =>
    new Observable<StreamItem>((subscriber: Subscriber<StreamItem>) => {
      const connection: Connection = {
        at: now(),
        lastEventId,
        isOpen: () => !subscriber.closed,
        open: () => subscriber.next({ type: 'open' }),
        beat: () => subscriber.next({ type: 'beat' }),
        message: (event, data, id) =>
          subscriber.next({
            type: 'message',
            event,
            data: typeof data === 'string' ? data : JSON.stringify(data),
            id: id ?? null,
          }),
        fail: (kind, retryAfterMs) =>
          subscriber.error(Object.assign(new Error(kind), { kind, retryAfterMs: retryAfterMs ?? null })),
        end: () => subscriber.complete(),
      }
      all.push(connection)
      onConnect(connection)
    })
  const latest = (): Connection => {
    const connection = all.at(-1)
    if (connection === undefined) throw new Error('Nothing was connected.')
    return connection
  }
  return { all, connect, latest }
}
