import type { StreamHub, TabSeat } from './hub/stream-hub.ts'
import { type HubWord, TAB_LOCK, type TabWord } from './hub/words.ts'
import type { HubPort } from './tab-streams.ts'
import { type LivingPage, newTabId, watchHolder } from './worker-port.ts'

/** The lock whose holder is the elected tab, and the channel the tabs speak over. */
const ELECTED = 'roadbook.live'

/** What goes over the channel: who is elected, who asks for it, words to the elected tab and from it. */
type Letter =
  | { readonly type: 'elected'; readonly by: string }
  | { readonly type: 'who' }
  | { readonly type: 'up'; readonly from: string; readonly to: string; readonly word: TabWord }
  | { readonly type: 'down'; readonly to: string; readonly word: HubWord }

type Channel = Pick<BroadcastChannel, 'postMessage'> & {
  onmessage: ((event: MessageEvent<Letter>) => void) | null
}

/**
 * Where there are no shared workers: one tab is elected, by a lock that it holds while it lives, and runs the hub for all.
 * When it closes, the next one takes over, and all listen anew behind what they know. One that answers nothing is replaced.
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
  let hear: (word: HubWord) => void = () => {}
  let lost = () => {}
  let elected: string | null = null
  let waiting: TabWord[] = []
  let hub: { readonly hub: StreamHub; readonly seats: Map<string, TabSeat> } | null = null
  let watch: ReturnType<typeof watchHolder> | null = null

  const send = (letter: Letter) => channel.postMessage(letter)

  const seatOf = (from: string): TabSeat | undefined => {
    if (hub === null) return undefined
    const { seats } = hub
    const known = seats.get(from)
    if (known !== undefined) return known
    const isLocal = from === own
    const seat = hub.hub.attach(
      isLocal ? (word) => queueMicrotask(() => hear(word)) : (word) => send({ type: 'down', to: from, word }),
      { isLocal },
    )
    seats.set(from, seat)
    if (!isLocal)
      void locks.request(`${TAB_LOCK}${from}`, () => {
        seats.delete(from)
        seat.leave()
      })
    return seat
  }

  const post = (word: TabWord) => {
    if (hub !== null) return seatOf(own)?.hear(word)
    if (elected !== null) return send({ type: 'up', from: own, to: elected, word })
    waiting.push(word)
  }

  const follow = (by: string) => {
    if (by === elected) return
    const isFirst = elected === null
    elected = by
    watch?.stop()
    watch = by === own ? null : watchHolder({ ping: () => post({ type: 'ping' }), onDead: () => stand(true) })
    const words = waiting
    waiting = []
    if (isFirst) for (const word of words) post(word)
    else lost()
  }

  const lead = () =>
    new Promise<never>(() => {
      hub = { hub: startHub(), seats: new Map() }
      seatOf(own)
      send({ type: 'elected', by: own })
      follow(own)
    })

  /** Waits to be elected; `byForce` takes the place of one that answers nothing. */
  const stand = (byForce: boolean) => {
    void locks.request(ELECTED, byForce ? { steal: true } : {}, lead).catch(() => {
      // Another tab took the place: what this one held is that tab's now.
      hub?.hub.close()
      hub = null
      elected = null
      send({ type: 'who' })
      stand(false)
    })
  }

  channel.onmessage = ({ data: letter }) => {
    if (letter.type === 'who') {
      if (hub !== null) send({ type: 'elected', by: own })
    } else if (letter.type === 'elected') follow(letter.by)
    else if (letter.type === 'up') {
      if (letter.to === own) seatOf(letter.from)?.hear(letter.word)
    } else if (letter.to === own) {
      watch?.heard()
      hear(letter.word)
    }
  }
  page.addEventListener('pagehide', () => post({ type: 'bye' }))
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) lost()
  })
  // Nothing is said before the tab's own lock is held: the elected one would get it first, and think that the tab is gone.
  void locks.request(`${TAB_LOCK}${own}`, () => {
    send({ type: 'who' })
    stand(false)
    return new Promise<never>(() => {})
  })

  return {
    post,
    onWord: (listener) => {
      hear = listener
    },
    onLost: (listener) => {
      lost = listener
    },
    isUsable: () => true,
  }
}
