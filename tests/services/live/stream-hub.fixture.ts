import { Observable, type Subscriber } from 'rxjs'
import { vi } from 'vitest'
import { fleetStream, liveStream } from '#contract/calls/live.ts'
import { type FleetBatch, STREAM_EVENT } from '#contract/records/live.ts'
import { createTabStreams, type HubPort } from '#src/services/live/browser-streams.ts'
import {
  createEventStreams,
  type EventStreams,
  type StreamConnector,
} from '#src/services/live/event-stream.ts'
import type { HubMessage, TabMessage } from '#src/services/live/hub/hub-protocol.ts'
import {
  type ConnectionParams,
  type RequestConnectionParams,
  StreamFailure,
  type StreamItem,
} from '#src/services/live/hub/read-stream.ts'
import { createStreamHub, type StreamHub, type TabConnection } from '#src/services/live/hub/stream-hub.ts'

/** One connection to the server that the test plays. */
export type Connection = {
  readonly name: string
  readonly params: ConnectionParams
  /** The request: vehicles and, by vehicle, the id to resume after. */
  readonly vehicleIds: readonly number[]
  readonly behind: ReadonlyMap<number, string>
  readonly isOpen: () => boolean
  readonly refuseToken: () => Promise<ConnectionParams | null>
  /** Sends these items as one chunk. */
  say(...items: StreamItem[]): void
  fail(kind?: StreamFailure['kind']): void
}

/** Answers a connection at once. */
export const answerOpen = (connection: Connection): void => connection.say({ type: 'open' })

/** A batch of the fleet's stream: vehicles at a time. */
export const batchOf = (time: number, ...vehicleIds: number[]): FleetBatch => ({
  vehicleId: vehicleIds,
  time: vehicleIds.map(() => time),
  lng: vehicleIds.map((id) => 70 + id / 100),
  lat: vehicleIds.map(() => 20 + (time % 1000) / 1000),
  speed: vehicleIds.map(() => 40),
  heading: vehicleIds.map(() => 90),
  status: vehicleIds.map(() => 0),
})

export const fleetMessage = (event: string, batch: FleetBatch, id: string): StreamItem => ({
  type: 'message',
  event,
  data: JSON.stringify(batch),
  id,
})

export const pointMessage = (vehicleId: number, time: number): StreamItem => ({
  type: 'message',
  event: STREAM_EVENT.livePoint,
  data: JSON.stringify({ vehicleId, time }),
  id: `v${vehicleId}-${time}`,
})

const requestOf = (params: ConnectionParams) => {
  const parameters = JSON.parse(decodeURIComponent(new URL(params.address).hash.slice(1)))
  const ids: string[] = parameters.lastEventId?.split(',') ?? []
  return {
    vehicleIds: (parameters.query?.vehicleIds ?? []) as number[],
    behind: new Map(ids.map((id) => [Number(/^v(\d+)-/.exec(id)?.[1]), id])),
  }
}

/** A session's connector: addresses hold the request, headers the current token. */
export const connectorOf = (session: {
  userKey: string | null
  token: string
  newer?: string | null
}): StreamConnector => ({
  userKey: () => session.userKey,
  requesterFor: (call, request) => async (refused) => {
    if (refused && session.newer === null) return null
    if (refused) session.token = session.newer ?? session.token
    return {
      address: `http://server/${call.id}#${encodeURIComponent(JSON.stringify(request))}`,
      headers: { authorization: session.token },
    }
  },
})

