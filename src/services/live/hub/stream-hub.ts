import { Observable, timer } from 'rxjs'
import { switchMap } from 'rxjs/operators'
import { type Backoff, createBackoff } from '#domain/backoff.ts'
import { createFleetSubscription } from './fleet-subscription.ts'
import type { ConnectionRequest, HubMessage, TabMessage } from './hub-protocol.ts'
import {
  type RequestConnectionParams,
  readStream,
  type StreamFailure,
  type StreamItem,
} from './read-stream.ts'
import { createConnectionParamsRequester } from './request-connection-params.ts'
import type { ConnectUpstream, Ending, SharedSubscription, TabSubscription } from './shared-subscription.ts'
import { createTabPort, type TabPort } from './tab-port.ts'
import { createVehiclesSubscription } from './vehicles-subscription.ts'

/** A tab that has read nothing for this long, in ms, is released; it reconnects by itself when it wakes. */
const LONGEST_BEHIND_MS = 60_000
/** Backoffs of this many users' connections are remembered. */
const MAX_BACKOFFS = 20

/** The hub's record of one tab. */
export type TabConnection = {
  receive(message: TabMessage): void
  /** The tab is closed. */
  leave(): void
}

/** Holds the event streams of a browser: at most two connections for each user, whatever the number of tabs (ST-16). */
export type StreamHub = {
  /** Adds a tab. `post` must not call back synchronously. `isLocal`: the hub runs in this tab. */
  attach(post: (message: HubMessage) => void, options?: { readonly isLocal?: boolean }): TabConnection
  /** Ends all connections. */
  close(): void
}

/** Options of the hub. `random` returns 0 to below 1; `now` is a monotonic clock in ms. */
export type StreamHubOptions = {
  readonly random: () => number
  readonly now: () => number
  readonly read?: (name: string, requestParams: RequestConnectionParams) => Observable<StreamItem>
}

/** Groups the messages of a chunk and drops the heartbeat after them. */
const inChunks = (items$: Observable<StreamItem>): Observable<readonly StreamItem[]> =>
  new Observable((subscriber) => {
    let chunk: StreamItem[] = []
    return items$.subscribe({
      next: (item) => {
        if (item.type === 'open') return subscriber.next([item])
        if (item.type === 'message') return void chunk.push(item)
        subscriber.next(chunk.length > 0 ? chunk : [item])
        chunk = []
      },
      error: (error: unknown) => subscriber.error(error),
      complete: () => subscriber.complete(),
    })
  })

