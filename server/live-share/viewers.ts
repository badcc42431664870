import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { STOP_RETRY, STREAM_RETRY_MS } from '#contract/stream-timings.ts'
import { TEXTS } from '#contract/texts.ts'
import { createFairQueue } from '../http/fair-queue.ts'
import type { Arrived, Bus } from '../live/bus.ts'
import { type EventStream, openEventStream } from '../live/event-stream.ts'
import { createStepTurns } from '../live/step-turns.ts'
import { SHARE } from './limits.ts'
import { sharedVehiclesOf, stateOf } from './link.ts'
import type { LinkedVehicle, LinkRow, LiveShareRepository } from './live-share.repository.ts'
import { createShareChannel, errorFrame, type ShareChannel } from './share-channel.ts'
import type { LoadShareHistory } from './share-history.ts'

type Opening = { readonly raw: ServerResponse; readonly headers?: OutgoingHttpHeaders }
/** `followed` is null for a viewer who follows no vehicle and waits for the end of the link alone. */
type Viewer = {
  readonly shareId: number
  readonly followed: { readonly vehicleId: number; readonly channel: ShareChannel } | null
}
type Channel = { readonly companyId: number; readonly vehicleId: number; readonly channel: ShareChannel }

/** The open streams of live links. */
export type Viewers = {
  /**
   * Opens the stream of a vehicle of an open link; without a vehicle, one that only tells of the link's end. `filled` settles when
   * the trail has been sent.
   */
  open(opening: Opening & { readonly link: LinkRow; readonly vehicle: LinkedVehicle | null }): {
    readonly filled: Promise<void>
  }
  /** Answers a viewer whose link is not open: the error of all such links, then the end (SHR-10). */
  refuse(opening: Opening): void
  /** Checks at once which links are still open. */
  check(): Promise<void>
  /** How many viewers there are. */
  size(): number
  close(): void
}

/**
 * Serves viewers, and checks twice a second with one question to the database that the links of all of them are still open: a
 * stream outlives the check of its call, and another process may have revoked its link (AC-07). `now` is ms UTC.
 */