/** Connections of a hub, served by the test; `onOpen` may serve them at once. */
export const createServer = (onConnect: (connection: Connection) => void = () => {}) => {
  const connections: Connection[] = []
  const read = (name: string, requestParams: RequestConnectionParams) =>
    new Observable<StreamItem>((subscriber: Subscriber<StreamItem>) => {
      const control = new AbortController()
      requestParams(false, control.signal).then(
        (params) => {
          if (params === null) return subscriber.error(new StreamFailure('refused', 'nobody'))
          const connection: Connection = {
            ...{ name, params },
            ...requestOf(params),
            isOpen: () => !subscriber.closed,
            refuseToken: () => requestParams(true, control.signal),
            say: (...items) => {
              for (const item of items) subscriber.next(item)
              if (items.some(({ type }) => type === 'message')) subscriber.next({ type: 'beat' })
            },
            fail: (kind = 'network') => subscriber.error(new StreamFailure(kind, kind)),
          }
          connections.push(connection)
          onConnect(connection)
        },
        () => {},
      )
      return () => control.abort()
    })
  return {
    connections,
    read,
    open: () => connections.filter(({ isOpen }) => isOpen()),
    latest: () => {
      const connection = connections.at(-1)
      if (connection === undefined) throw new Error('Nothing was connected.')
      return connection
    },
  }
}

export const settle = (ms = 100) => vi.advanceTimersByTimeAsync(ms)

/** What a tab received from one subscription. */
export type ReceivedItems = {
  readonly items: StreamItem[]
  readonly failures: StreamFailure[]
  close(): void
  /** Ids of the messages, in order. */
  ids(): (string | null)[]
}

const listen = (items$: Observable<StreamItem>): ReceivedItems => {
  const items: StreamItem[] = []
  const failures: StreamFailure[] = []
  const subscription = items$.subscribe({
    next: (item) => items.push(item),
    error: (failure) => failures.push(failure),
  })
  return {
    items,
    failures,
    close: () => subscription.unsubscribe(),
    ids: () => items.flatMap((item) => (item.type === 'message' ? [item.id] : [])),
  }
}

/** The actions of a tab, over any port. */
export const tabDriver = (streams: EventStreams) => ({
  fleet: (lastEventId: string | null = null) => listen(streams.open(fleetStream, { lastEventId })),
  follow: (vehicleId: number, lastEventId: string | null = null) =>
    listen(streams.open(liveStream, { query: { vehicleId }, lastEventId })),
})

/** Streams that must not be used. */
export const noDirect = (): EventStreams =>
  createEventStreams({
    connector: { requesterFor: () => () => Promise.reject(new Error('read by the page itself')) },
  })

/** A hub and its tabs. Messages take a turn of the clock; those for a frozen tab wait until it thaws. */
export const createBrowser = ({
  onConnect,
  random = () => 0,
}: {
  onConnect?: (connection: Connection) => void
  random?: () => number
} = {}) => {
  const server = createServer(onConnect)
  const hub: StreamHub = createStreamHub({ read: server.read, random, now: () => performance.now() })
  const openTab = (
    session = { userKey: 'anna' as string | null, token: 'one' } as Parameters<typeof connectorOf>[0],
  ) => {
    let receive: (message: HubMessage) => void = () => {}
    let sessionChanged = () => {}
    let frozen: HubMessage[] | null = null
    const messages: HubMessage[] = []
    const connection: TabConnection = hub.attach((message) => {
      setTimeout(() => {
        messages.push(message)
        if (frozen !== null) frozen.push(message)
        else receive(message)
      })
    })
    const port: HubPort = {
      post: (message: TabMessage) => void setTimeout(() => connection.receive(message)),
      onMessage: (listener) => {
        receive = listener
      },
      onLost: () => {},
      isUsable: () => true,
    }
    const streams = createTabStreams({
      port,
      connector: connectorOf(session),
      direct: noDirect(),
      onSession: (listener) => {
        sessionChanged = listener
      },
      origin: () => 'http://portal/',
    })
    return {
      ...tabDriver(streams),
      session,
      /** Every message the tab received. */
      words: messages,
      sessionChanged: () => sessionChanged(),
      freeze: () => {
        frozen ??= []
      },
      thaw: () => {
        const held = frozen ?? []
        frozen = null
        for (const message of held) receive(message)
      },
      unread: () => frozen?.length ?? 0,
      /** Closes the tab without a message, as a crash does. */
      crash: () => connection.leave(),
    }
  }
  return { ...server, hub, openTab }
}
