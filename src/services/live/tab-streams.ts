import { Observable, type Subscriber } from 'rxjs'
import { fleetStream, liveStream } from '#contract/calls/map.ts'
import type { EventStreams, StreamRequest, Ways } from './event-stream.ts'
import type { ConnectionRequest, HubWord, TabWord, Topic } from './hub/words.ts'
import { type AskWay, StreamFailure, type StreamItem, type Way } from './read-stream.ts'

/** The way from this tab to whoever holds the browser's connections. */
export type HubPort = {
  post(word: TabWord): void
  /** Calls `listener` with each word for this tab. */
  onWord(listener: (word: HubWord) => void): void
  /** Calls `listener` when the holder is gone, and another is there or will be. */
  onLost(listener: () => void): void
  /** False where nobody holds connections for this tab any more: it reads by itself. */
  isUsable(): boolean
}

/** Ways given to the hub that may still be refused: at most this many are remembered. */
const MOST_GIVEN = 20

const topicOf = (callId: string, request: StreamRequest<never>): Topic | null => {
  if (callId === fleetStream.id) return { kind: 'fleet' }
  const vehicleId = Number((request.query as { vehicleId?: unknown } | undefined)?.vehicleId)
  return callId === liveStream.id && Number.isInteger(vehicleId) ? { kind: 'vehicle', vehicleId } : null
}

/**
 * Streams that share the browser's connections, behind the same `open` (ST-16). What no hub carries is read by this page
 * itself. `onSession` calls when a session began or ended, in whatever tab.
 */
export const createTabStreams = ({
  port,
  ways,
  direct,
  onSession,
  origin,
}: {
  port: HubPort
  ways: Ways
  direct: EventStreams
  onSession: (listener: () => void) => void
  /** The address of this page, which addresses of backends are relative to. */
  origin: () => string
}): EventStreams => {
  const subscribers = new Map<number, Subscriber<StreamItem>>()
  const given = new Map<number, AskWay>()
  const control = new AbortController()
  let last = 0
  let lastWho = ways.who()

  const asked = (request: ConnectionRequest): AskWay => {
    if (request.kind === 'fleet') return ways.of(fleetStream, {})
    const { vehicleIds, lastEventId } = request
    return ways.of(liveStream, { query: { vehicleIds: [...vehicleIds] }, lastEventId })
  }

  const wayFor = async ({
    askId,
    who,
    request,
    refused,
  }: Extract<HubWord, { type: 'ask' }>): Promise<Way | null> => {
    if (who !== ways.who()) return null
    const ask = refused ? given.get(askId) : asked(request)
    given.delete(askId)
    if (ask === undefined) return null
    if (!refused) {
      given.set(askId, ask)
      if (given.size > MOST_GIVEN) given.delete(given.keys().next().value ?? 0)
    }
    const way = await ask(refused, control.signal)
    // The session may have ended or changed while the token was waited for.
    if (way === null || who !== ways.who()) return null
    return { ...way, address: new URL(way.address, origin()).href }
  }

  const hear = (word: HubWord) => {
    switch (word.type) {
      case 'items': {
        const subscriber = subscribers.get(word.subId)
        for (const item of word.items) subscriber?.next(item)
        return port.post({ type: 'took', seq: word.seq })
      }
      case 'failed': {
        const failure = new StreamFailure(word.kind, word.message, word.retryAfterMs)
        return subscribers.get(word.subId)?.error(failure)
      }
      case 'done':
        return subscribers.get(word.subId)?.complete()
      case 'ask':
        return void wayFor(word)
          .catch(() => null)
          .then((way) => port.post({ type: 'way', askId: word.askId, way }))
      case 'pong':
        return undefined
    }
  }

  port.onWord(hear)
  port.onLost(() => {
    given.clear()
    for (const subscriber of [...subscribers.values()])
      subscriber.error(new StreamFailure('network', 'The tab that held the connections is gone.'))
  })
  onSession(() => {
    const who = ways.who()
    if (lastWho !== null && who !== lastWho) port.post({ type: 'left', who: lastWho })
    lastWho = who
  })

  return {
    open: (call, request = {}) =>
      new Observable<StreamItem>((subscriber) => {
        const topic = topicOf(call.id, request as StreamRequest<never>)
        const who = ways.who()
        if (topic === null || who === null || !port.isUsable())
          return direct.open(call, request).subscribe(subscriber)
        last += 1
        const subId = last
        subscribers.set(subId, subscriber)
        port.post({ type: 'open', subId, topic, who, lastEventId: request.lastEventId ?? null })
        return () => {
          subscribers.delete(subId)
          port.post({ type: 'close', subId })
        }
      }),
  }
}
