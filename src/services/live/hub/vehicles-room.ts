import { type Subscription, timer } from 'rxjs'
import { switchMap } from 'rxjs/operators'
import { MOST_FOLLOWED } from '#contract/constants.ts'
import { STREAM_EVENT } from '#contract/records/live.ts'
import type { StreamItem } from '../read-stream.ts'
import { createPointRing, type PointRing, partsOf } from './point-ring.ts'
import type { Room, RoomOptions, Sub } from './room.ts'

type Message = Extract<StreamItem, { type: 'message' }>
/** `sent` is the time in ms of the last point a listener was given or knew before; `missed` that there may be more behind it. */
type Listener = { readonly sub: Sub; sent: number | null; told: boolean; missed: boolean }
type Followed = { readonly ring: PointRing; readonly listeners: Map<Sub, Listener> }

/** Vehicles that come or go within this many ms make one new connection. */
const GATHER_MS = 20

const vehicleOf = ({ topic }: Sub): number => (topic.kind === 'vehicle' ? topic.vehicleId : 0)

/**
 * The listeners of single vehicles: one connection carries all their vehicles, and is made anew, each vehicle behind its own
 * last point, when one comes or goes. Every listener gets each point behind the one it knows once and in order (ST-04).
 */
export const createVehiclesRoom = ({ connect, onEnd }: RoomOptions): Room => {
  const followed = new Map<number, Followed>()
  const subs = new Set<Sub>()
  let connection: Subscription | undefined
  let isOpen = false

  const close = () => {
    connection?.unsubscribe()
    connection = undefined
    isOpen = false
    followed.clear()
    subs.clear()
  }

  const connectAnew = () => {
    connection?.unsubscribe()
    isOpen = false
    connection = timer(GATHER_MS)
      .pipe(
        switchMap(() => {
          const ids = [...followed.values()].flatMap(({ ring }) => ring.resumeId() ?? [])
          return connect({
            kind: 'vehicles',
            vehicleIds: [...followed.keys()],
            lastEventId: ids.length === 0 ? null : ids.join(','),
          })
        }),
      )
      .subscribe({ next: take, error: onEnd, complete: () => onEnd(null) })
  }

  const send = (listener: Listener, messages: readonly Message[]) => {
    const { sub, told } = listener
    const items: readonly StreamItem[] = told ? messages : [{ type: 'open' }, ...messages]
    if (items.length === 0) return
    listener.missed = !sub.tab.send(sub.subId, items)
    if (listener.missed) return
    listener.told = true
    listener.sent = partsOf(messages.at(-1)?.id ?? null)?.time ?? listener.sent
  }

  /** Gives a listener what came behind the last point it knows, from memory or, where that does not reach back, by the server. */
  const give = (vehicleId: number, { ring }: Followed, listener: Listener) => {
    const { sent } = listener
    const newest = ring.newest()
    const known = sent === null ? (newest === null ? [] : [newest.message]) : ring.since(sent)
    if (known === null) {
      ring.restart(sent === null ? null : { id: `v${vehicleId}-${sent}`, time: sent })
      connectAnew()
    } else if (isOpen) {
      listener.missed = false
      send(listener, known)
    }
  }

  const giveMissed = () => {
    for (const [vehicleId, vehicle] of followed)
      for (const listener of vehicle.listeners.values())
        if (listener.missed) give(vehicleId, vehicle, listener)
  }

  const takeMessage = (message: Message) => {
    const parts = partsOf(message.id)
    const vehicle = parts === null ? undefined : followed.get(parts.vehicleId)
    if (parts === null || vehicle === undefined) return
    const { time } = parts
    if (message.event === STREAM_EVENT.reset) vehicle.ring.restart(null)
    if (time !== null) vehicle.ring.take(message, time)
    for (const listener of vehicle.listeners.values()) {
      const isNews = time === null || time > (listener.sent ?? Number.NEGATIVE_INFINITY)
      if (isNews && !listener.missed) send(listener, [message])
    }
  }

  function take(items: readonly StreamItem[]) {
    for (const item of items) {
      if (item.type === 'message') takeMessage(item)
      if (item.type === 'open') {
        isOpen = true
        giveMissed()
      }
      if (item.type !== 'beat') continue
      for (const { listeners } of followed.values())
        for (const { sub, missed } of listeners.values()) if (!missed) sub.tab.send(sub.subId, [item])
    }
  }

  return {
    subs,
    join: (sub) => {
      const vehicleId = vehicleOf(sub)
      const known = followed.get(vehicleId)
      if (known === undefined && followed.size >= MOST_FOLLOWED) return false
      const sent = partsOf(sub.lastEventId)?.time ?? null
      const listener: Listener = { sub, sent, told: false, missed: true }
      subs.add(sub)
      if (known === undefined) {
        const begin = sent === null ? null : { id: `v${vehicleId}-${sent}`, time: sent }
        followed.set(vehicleId, { ring: createPointRing(begin), listeners: new Map([[sub, listener]]) })
        connectAnew()
      } else {
        known.listeners.set(sub, listener)
        give(vehicleId, known, listener)
      }
      return true
    },
    leave: (sub) => {
      subs.delete(sub)
      const vehicle = followed.get(vehicleOf(sub))
      if (!vehicle?.listeners.delete(sub) || vehicle.listeners.size > 0) return
      followed.delete(vehicleOf(sub))
      if (followed.size === 0) close()
      else connectAnew()
    },
    catchUp: (sub) => {
      const vehicle = followed.get(vehicleOf(sub))
      const listener = vehicle?.listeners.get(sub)
      if (vehicle && listener?.missed) give(vehicleOf(sub), vehicle, listener)
    },
    close,
  }
}