export const createViewers = ({
  links,
  bus,
  loadHistory,
  now,
  onError,
}: {
  links: Pick<LiveShareRepository, 'byIds'>
  bus: Bus
  loadHistory: LoadShareHistory
  now: () => number
  onError: (error: unknown) => void
}): Viewers => {
  const viewers = new Map<EventStream, Viewer>()
  const channels = new Map<string, Channel>()
  /** When each watched link ends by its time (ms), as last read: it counts while the database is away. */
  const endsAt = new Map<number, number>()
  const subscriptions = new Map<number, () => void>()
  const broken = errorFrame(TEXTS.shareLinkBroken)
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined
  let isClosed = false

  const inTurns = createStepTurns(onError)
  /** Fixes that are still to be taken. */
  let behind = 0
  /** The newest fix of each vehicle. */
  const newestOf = (arrived: readonly Arrived[]): readonly Arrived[] => {
    const newest = new Map<number, Arrived>()
    for (const one of arrived)
      if (one.fix.time >= (newest.get(one.vehicleId)?.fix.time ?? 0)) newest.set(one.vehicleId, one)
    return [...newest.values()]
  }
  /** Hundreds of links may show the vehicle of a device that sends thousands of fixes. */
  function* takeEach(arrived: readonly Arrived[]): Generator<void> {
    for (const { vehicleId, fix } of arrived) {
      for (const each of channels.values())
        if (each.vehicleId === vehicleId) {
          each.channel.take(fix)
          yield
        }
      behind -= 1
      yield
    }
  }
  const take = (arrived: readonly Arrived[]): void => {
    const followed = new Set([...channels.values()].map(({ vehicleId }) => vehicleId))
    const all = arrived.filter(({ vehicleId }) => followed.has(vehicleId))
    // What is left out is in the trail of whoever connects again.
    const shared = behind + all.length > SHARE.mostBehind ? newestOf(all) : all
    behind += shared.length
    inTurns(takeEach(shared))
  }

  const loads = createFairQueue(SHARE.loads)
  const channelOf = (link: LinkRow, vehicle: LinkedVehicle): ShareChannel => {
    const { vehicleId } = vehicle
    const key = `${link.id} ${vehicleId}`
    const known = channels.get(key)
    if (known !== undefined) return known.channel
    const { company_id: companyId } = link
    const from = link.created_at.getTime()
    // All viewers share it, so it goes on when the first one leaves.
    const load = () =>
      loads.run({ companyId: null, userId: link.id }, () => loadHistory(companyId, vehicleId, from))
    const channel = createShareChannel({ vehicle, from, load, now })
    channels.set(key, { companyId, vehicleId, channel })
    if (!subscriptions.has(companyId)) subscriptions.set(companyId, bus.subscribe(companyId, take))
    return channel
  }

  const dropIdle = (): void => {
    for (const [key, { channel }] of channels) if (channel.isIdle()) channels.delete(key)
    const companies = new Set([...channels.values()].map(({ companyId }) => companyId))
    for (const [companyId, stop] of subscriptions)
      if (!companies.has(companyId)) {
        stop()
        subscriptions.delete(companyId)
      }
    const shared = new Set([...viewers.values()].map(({ shareId }) => shareId))
    for (const shareId of endsAt.keys()) if (!shared.has(shareId)) endsAt.delete(shareId)
    if (viewers.size === 0) stopTimer()
  }

  const stopTimer = (): void => {
    clearInterval(timer)
    timer = undefined
  }

  const cut = (stream: EventStream): void => {
    stream.write(broken)
    stream.end(STREAM_RETRY_MS)
  }

  const cutExpired = (): void => {
    for (const [stream, { shareId }] of viewers) if ((endsAt.get(shareId) ?? 0) <= now()) cut(stream)
  }

  const cutEnded = async (): Promise<void> => {
    const watched = [...viewers]
    if (watched.length === 0) return
    const rows = await links.byIds([...new Set(watched.map(([, { shareId }]) => shareId))])
    const shown = new Map<number, ReadonlySet<number>>()
    for (const row of rows) {
      endsAt.set(row.id, row.ends_at.getTime())
      if (stateOf(row, now()) === 'open')
        shown.set(row.id, new Set(sharedVehiclesOf(row).map(({ vehicleId }) => vehicleId)))
    }
    for (const [stream, { shareId, followed }] of watched) {
      const vehicleIds = shown.get(shareId)
      if (vehicleIds === undefined || (followed !== null && !vehicleIds.has(followed.vehicleId))) cut(stream)
    }
  }

  const check = async (): Promise<void> => {
    cutExpired()
    try {
      await cutEnded()
    } catch (error) {
      onError(error)
    }
    const time = now()
    for (const stream of viewers.keys()) stream.sweep(time)
    dropIdle()
  }

  /** A check that is asked for while one runs follows it: what that one has read may be old. */
  const checkNext = (): Promise<void> => {
    const next = (checking ?? Promise.resolve()).then(check)
    checking = next
    return next.finally(() => {
      if (checking === next) checking = undefined
    })
  }

  const tick = (): void => {
    if (checking === undefined) void checkNext()
  }

  const retryDelayMs = (): number => STOP_RETRY.leastMs + Math.random() * STOP_RETRY.spreadMs

  const fill = async (stream: EventStream, { followed }: Viewer): Promise<void> => {
    if (isClosed) return stream.end(retryDelayMs())
    try {
      await followed?.channel.join(stream)
    } catch (failure) {
      stream.end(retryDelayMs())
      throw failure
    }
  }

  return {
    open: ({ link, vehicle, ...opening }) => {
      const viewer: Viewer = {
        shareId: link.id,
        followed: vehicle && { vehicleId: vehicle.vehicleId, channel: channelOf(link, vehicle) },
      }
      const stream: EventStream = openEventStream({
        ...opening,
        now,
        onClose: () => {
          viewers.delete(stream)
          viewer.followed?.channel.leave(stream)
        },
      })
      viewers.set(stream, viewer)
      if (!endsAt.has(link.id)) endsAt.set(link.id, link.ends_at.getTime())
      timer ??= setInterval(tick, SHARE.checkMs)
      return { filled: fill(stream, viewer) }
    },
    refuse: (opening) => {
      cut(openEventStream({ ...opening, now, onClose: () => undefined }))
    },
    check: checkNext,
    size: () => viewers.size,
    close: () => {
      isClosed = true
      for (const stream of [...viewers.keys()]) stream.end(retryDelayMs())
      stopTimer()
      for (const stop of subscriptions.values()) stop()
      subscriptions.clear()
    },
  }
}
