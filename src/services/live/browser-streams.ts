import { Observable, type Subscriber } from 'rxjs'
import { fleetStream, liveStream } from '#contract/calls/live.ts'
import { createElectedPort } from './elected-port.ts'
import {
  createEventStreams,
  type EventStreams,
  type StreamConnector,
  type StreamRequest,
} from './event-stream.ts'
import {
  type ConnectionRequest,
  HUB_NAME,
  type HubMessage,
  type TabMessage,
  type Topic,
} from './hub/hub-protocol.ts'
import {
  type ConnectionParams,
  type RequestConnectionParams,
  StreamFailure,
  type StreamItem,
} from './hub/read-stream.ts'
import { createStreamHub } from './hub/stream-hub.ts'
import { createWorkerPort, type LivingPage } from './worker-port.ts'

type Page = LivingPage & { readonly location: Pick<Location, 'href'> }

const portOf = (page: Page): HubPort | null => {
  if (typeof SharedWorker === 'function') return createWorkerPort({ page })
  const { locks } = page.navigator
  if (locks === undefined || typeof BroadcastChannel !== 'function') return null
  return createElectedPort({
    page,
    locks,
    channel: new BroadcastChannel(HUB_NAME),
    startHub: () => createStreamHub({ random: Math.random, now: () => performance.now() }),
  })
}

/**
 * The event streams of this page, over one hub for the whole browser: a shared worker, else an elected tab (ST-16).
 * Where neither is possible (no shared workers and no https), the page reads by itself.
 */
export const createBrowserStreams = ({
  page,
  connector,
  onSession,
}: {
  page: Page
  connector: StreamConnector
  onSession: (listener: () => void) => void
}): EventStreams => {
  const direct = createEventStreams({ connector })
  const port = portOf(page)
  if (port === null) return direct
  return createTabStreams({ port, connector, direct, onSession, origin: () => page.location.href })
}

/** The port from this tab to the hub. */
export type HubPort = {
  post(message: TabMessage): void
  /** Calls `listener` with each message for this tab. */
  onMessage(listener: (message: HubMessage) => void): void
  /** Calls `listener` when the hub is gone and another takes over. */
  onLost(listener: () => void): void
  /** False if no hub is left: the tab then reads by itself. */
  isUsable(): boolean
}

/** Most connection parameters that are remembered because the server may still refuse them. */
const MAX_GIVEN = 20

const topicOf = (callId: string, request: StreamRequest<never>): Topic | null => {
  if (callId === fleetStream.id) return { kind: 'fleet' }
  const vehicleId = Number((request.query as { vehicleId?: unknown } | undefined)?.vehicleId)
  return callId === liveStream.id && Number.isInteger(vehicleId) ? { kind: 'vehicle', vehicleId } : null
}

/**
 * Streams over the browser's shared connections, with the same `open` (ST-16). This page reads those that no hub
 * carries. `onSession` calls its listener when a session began or ended in any tab.
 */
export const createTabStreams = ({
  port,
  connector,
  direct,
  onSession,
  origin,
}: {
  port: HubPort
  connector: StreamConnector
  direct: EventStreams
  onSession: (listener: () => void) => void
  /** The address of this page, the base of the backends' addresses. */
  origin: () => string
}): EventStreams => {
  const subscribers = new Map<number, Subscriber<StreamItem>>()
  const given = new Map<number, RequestConnectionParams>()
  const control = new AbortController()
  let last = 0
  let lastUserKey = connector.userKey()

  const requesterFor = (request: ConnectionRequest): RequestConnectionParams => {
    if (request.kind === 'fleet') return connector.requesterFor(fleetStream, {})
    const { vehicleIds, lastEventId } = request
    return connector.requesterFor(liveStream, { query: { vehicleIds: [...vehicleIds] }, lastEventId })
  }

  const paramsFor = async ({
    requestId,
    userKey,
    request,
    refused,
  }: Extract<HubMessage, { type: 'requestConnectionParams' }>): Promise<ConnectionParams | null> => {
    if (userKey !== connector.userKey()) return null
    const requestParams = refused ? given.get(requestId) : requesterFor(request)
    given.delete(requestId)
    if (requestParams === undefined) return null
    if (!refused) {
      given.set(requestId, requestParams)
      if (given.size > MAX_GIVEN) given.delete(given.keys().next().value ?? 0)
    }
    const params = await requestParams(refused, control.signal)
    // The session may have ended or changed while the token was awaited.
    if (params === null || userKey !== connector.userKey()) return null
    return { ...params, address: new URL(params.address, origin()).href }
  }

  const receive = (message: HubMessage) => {
    switch (message.type) {
      case 'items': {
        const subscriber = subscribers.get(message.subId)
        for (const item of message.items) subscriber?.next(item)
        return port.post({ type: 'acknowledged', seq: message.seq })
      }
      case 'failed': {
        const failure = new StreamFailure(message.kind, message.message, message.retryAfterMs)
        return subscribers.get(message.subId)?.error(failure)
      }
      case 'done':
        return subscribers.get(message.subId)?.complete()
      case 'requestConnectionParams':
        return void paramsFor(message)
          .catch(() => null)
          .then((params) => port.post({ type: 'connectionParams', requestId: message.requestId, params }))
      case 'pong':
        return undefined
    }
  }

  port.onMessage(receive)
  port.onLost(() => {
    given.clear()
    for (const subscriber of [...subscribers.values()])
      subscriber.error(new StreamFailure('network', 'The tab that held the connections is gone.'))
  })
  onSession(() => {
    const userKey = connector.userKey()
    if (lastUserKey !== null && userKey !== lastUserKey)
      port.post({ type: 'sessionEnded', userKey: lastUserKey })
    lastUserKey = userKey
  })

  return {
    open: (call, request = {}) =>
      new Observable<StreamItem>((subscriber) => {
        const topic = topicOf(call.id, request as StreamRequest<never>)
        const userKey = connector.userKey()
        if (topic === null || userKey === null || !port.isUsable())
          return direct.open(call, request).subscribe(subscriber)
        last += 1
        const subId = last
        subscribers.set(subId, subscriber)
        port.post({ type: 'open', subId, topic, userKey, lastEventId: request.lastEventId ?? null })
        return () => {
          subscribers.delete(subId)
          port.post({ type: 'close', subId })
        }
      }),
  }
}
