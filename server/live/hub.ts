import { randomBytes } from 'node:crypto'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Kysely } from 'kysely'
import { fleetEventId, goneEventId, parseVehicleEventId, splitEventIds } from '#contract/event-ids.ts'
import { STREAM_EVENT } from '#contract/records/live.ts'
import { STOP_RETRY } from '#contract/stream-timings.ts'
import { TEXTS } from '#contract/texts.ts'
import { keyOfVehicles } from '../access/visible-vehicles.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { WorkOwner } from '../http/fair-queue.ts'
import type { TrackRepository } from '../track/track.repository.ts'
import type { Arrived, Bus } from './bus.ts'
import { type EventStream, eventFrame, openEventStream } from './event-stream.ts'
import { createFleetChannel, type FleetChannel, fleetBatchOf } from './fleet-channel.ts'
import { LIVE } from './limits.ts'
import { createVehicleDirectory, createVehicleHistory, loadLatestFixes } from './live.repository.ts'
import { createStepTurns } from './step-turns.ts'
import { createVehicleFeed, type VehicleFeed } from './vehicle-feed.ts'

type Opening = {
  /** The raw reply, taken over from Fastify. */
  readonly raw: ServerResponse
  /** Further reply headers, such as the security headers. */
  readonly headers?: OutgoingHttpHeaders
  /** The reader's `Last-Event-ID`. */
  readonly lastEventId?: string | undefined
}

/**
 * An open stream. `filled` settles when its initial content has been written, for a vehicle stream as fast as its reader
 * reads, and rejects if that fails.
 */
type Opened = { readonly stream: EventStream; readonly filled: Promise<void> }

/** All event streams of this process. */
export type LiveHub = {
  /** Latest positions of these vehicles, of one company or several: a snapshot, then batches within 100 ms (MAP-01). */
  openFleetStream(opening: Opening & { readonly vehicleIds: ReadonlySet<number> }): Opened
  /**
   * Every fix of these vehicles from the latest on (LIV-03), including late ones. A vehicle that has an id in `lastEventId`
   * resumes after it without a gap. The caller must be allowed to see `vehicleIds`; each of `refused` gets one ERROR.
   */
  openVehicleStream(
    opening: Opening & {
      readonly vehicleIds: readonly number[]
      readonly refused?: readonly number[]
      /** Whose turns the missed fixes are read in. */
      readonly owner: WorkOwner
    },
  ): Opened
  /** The number of open streams, for tests and benchmarks. */
  size(): number
  /** Ends every stream and tells each reader when to reconnect. */
  close(): void
}

/** Characters of the key of vehicles in the ids of events, which are sent with each batch. */
const VEHICLES_KEY_LENGTH = 12

const emptySnapshot = (id: string, now: number): Buffer =>
  eventFrame(STREAM_EVENT.snapshot, id, JSON.stringify(fleetBatchOf([], now)))

const refusalOf = (vehicleId: number): Buffer =>
  eventFrame(
    STREAM_EVENT.livePoint,
    goneEventId(vehicleId),
    JSON.stringify({ ERROR: TEXTS.noDataForVehicle }),
  )

