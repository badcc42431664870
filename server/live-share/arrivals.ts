import type { TimedPosition } from '../ingest/newest-fix.ts'
import type { Arrived, Bus } from '../live/bus.ts'
import { createStepTurns } from '../live/step-turns.ts'
import { exactEnoughFor, insideOf } from '../rules/fence-shape.ts'
import type { DayFence } from '../track/close-day.ts'
import type { TrackRepository } from '../track/track.repository.ts'
import { SHARE } from './limits.ts'
import { sharedVehiclesOf, stateOf } from './link.ts'
import type { LiveShareRepository } from './live-share.repository.ts'
import { crediblePlaces } from './share-history.ts'

/** A link that ends for a vehicle as soon as a fix lies in the fence while that is valid. Times are ms UTC. */
type Waiting = {
  readonly shareId: number
  readonly companyId: number
  readonly vehicleIds: Set<number>
  readonly from: number
  readonly isThere: (place: TimedPosition) => boolean
}

/** Makes the test whether a place lies in the fence while that is valid. */
const arrivalTest = (fence: DayFence): Waiting['isThere'] => {
  const [isInside, isExactEnough] = [insideOf(fence), exactEnoughFor(fence)]
  return ({ time, lng, lat, accuracy }) =>
    time >= fence.validFrom && time <= fence.validTo && isInside(lng, lat) && isExactEnough(accuracy)
}

/**
 * Ends links by arrival: each of a link's vehicles leaves it with its first fix in the fence after the link began, and the last one
 * ends it. Fixes are judged as they come, and once more by what is stored when the server starts. `arrived` is called after each.
 */
export const createArrivals = ({
  links,
  bus,
  track,
  arrived,
  now,
  onError,
}: {
  links: Pick<LiveShareRepository, 'arrived' | 'arriving'>
  bus: Bus
  track: Pick<TrackRepository, 'readRange'>
  arrived: () => void
  now: () => number
  onError: (error: unknown) => void
}) => {
  const waiting = new Map<number, Waiting>()
  const subscriptions = new Map<number, () => void>()
  let timer: NodeJS.Timeout | undefined
  let loading: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let ending: Promise<void> = Promise.resolve()

  const end = async (link: Waiting, vehicleId: number, at: number): Promise<void> => {
    if (!link.vehicleIds.delete(vehicleId)) return
    try {
      await links.arrived(link.shareId, vehicleId, at)
      arrived()
    } catch (error) {
      link.vehicleIds.add(vehicleId)
      onError(error)
    }
  }

  const inTurns = createStepTurns(onError)
  /** Hundreds of links may end by an arrival, in fences of a thousand corners, and a device may send thousands of fixes. */
  function* takeEach(fixes: readonly Arrived[]): Generator<void> {
    for (const { companyId, vehicleId, fix } of fixes) {
      const known = new Map<Waiting['isThere'], boolean>()
      for (const link of waiting.values())
        if (link.companyId === companyId && link.vehicleIds.has(vehicleId) && fix.time >= link.from) {
          const { isThere } = link
          // Links that end in one fence share its test.
          const hasArrived = known.get(isThere) ?? isThere(fix)
          known.set(isThere, hasArrived)
          if (hasArrived) ending = ending.then(() => end(link, vehicleId, fix.time))
          yield
        }
      yield
    }
  }
  const take = (fixes: readonly Arrived[]): void => inTurns(takeEach(fixes))

  /**
   * Reads what came before this link was watched: by a run of the server that was ended, or by another process. Fixes from before
   * the link tell whether its first ones are credible.
   */
  const catchUp = async (link: Waiting): Promise<void> => {
    const { companyId, from } = link
    for (const vehicleId of [...link.vehicleIds]) {
      const range = { companyId, vehicleId, from: from - SHARE.judgedFromMs, to: now() + 1 }
      const places = crediblePlaces(await track.readRange(range, { eventBits: false }))
      const arrival = places.find((place) => place.time >= from && link.isThere(place))
      if (arrival !== undefined) await end(link, vehicleId, arrival.time)
    }
  }

  const read = async (): Promise<void> => {
    const found = (await links.arriving(now())).filter(({ link }) => stateOf(link, now()) === 'open')
    const isNew: Waiting[] = []
    const before = new Set(waiting.keys())
    waiting.clear()
    const tests = new Map<DayFence, Waiting['isThere']>()
    for (const { link, fence } of found) {
      const isThere = tests.get(fence) ?? arrivalTest(fence)
      tests.set(fence, isThere)
      const one: Waiting = {
        shareId: link.id,
        companyId: link.company_id,
        vehicleIds: new Set(sharedVehiclesOf(link).map(({ vehicleId }) => vehicleId)),
        from: link.created_at.getTime(),
        isThere,
      }
      waiting.set(link.id, one)
      if (!before.has(link.id)) isNew.push(one)
    }
    const companies = new Set([...waiting.values()].map(({ companyId }) => companyId))
    for (const companyId of companies)
      if (!subscriptions.has(companyId)) subscriptions.set(companyId, bus.subscribe(companyId, take))
    for (const [companyId, stop] of subscriptions)
      if (!companies.has(companyId)) {
        stop()
        subscriptions.delete(companyId)
      }
    for (const link of isNew) await catchUp(link)
  }

  /** Reads the links again, one reading after the other; all who ask while one waits share it. */
  const refresh = (): Promise<void> => {
    next ??= loading.then(() => {
      next = undefined
      return read().catch(onError)
    })
    loading = next
    return loading
  }

  return {
    /** Begins to watch, and reads the links again from time to time. */
    start: (): void => {
      void refresh()
      timer = setInterval(refresh, SHARE.arrivalsMs)
      timer.unref()
    },
    /** Called after a link was made or changed. */
    refresh,
    /** Settles when nothing is being read or stored any more. */
    stop: async (): Promise<void> => {
      clearInterval(timer)
      for (const stop of subscriptions.values()) stop()
      subscriptions.clear()
      await Promise.all([loading, ending])
    },
  }
}

export type Arrivals = ReturnType<typeof createArrivals>
