import { type Subscription, timer } from 'rxjs'
import { switchMap } from 'rxjs/operators'
import { beginEventId, joinEventIds, parseVehicleEventId } from '#contract/event-ids.ts'
import { STREAM_EVENT } from '#contract/records/live.ts'
import { MAX_FOLLOWED_VEHICLES } from '#contract/stream-timings.ts'
import { createPointRing, type PointRing } from './point-ring.ts'
import type { StreamItem } from './read-stream.ts'
import type { SharedSubscription, SharedSubscriptionOptions, TabSubscription } from './shared-subscription.ts'

type Message = Extract<StreamItem, { type: 'message' }>
/**
 * `id` and `seq` are those of the last point that the listener got or knew before; `missed`: there may be more after
 * it.
 */
type Listener = {
  readonly sub: TabSubscription
  id: string | null
  seq: number | null
  hasOpened: boolean
  missed: boolean
}
/**
 * A vehicle that is read again for a returning listener, with its newest point and the id that the others resume
 * after.
 */
type Anew = {
  readonly back: Set<TabSubscription>
  readonly newest: Message | null
  readonly id: string | null
}
type Followed = {
  readonly ring: PointRing
  readonly listeners: Map<TabSubscription, Listener>
  anew: Anew | null
}

/** All vehicles that come or go within this many ms make one new connection. */
const GATHER_MS = 20

const vehicleOf = ({ topic }: TabSubscription): number => (topic.kind === 'vehicle' ? topic.vehicleId : 0)

/**
 * The listeners of single vehicles. One connection carries all their vehicles; when one comes or goes, it is made
 * anew and each vehicle resumes after its own last point. Every listener gets all points after the one it knows, in
 * the order they came (ST-04). Where the ring does not reach back to it, a point may come again, and whatever draws
 * it drops it.
 */
export const createVehiclesSubscription = ({
  connect,
  onEnd,
}: SharedSubscriptionOptions): SharedSubscription => {
  const followed = new Map<number, Followed>()
  const subs = new Set<TabSubscription>()
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
            lastEventId: joinEventIds(ids),
          })
        }),
      )
      .subscribe({ next: take, error: onEnd, complete: () => onEnd(null) })
  }

  const send = ({ ring }: Followed, listener: Listener, messages: readonly Message[]) => {
    const { sub, hasOpened } = listener
    const items: readonly StreamItem[] = hasOpened ? messages : [{ type: 'open' }, ...messages]
    if (items.length === 0) return
    listener.missed = !sub.tab.send(sub.subId, items)
    if (listener.missed) return
    listener.hasOpened = true
    const last = messages.at(-1)?.id ?? null
    if (!parseVehicleEventId(last)?.point) return
    listener.id = last
    listener.seq = ring.lastSeq()
  }

  /** Reads a vehicle's points again from the first that the listener or the ring needs, so that neither misses any. */
  const startOver = (vehicleId: number, vehicle: Followed, listener: Listener) => {
    const { ring } = vehicle
    vehicle.anew ??= { back: new Set(), newest: ring.newest(), id: ring.resumeId() }
    vehicle.anew.back.add(listener.sub)
    const begins = [listener.id, ring.resumeId()].flatMap((id) => parseVehicleEventId(id)?.point?.begin ?? [])
    ring.restart(beginEventId(vehicleId, Math.min(...begins)))
    listener.seq = ring.lastSeq()
    connectAnew()
  }

  /**
   * The server's history does not reach back that far: the returning listener begins with the newest point, the
   * others continue.
   */
  const goOn = (vehicle: Followed, { back, newest, id }: Anew) => {
    vehicle.anew = null
    vehicle.ring.restart(id)
    for (const sub of back) {
      const listener = vehicle.listeners.get(sub)
      if (listener === undefined) continue
      listener.id = null
      listener.seq = null
      send(vehicle, listener, newest === null ? [] : [newest])
    }
    connectAnew()
  }

  /**
   * Sends a listener the points after the last it knows: from the ring, or from the server if that does not reach
   * back.
   */
  const give = (vehicleId: number, vehicle: Followed, listener: Listener) => {
    const { seq } = listener
    const newest = vehicle.ring.newest()
    const known = seq === null ? (newest === null ? [] : [newest]) : vehicle.ring.since(seq)
    if (known === null) startOver(vehicleId, vehicle, listener)
    else if (isOpen) {
      listener.missed = false
      send(vehicle, listener, known)
    }
  }

  const giveMissed = () => {
    for (const [vehicleId, vehicle] of followed)
      for (const listener of vehicle.listeners.values())
        if (listener.missed) give(vehicleId, vehicle, listener)
  }

  const takeMessage = (message: Message) => {
    const event = parseVehicleEventId(message.id)
    const vehicle = event === null ? undefined : followed.get(event.vehicleId)
    if (event === null || vehicle === undefined) return
    if (message.event === STREAM_EVENT.reset) {
      if (vehicle.anew?.id) return goOn(vehicle, vehicle.anew)
      vehicle.ring.restart(null)
    }
    const { point } = event
    if (point) vehicle.anew = null
    if (point && !vehicle.ring.take(message, point.time)) return
    // A listener without points does not begin with a late one: the points after it would be missing.
    const isLate = point !== null && point.time < point.newest
    for (const listener of vehicle.listeners.values())
      if (!listener.missed && !(isLate && listener.seq === null)) send(vehicle, listener, [message])
  }

  function take(items: readonly StreamItem[]) {
    const current = connection
    for (const item of items) {
      // A closed connection may still have sent points; they are requested again.
      if (connection !== current) return
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
      if (known === undefined && followed.size >= MAX_FOLLOWED_VEHICLES) return false
      const id = parseVehicleEventId(sub.lastEventId)?.point ? sub.lastEventId : null
      const vehicle = known ?? {
        ring: createPointRing(id),
        listeners: new Map<TabSubscription, Listener>(),
        anew: null,
      }
      const seq = id === null ? null : vehicle.ring.seqOf(id)
      const listener: Listener = { sub, id, seq, hasOpened: false, missed: true }
      subs.add(sub)
      vehicle.listeners.set(sub, listener)
      followed.set(vehicleId, vehicle)
      if (known === undefined) connectAnew()
      else if (id !== null && seq === null) startOver(vehicleId, vehicle, listener)
      else give(vehicleId, vehicle, listener)
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