/** A hub without tabs. It runs in a shared worker or in an elected tab. */
export const createStreamHub = ({
  random,
  now,
  read = (name, requestParams) => readStream({ name, requestParams }),
}: StreamHubOptions): StreamHub => {
  const subscriptions = new Map<
    string,
    { readonly subscription: SharedSubscription; readonly userKey: string }
  >()
  const backoffs = new Map<string, { readonly backoff: Backoff; notBefore: number }>()
  const tabs = new Map<TabPort, { readonly isLocal: boolean; readonly subs: Map<number, TabSubscription> }>()
  const paramsRequester = createConnectionParamsRequester()

  const backoffOf = (key: string) => {
    const known = backoffs.get(key) ?? { backoff: createBackoff({ random }), notBefore: 0 }
    backoffs.delete(key)
    backoffs.set(key, known)
    if (backoffs.size > MAX_BACKOFFS) backoffs.delete(backoffs.keys().next().value ?? '')
    return known
  }

  /** The tabs that can give connection parameters: the one beside the hub first, so that no token travels, then the listeners. */
  const tabsToAsk = (subscription: () => SharedSubscription) => () => {
    const local = [...tabs].flatMap(([tab, { isLocal }]) => (isLocal ? [tab] : []))
    const listening = [...subscription().subs].map(({ tab }) => tab)
    return [...new Set([...local, ...listening])].filter((tab) => tab.behindSince() === null)
  }

  const connecting =
    (key: string, userKey: string, subscription: () => SharedSubscription): ConnectUpstream =>
    (request: ConnectionRequest) => {
      const paced = backoffOf(key)
      const name = request.kind === 'fleet' ? 'fleetStream' : 'liveStream'
      return timer(Math.max(0, paced.notBefore - now())).pipe(
        switchMap(() => {
          paced.backoff.attempted(now())
          return inChunks(read(name, paramsRequester.requestFrom(userKey, request, tabsToAsk(subscription))))
        }),
        (items$) =>
          new Observable((subscriber) =>
            items$.subscribe({
              next: (items) => {
                if (items[0]?.type === 'open') paced.backoff.opened(now())
                subscriber.next(items)
              },
              error: (failure: StreamFailure) => {
                paced.notBefore = now() + paced.backoff.next(now(), failure.retryAfterMs)
                subscriber.error(failure)
              },
              complete: () => subscriber.complete(),
            }),
          ),
      )
    }

  const notifyEnd = ({ tab, subId }: TabSubscription, ending: Ending) => {
    tabs.get(tab)?.subs.delete(subId)
    if (ending === null) tab.notify({ type: 'done', subId })
    else {
      const { kind, message, retryAfterMs } = ending
      tab.notify({ type: 'failed', subId, kind, message, retryAfterMs })
    }
  }

  const endSubscription = (key: string, ending: Ending) => {
    const subscription = subscriptions.get(key)?.subscription
    if (subscription === undefined) return
    subscriptions.delete(key)
    const subs = [...subscription.subs]
    subscription.close()
    for (const sub of subs) notifyEnd(sub, ending)
  }

  const keyOf = (topic: TabSubscription['topic'], userKey: string) => `${topic.kind} ${userKey}`

  const subscriptionOf = (topic: TabSubscription['topic'], userKey: string): SharedSubscription => {
    const key = keyOf(topic, userKey)
    const known = subscriptions.get(key)
    if (known !== undefined) return known.subscription
    const create = topic.kind === 'fleet' ? createFleetSubscription : createVehiclesSubscription
    const subscription: SharedSubscription = create({
      connect: connecting(key, userKey, () => subscription),
      onEnd: (ending) => endSubscription(key, ending),
    })
    subscriptions.set(key, { subscription, userKey })
    return subscription
  }

  const leaveSubscription = (sub: TabSubscription) => {
    for (const [key, { subscription }] of subscriptions) {
      if (!subscription.subs.has(sub)) continue
      subscription.leave(sub)
      if (subscription.subs.size === 0) subscriptions.delete(key)
    }
  }

  const letGoOfFrozen = () => {
    for (const [tab, { subs }] of tabs) {
      const since = tab.behindSince()
      if (since === null || now() - since < LONGEST_BEHIND_MS) continue
      for (const sub of [...subs.values()]) {
        leaveSubscription(sub)
        notifyEnd(sub, { kind: 'network', message: 'The tab was asleep.', retryAfterMs: null })
      }
    }
  }
  const sweep = setInterval(letGoOfFrozen, LONGEST_BEHIND_MS / 4)

  return {
    attach: (post, { isLocal = false } = {}) => {
      const subs = new Map<number, TabSubscription>()
      const tab = createTabPort({
        post,
        now,
        onReady: () => {
          for (const sub of subs.values())
            for (const { subscription } of subscriptions.values())
              if (subscription.subs.has(sub)) subscription.catchUp(sub)
        },
      })
      tabs.set(tab, { isLocal, subs })
      const close = (subId: number) => {
        const sub = subs.get(subId)
        subs.delete(subId)
        if (sub !== undefined) leaveSubscription(sub)
      }
      const closeAll = () => {
        for (const subId of [...subs.keys()]) close(subId)
      }
      return {
        receive: (message) => {
          switch (message.type) {
            case 'open': {
              const { subId, topic, userKey, lastEventId } = message
              const sub: TabSubscription = { subId, tab, topic, lastEventId }
              subs.set(subId, sub)
              if (!subscriptionOf(topic, userKey).join(sub))
                notifyEnd(sub, { kind: 'busy', message: 'Too many are followed.', retryAfterMs: 60_000 })
              return
            }
            case 'close':
              return close(message.subId)
            case 'acknowledged':
              return tab.acknowledge(message.seq)
            case 'connectionParams':
              return paramsRequester.receiveAnswer(message.requestId, message.params)
            case 'sessionEnded':
              for (const [key, { userKey }] of [...subscriptions])
                if (userKey === message.userKey)
                  endSubscription(key, {
                    kind: 'network',
                    message: 'The session is over.',
                    retryAfterMs: null,
                  })
              return
            case 'ping':
              return tab.notify({ type: 'pong' })
            case 'bye':
              return closeAll()
          }
        },
        leave: () => {
          closeAll()
          tabs.delete(tab)
        },
      }
    },
    close: () => {
      clearInterval(sweep)
      for (const key of [...subscriptions.keys()])
        endSubscription(key, { kind: 'network', message: 'The streams moved elsewhere.', retryAfterMs: null })
      tabs.clear()
    },
  }
}
