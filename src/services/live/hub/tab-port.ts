import type { HubMessage } from './hub-protocol.ts'
import type { StreamItem } from './read-stream.ts'

/** A tab that has this much unread, in characters, is sent nothing more until it has read half of it. */
const MAX_UNREAD = 1024 * 1024

/** The port of one tab. A frozen tab is sent nothing more, so that nothing piles up for it. */
export type TabPort = {
  /** Sends a message without positions; these are few. */
  notify(message: HubMessage): void
  /** False if the tab has too much unread: it must catch up once it is ready. */
  send(subId: number, items: readonly StreamItem[]): boolean
  acknowledge(seq: number): void
  /** Since when it has been sent nothing, ms; null while it reads. */
  behindSince(): number | null
}

const sizeOf = (items: readonly StreamItem[]): number =>
  items.reduce((sum, item) => sum + (item.type === 'message' ? item.data.length : 0) + 64, 0)

/** `onReady` is called when a tab that was behind has read enough. */
export const createTabPort = ({
  post,
  now,
  onReady,
}: {
  post: (message: HubMessage) => void
  now: () => number
  onReady: () => void
}): TabPort => {
  let last = 0
  let unread: { seq: number; size: number }[] = []
  let behindSince: number | null = null
  const waiting = () => unread.reduce((sum, { size }) => sum + size, 0)

  return {
    notify: post,
    send: (subId, items) => {
      const size = sizeOf(items)
      if (behindSince !== null) return false
      if (unread.length > 0 && waiting() + size > MAX_UNREAD) {
        behindSince = now()
        return false
      }
      last += 1
      unread.push({ seq: last, size })
      post({ type: 'items', seq: last, subId, items })
      return true
    },
    acknowledge: (seq) => {
      unread = unread.filter((each) => each.seq > seq)
      if (behindSince === null || waiting() > MAX_UNREAD / 2) return
      behindSince = null
      onReady()
    },
    behindSince: () => behindSince,
  }
}
