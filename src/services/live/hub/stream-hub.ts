import { Observable, timer } from 'rxjs'
import { switchMap } from 'rxjs/operators'
import { type Backoff, createBackoff } from '#src/streams/backoff.ts'
import { type AskWay, readStream, type StreamFailure, type StreamItem } from '../read-stream.ts'
import { createWayAsker } from './ask-ways.ts'
import { createFleetRoom } from './fleet-room.ts'
import type { ConnectRoom, Ending, Room, Sub } from './room.ts'
import { createTabLine, type TabLine } from './tab-line.ts'
import { createVehiclesRoom } from './vehicles-room.ts'
import type { ConnectionRequest, HubWord, TabWord } from './words.ts'

/** A tab that has read nothing for this long, in ms, is let go; it comes back by itself when it wakes. */
const LONGEST_BEHIND_MS = 60_000
/** Backoffs of this many persons' connections are remembered. */
const MOST_BACKOFFS = 20

/** What the hub knows of one tab. */
export type TabSeat = {
  hear(word: TabWord): void
  /** The tab is closed. */
  leave(): void
}

/** Holds the event streams of a browser: at most two connections for each person, whatever the number of tabs (ST-16). */
export type StreamHub = {
  /** Takes in a tab. `post` must not call back at once; `isLocal` is the tab that the hub itself runs in, if any. */
  attach(post: (word: HubWord) => void, options?: { readonly isLocal?: boolean }): TabSeat
  /** Ends all. */
  close(): void
}

/** What the hub stands on. `random` gives 0 to below 1; `now` is a steady clock in ms. */
export type StreamHubOptions = {
  readonly random: () => number
  readonly now: () => number
  readonly read?: (name: string, ask: AskWay) => Observable<StreamItem>
}

/** Messages of one chunk together; of chunks with messages the sign of life is left out. */
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

/** A hub without tabs. Where it runs (a shared worker, an elected tab) is its owner's business. */
export const createStreamHub = ({
  random,
  now,
  read = (name, ask) => readStream({ name, ask }),
}: StreamHubOptions): StreamHub => {
  const rooms = new Map<string, { readonly room: Room; readonly who: string }>()
  const backoffs = new Map<string, { readonly backoff: Backoff; notBefore: number }>()
  const tabs = new Map<TabLine, { readonly isLocal: boolean; readonly subs: Map<number, Sub> }>()
  const asker = createWayAsker()

  const backoffOf = (key: string) => {
    const known = backoffs.get(key) ?? { backoff: createBackoff({ random }), notBefore: 0 }
    backoffs.delete(key)
    backoffs.set(key, known)
    if (backoffs.size > MOST_BACKOFFS) backoffs.delete(backoffs.keys().next().value ?? '')
    return known
  }

  /** Those who may know the way: the tab beside the hub, so that no token travels, then who listens. */
  const guides = (room: () => Room) => () => {
    const local = [...tabs].flatMap(([tab, { isLocal }]) => (isLocal ? [tab] : []))
    const listening = [...room().subs].map(({ tab }) => tab)
    return [...new Set([...local, ...listening])].filter((tab) => tab.behindSince() === null)
  }

  const connecting =
    (key: string, who: string, room: () => Room): ConnectRoom =>
    (request: ConnectionRequest) => {
      const paced = backoffOf(key)
      const name = request.kind === 'fleet' ? 'fleetStream' : 'liveStream'
      return timer(Math.max(0, paced.notBefore - now())).pipe(
        switchMap(() => {
          paced.backoff.attempted(now())
          return inChunks(read(name, asker.asking(who, request, guides(room))))
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

  const tellEnd = ({ tab, subId }: Sub, ending: Ending) => {
    tabs.get(tab)?.subs.delete(subId)
    if (ending === null) tab.tell({ type: 'done', subId })
    else {
      const { kind, message, retryAfterMs } = ending
      tab.tell({ type: 'failed', subId, kind, message, retryAfterMs })
    }
  }

  const endRoom = (key: string, ending: Ending) => {
    const room = rooms.get(key)?.room
    if (room === undefined) return
    rooms.delete(key)
    const told = [...room.subs]
    room.close()
    for (const sub of told) tellEnd(sub, ending)
  }

  const keyOf = (topic: Sub['topic'], who: string) => `${topic.kind} ${who}`

  const roomOf = (topic: Sub['topic'], who: string): Room => {
    const key = keyOf(topic, who)
    const known = rooms.get(key)
    if (known !== undefined) return known.room
    const create = topic.kind === 'fleet' ? createFleetRoom : createVehiclesRoom
    const room: Room = create({
      connect: connecting(key, who, () => room),
      onEnd: (ending) => endRoom(key, ending),
    })
    rooms.set(key, { room, who })
    return room
  }

  const leaveRoom = (sub: Sub) => {
    for (const [key, { room }] of rooms) {
      if (!room.subs.has(sub)) continue
      room.leave(sub)
      if (room.subs.size === 0) rooms.delete(key)
    }
  }

  const letGoOfFrozen = () => {
    for (const [tab, { subs }] of tabs) {
      const since = tab.behindSince()
      if (since === null || now() - since < LONGEST_BEHIND_MS) continue
      for (const sub of [...subs.values()]) {
        leaveRoom(sub)
        tellEnd(sub, { kind: 'network', message: 'The tab was asleep.', retryAfterMs: null })
      }
    }
  }
  const sweep = setInterval(letGoOfFrozen, LONGEST_BEHIND_MS / 4)

  return {
    attach: (post, { isLocal = false } = {}) => {
      const subs = new Map<number, Sub>()
      const tab = createTabLine({
        post,
        now,
        onReady: () => {
          for (const sub of subs.values())
            for (const { room } of rooms.values()) if (room.subs.has(sub)) room.catchUp(sub)
        },
      })
      tabs.set(tab, { isLocal, subs })
      const close = (subId: number) => {
        const sub = subs.get(subId)
        subs.delete(subId)
        if (sub !== undefined) leaveRoom(sub)
      }
      const closeAll = () => {
        for (const subId of [...subs.keys()]) close(subId)
      }
      return {
        hear: (word) => {
          switch (word.type) {
            case 'open': {
              const { subId, topic, who, lastEventId } = word
              const sub: Sub = { subId, tab, topic, lastEventId }
              subs.set(subId, sub)
              if (!roomOf(topic, who).join(sub))
                tellEnd(sub, { kind: 'busy', message: 'Too many are followed.', retryAfterMs: 60_000 })
              return
            }
            case 'close':
              return close(word.subId)
            case 'took':
              return tab.took(word.seq)
            case 'way':
              return asker.answered(word.askId, word.way)
            case 'left':
              for (const [key, { who }] of [...rooms])
                if (who === word.who)
                  endRoom(key, { kind: 'network', message: 'The session is over.', retryAfterMs: null })
              return
            case 'ping':
              return tab.tell({ type: 'pong' })
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
      for (const key of [...rooms.keys()])
        endRoom(key, { kind: 'network', message: 'The streams moved elsewhere.', retryAfterMs: null })
      tabs.clear()
    },
  }
}
