import type { HubPort } from './browser-streams.ts'
import { HUB_NAME, type HubMessage, TAB_LOCK, type TabMessage } from './hub/hub-protocol.ts'
import type { StreamHub, TabConnection } from './hub/stream-hub.ts'
import { type LivingPage, newTabId, watchHub } from './worker-port.ts'

/** Messages of the channel: of the election, to the elected tab and from it. */
type Envelope =
  | { readonly type: 'elected'; readonly by: string }
  | { readonly type: 'whoIsElected' }
  | { readonly type: 'up'; readonly from: string; readonly to: string; readonly message: TabMessage }
  | { readonly type: 'down'; readonly to: string; readonly message: HubMessage }

type Channel = Pick<BroadcastChannel, 'postMessage'> & {
  onmessage: ((event: MessageEvent<Envelope>) => void) | null
}

/**
 * The port for browsers without shared workers: one tab is elected by a lock that it holds while it is open, and runs
 * the hub for all. When it closes or hangs, another takes over, and all tabs resume after the last event they know.
 */
export const createElectedPort = ({
  page,
  locks,
  channel,
  startHub,
}: {
  page: LivingPage
  locks: Pick<LockManager, 'request'>
  channel: Channel
  startHub: () => StreamHub
}): HubPort => {
  const own = newTabId(page)
  let receive: (message: HubMessage) => void = () => {}
  let lost = () => {}
  let elected: string | null = null
  let waiting: TabMessage[] = []
  let hub: { readonly hub: StreamHub; readonly connections: Map<string, TabConnection> } | null = null
  let watch: ReturnType<typeof watchHub> | null = null

  const send = (envelope: Envelope) => channel.postMessage(envelope)

  const connectionOf = (from: string): TabConnection | undefined => {
    if (hub === null) return undefined
    const { connections } = hub
    const known = connections.get(from)
    if (known !== undefined) return known
    const isLocal = from === own
    const connection = hub.hub.attach(
      isLocal
        ? (message) => queueMicrotask(() => receive(message))
        : (message) => send({ type: 'down', to: from, message }),
      { isLocal },
    )
    connections.set(from, connection)
    if (!isLocal)
      void locks.request(`${TAB_LOCK}${from}`, () => {
        connections.delete(from)
        connection.leave()
      })
    return connection
  }

  const post = (message: TabMessage) => {
    if (hub !== null) return connectionOf(own)?.receive(message)
    if (elected !== null) return send({ type: 'up', from: own, to: elected, message })
    waiting.push(message)
  }

  const follow = (by: string) => {
    if (by === elected) return
    const isFirst = elected === null
    elected = by
    watch?.stop()
    watch =
      by === own ? null : watchHub({ ping: () => post({ type: 'ping' }), onDead: () => runForElection(true) })
    const messages = waiting
    waiting = []
    if (isFirst) for (const message of messages) post(message)
    else lost()
  }

  const lead = () =>
    new Promise<never>(() => {
      hub = { hub: startHub(), connections: new Map() }
      connectionOf(own)
      send({ type: 'elected', by: own })
      follow(own)
    })

  /** Waits to be elected; `byForce` replaces an elected tab that hangs. */
  const runForElection = (byForce: boolean) => {
    void locks.request(HUB_NAME, byForce ? { steal: true } : {}, lead).catch(() => {
      // Another tab replaced this one and holds the connections now.
      hub?.hub.close()
      hub = null
      elected = null
      send({ type: 'whoIsElected' })
      runForElection(false)
    })
  }

  channel.onmessage = ({ data: envelope }) => {
    if (envelope.type === 'whoIsElected') {
      if (hub !== null) send({ type: 'elected', by: own })
    } else if (envelope.type === 'elected') follow(envelope.by)
    else if (envelope.type === 'up') {
      if (envelope.to === own) connectionOf(envelope.from)?.receive(envelope.message)
    } else if (envelope.to === own) {
      watch?.heard()
      receive(envelope.message)
    }
  }
  page.addEventListener('pagehide', () => post({ type: 'bye' }))
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) lost()
  })
  // The tab takes its own lock first: the elected tab would get a free one and take this tab for closed.
  void locks.request(`${TAB_LOCK}${own}`, () => {
    send({ type: 'whoIsElected' })
    runForElection(false)
    return new Promise<never>(() => {})
  })

  return {
    post,
    onMessage: (listener) => {
      receive = listener
    },
    onLost: (listener) => {
      lost = listener
    },
    isUsable: () => true,
  }
}
