import type { Subscription } from 'rxjs'
import * as z from 'zod/mini'
import { FleetBatch, STREAM_EVENT } from '#contract/records/live.ts'
import type { StreamItem } from './read-stream.ts'
import type { SharedSubscription, SharedSubscriptionOptions, TabSubscription } from './shared-subscription.ts'

type Message = Extract<StreamItem, { type: 'message' }>

/** Batches are merged once they take this much more than the snapshot they follow, in characters. */
const MAX_LOOSE = 512 * 1024
/** Most messages for a tab that joins late. */
const MAX_MESSAGES = 20

/** The newest state of the fleet from its stream, for tabs that join late. */
export type FleetSnapshot = {
  take(message: Message): void
  /** The newest state for a new reader: a snapshot, and the few batches after it. */
  messages(): readonly Message[]
  clear(): void
}

const batchOf = (message: Message): FleetBatch | null => {
  try {
    const parsed = z.safeParse(FleetBatch, JSON.parse(message.data))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Merges messages into one snapshot. Those that cannot be read are left out. */
const merged = (messages: readonly Message[]): Message | undefined => {
  const newest = new Map<number, { batch: FleetBatch; row: number }>()
  for (const batch of messages.map(batchOf)) {
    for (const [row, vehicleId] of batch?.vehicleId.entries() ?? []) {
      const held = newest.get(vehicleId)
      if (batch === null || (batch.time[row] ?? 0) < (held?.batch.time[held.row] ?? 0)) continue
      newest.set(vehicleId, { batch, row })
    }
  }
  const rows = [...newest.values()]
  const column = (name: keyof FleetBatch) => rows.map(({ batch, row }) => batch[name][row] ?? -1)
  const snapshot: FleetBatch = {
    vehicleId: column('vehicleId'),
    time: column('time'),
    lng: column('lng'),
    lat: column('lat'),
    speed: column('speed'),
    heading: column('heading'),
    status: column('status'),
  }
  const last = messages.at(-1)
  return last && { ...last, event: STREAM_EVENT.snapshot, data: JSON.stringify(snapshot) }
}

/** An empty fleet snapshot. The fleet bounds its memory: batches are merged into one snapshot now and then. */
export const createFleetSnapshot = (): FleetSnapshot => {
  let messages: Message[] = []
  let loose = 0

  const merge = () => {
    const snapshot = merged(messages)
    messages = snapshot === undefined ? [] : [snapshot]
    loose = 0
  }

  return {
    take: (message) => {
      if (message.event === STREAM_EVENT.reset || message.event === STREAM_EVENT.snapshot) {
        messages = []
        loose = 0
      }
      if (message.event !== STREAM_EVENT.snapshot && message.event !== STREAM_EVENT.batch) return
      messages.push(message)
      if (message.event === STREAM_EVENT.batch) loose += message.data.length
      if (loose > MAX_LOOSE + (messages[0]?.data.length ?? 0)) merge()
    },
    messages: () => {
      if (messages.length > MAX_MESSAGES) merge()
      return messages
    },
    clear: () => {
      messages = []
      loose = 0
    },
  }
}

/** The listeners of one fleet: all get every batch; one that joins late gets the newest state first. */
export const createFleetSubscription = ({
  connect,
  onEnd,
}: SharedSubscriptionOptions): SharedSubscription => {
  const subs = new Set<TabSubscription>()
  const missed = new Set<TabSubscription>()
  const snapshot = createFleetSnapshot()
  let connection: Subscription | undefined
  let isOpen = false

  const close = () => {
    connection?.unsubscribe()
    connection = undefined
    isOpen = false
    snapshot.clear()
    subs.clear()
    missed.clear()
  }

  const bringUpToDate = (sub: TabSubscription) => {
    missed.delete(sub)
    if (isOpen && !sub.tab.send(sub.subId, [{ type: 'open' }, ...snapshot.messages()])) missed.add(sub)
  }

  const start = () => {
    connection = connect({ kind: 'fleet' }).subscribe({
      next: (items) => {
        for (const item of items) {
          if (item.type === 'open') isOpen = true
          if (item.type === 'message') snapshot.take(item)
        }
        for (const sub of subs) if (missed.has(sub) || !sub.tab.send(sub.subId, items)) missed.add(sub)
      },
      error: onEnd,
      complete: () => onEnd(null),
    })
  }

  return {
    subs,
    join: (sub) => {
      subs.add(sub)
      if (connection === undefined) start()
      else bringUpToDate(sub)
      return true
    },
    leave: (sub) => {
      subs.delete(sub)
      missed.delete(sub)
      if (subs.size === 0) close()
    },
    catchUp: (sub) => {
      if (missed.has(sub)) bringUpToDate(sub)
    },
    close,
  }
}