/** `now` is ms UTC; `track` reads the fixes that a reader has missed. */
export const createLiveHub = ({
  db,
  bus,
  now,
  track,
  onError,
}: {
  db: Kysely<Tables>
  bus: Bus
  now: () => number
  track: Pick<TrackRepository, 'readRange'>
  /** Called with what could not be sent to the streams of a vehicle. */
  onError: (error: unknown) => void
}): LiveHub => {
  const start = randomBytes(4).toString('hex')
  const vehicleDirectory = createVehicleDirectory({ db, now })
  const history = createVehicleHistory({ db, track, now })
  const channels = new Map<string, FleetChannel>()
  const feeds = new Map<number, VehicleFeed>()
  /** Companies with vehicle feeds, and how to end their subscription to the bus. */
  const followed = new Map<number, { readonly vehicles: Set<number>; readonly stop: () => void }>()
  const streams = new Set<EventStream>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const inTurns = createStepTurns(onError)
  /** Fixes that the streams of vehicles have not been sent yet. */
  let behind = 0
  /** One fix a step: a truck may send thousands at a time that hundreds of streams show, and a commit waits for nobody. */
  function* stepsOf(arrived: readonly Arrived[]): Generator<void> {
    let left = arrived.length
    try {
      for (const one of arrived) {
        left -= 1
        behind -= 1
        feeds.get(one.vehicleId)?.take(one)
        yield
      }
    } finally {
      behind -= left
    }
  }
  const takeForFeeds = (arrived: readonly Arrived[]): void => {
    const wanted = arrived.filter(({ vehicleId }) => feeds.has(vehicleId))
    // Clients reconnect, and resume after the last id that they were sent.
    if (behind + wanted.length > LIVE.mostBehind)
      for (const { vehicleId } of wanted) feeds.get(vehicleId)?.end()
    else if (wanted.length > 0) {
      behind += wanted.length
      inTurns(stepsOf(wanted))
    }
  }
  const startFeed = (companyId: number, vehicleId: number, feed: VehicleFeed): void => {
    feeds.set(vehicleId, feed)
    const own = followed.get(companyId) ?? {
      vehicles: new Set(),
      stop: bus.subscribe(companyId, takeForFeeds),
    }
    own.vehicles.add(vehicleId)
    followed.set(companyId, own)
  }
  const dropIdle = (): void => {
    for (const [key, channel] of channels)
      if (channel.isIdle()) {
        channel.close()
        channels.delete(key)
      }
    for (const [companyId, { vehicles, stop }] of followed) {
      for (const vehicleId of vehicles)
        if (feeds.get(vehicleId)?.isIdle() !== false) {
          vehicles.delete(vehicleId)
          feeds.delete(vehicleId)
        }
      if (vehicles.size === 0) {
        stop()
        followed.delete(companyId)
      }
    }
  }

  const sweep = (): void => {
    const time = now()
    for (const channel of channels.values()) channel.catchUp()
    for (const stream of streams) stream.sweep(time)
    dropIdle()
    if (streams.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  const open = ({ raw, headers = {} }: Opening, onClose: (stream: EventStream) => void): EventStream => {
    const stream: EventStream = openEventStream({
      raw,
      headers,
      now,
      onClose: () => {
        streams.delete(stream)
        onClose(stream)
      },
    })
    streams.add(stream)
    timer ??= setInterval(sweep, LIVE.sweepMs)
    return stream
  }

  const retryDelayMs = (): number => STOP_RETRY.leastMs + Math.random() * STOP_RETRY.spreadMs

  /** Once the headers are sent, a failure can only end the stream; the client reconnects. */
  const fillStream = async (stream: EventStream, fill: () => Promise<unknown>): Promise<void> => {
    if (closed) stream.end(retryDelayMs())
    else
      try {
        await fill()
      } catch (failure) {
        stream.end(retryDelayMs())
        throw failure
      }
  }

  const channelOf = (companyId: number, vehicleIds: ReadonlySet<number>): FleetChannel => {
    const key = `${companyId}-${keyOfVehicles(vehicleIds).slice(0, VEHICLES_KEY_LENGTH)}`
    const channel =
      channels.get(key) ??
      createFleetChannel({
        name: fleetEventId(start, key),
        companyId,
        vehicleIds,
        bus,
        load: (ids) => loadLatestFixes(db, companyId, ids),
        now,
      })
    channels.set(key, channel)
    return channel
  }

  return {
    openFleetStream: ({ vehicleIds, lastEventId, ...opening }) => {
      const joined: FleetChannel[] = []
      const stream = open(opening, (self) => {
        for (const channel of joined) channel.leave(self)
      })
      const filled = fillStream(stream, async () => {
        const byCompany = new Map<number, Set<number>>()
        const vehicles = await vehicleDirectory(vehicleIds)
        for (const id of vehicleIds) {
          const companyId = vehicles.get(id)?.companyId
          if (companyId === undefined) continue
          const own = byCompany.get(companyId) ?? new Set()
          byCompany.set(companyId, own.add(id))
        }
        for (const [companyId, ids] of byCompany) joined.push(channelOf(companyId, ids))
        if (lastEventId !== undefined && !joined.some((channel) => channel.knows(lastEventId)))
          stream.write(eventFrame(STREAM_EVENT.reset, fleetEventId(start, 'reset'), '{}'))
        // A snapshot replaces the reader's positions, so only the first company sends one; the others add to it.
        for (const [at, channel] of joined.entries())
          await channel.join(stream, at === 0 ? 'snapshot' : 'batch')
        if (joined.length === 0) stream.write(emptySnapshot(fleetEventId(start, 'empty'), now()))
      })
      return { stream, filled }
    },
    openVehicleStream: ({ vehicleIds, refused = [], lastEventId, owner, ...opening }) => {
      const stream = open(opening, (self) => {
        for (const vehicleId of vehicleIds) feeds.get(vehicleId)?.leave(self)
      })
      const resumed = new Map<number, string>()
      for (const id of splitEventIds(lastEventId)) {
        const vehicleId = parseVehicleEventId(id)?.vehicleId
        if (vehicleId !== undefined && !resumed.has(vehicleId)) resumed.set(vehicleId, id)
      }
      const filled = fillStream(stream, async () => {
        const vehicles = await vehicleDirectory(vehicleIds)
        for (const vehicleId of refused) stream.write(refusalOf(vehicleId))
        for (const vehicleId of vehicleIds) {
          const vehicle = vehicles.get(vehicleId)
          if (vehicle === undefined) throw new Error(`There is no vehicle ${vehicleId}.`)
          if (!stream.isOpen()) return
          const feed = feeds.get(vehicleId) ?? createVehicleFeed({ vehicleId, vehicle, history, now })
          if (!feeds.has(vehicleId)) startFeed(vehicle.companyId, vehicleId, feed)
          const own = resumed.get(vehicleId)
          // A foreign id resets the stream of a single vehicle; in a stream of several it belongs to another one.
          await feed.join(stream, owner, vehicleIds.length === 1 ? (own ?? lastEventId) : own)
        }
      })
      return { stream, filled }
    },
    size: () => streams.size,
    close: () => {
      closed = true
      for (const stream of [...streams]) stream.end(retryDelayMs())
      clearInterval(timer)
      timer = undefined
      dropIdle()
    },
  }
}
