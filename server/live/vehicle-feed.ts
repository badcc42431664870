import { setImmediate } from 'node:timers/promises'
import { parseResumePoint, type ResumePoint, resetEventId } from '#contract/event-ids.ts'
import { type LiveMessage, STREAM_EVENT } from '#contract/records/live.ts'
import { STREAM_RETRY_MS } from '#contract/stream-timings.ts'
import type { Fix } from '#domain/fix.ts'
import { istDateTime } from '#domain/ist.ts'
import { statusOf } from '#domain/status.ts'
import { percentOf } from '#domain/units.ts'
import type { WorkOwner } from '../http/fair-queue.ts'
import type { ReportedFix } from './bus.ts'
import { type EventStream, eventData, eventFrame, eventHead } from './event-stream.ts'
import { LIVE } from './limits.ts'
import type { StreamedVehicle } from './live.repository.ts'
import { createSentTail, type SentTail } from './sent-tail.ts'

/** A fix in the form of the live stream (LIV-03). The status is as of `now` (ms UTC). */
export const liveMessageOf = (
  vehicleId: number,
  vehicle: StreamedVehicle,
  { fix, intervalS }: ReportedFix,
  now: number,
): Exclude<LiveMessage, { ERROR: string }> => ({
  LAT: fix.lat,
  LONG: fix.lng,
  status: statusOf(fix, now),
  RegNo: vehicle.registration,
  UpdatedTime: istDateTime(fix.time),
  vehicleId,
  time: fix.time,
  speed: fix.speed ?? null,
  heading: fix.heading ?? null,
  odo: fix.odo ?? null,
  fuelPercent: percentOf(fix.fuel, vehicle.fuelTankLitres),
  adbluePercent: percentOf(fix.adblue, vehicle.adblueTankLitres),
  intervalS,
  ...(fix.clockAhead === undefined ? {} : { clockAheadS: fix.clockAhead }),
})

/** The fixes that a resuming reader has missed, and those it knows after its `begin`, both by time; `before` is the one at `begin`. */
export type MissedFixes = {
  readonly before: Fix | undefined
  readonly known: readonly Fix[]
  readonly fixes: readonly ReportedFix[]
}

/** Reads the initial content of a vehicle's stream. Times in ms UTC. */
export type VehicleHistory = {
  latest(companyId: number, vehicleId: number): Promise<ReportedFix | undefined>
  /**
   * The fixes after the resume point, as the stream would have sent them, preceded by earlier ones if some arrived late.
   * Null if the resume point is unknown, or more has followed than a stream is filled with. Reads of `owner` take turns with
   * others', so a reader may be gone when its turn comes: then `isWanted` is false, and nothing is read.
   */
  since(
    companyId: number,
    vehicleId: number,
    known: ResumePoint,
    isWanted: () => boolean,
    owner: WorkOwner,
  ): Promise<MissedFixes | null>
}

/**
 * Serves all readers of one vehicle. Each gets every fix from its first one on exactly once (ST-04), in order of time except
 * for late fixes, which are sent on arrival; clients insert them by time.
 */
export type VehicleFeed = {
  /** Settles when the reader has been sent everything it missed, at the speed at which it reads. */
  join(stream: EventStream, owner: WorkOwner, lastEventId: string | undefined): Promise<void>
  leave(stream: EventStream): void
  /** Ends the streams of all readers, who reconnect and resume. */
  end(): void
  take(reported: ReportedFix): void
  isIdle(): boolean
}

/** `held` are fixes that arrived while the history was being sent; undefined after that. */
type Reader = { readonly stream: EventStream; sent: SentTail; held: ReportedFix[] | undefined }

/** Statuses are as of `now` (ms UTC). */
export const createVehicleFeed = ({
  vehicleId,
  vehicle,
  history,
  now,
}: {
  vehicleId: number
  vehicle: StreamedVehicle
  history: VehicleHistory
  now: () => number
}): VehicleFeed => {
  const readers = new Map<EventStream, Reader>()

  const dataOf = (reported: ReportedFix): Buffer =>
    eventData(JSON.stringify(liveMessageOf(vehicleId, vehicle, reported, now())))

  const send = ({ stream, sent }: Reader, { fix }: ReportedFix, data: () => Buffer): void => {
    if (sent.take(fix))
      stream.write(eventHead(STREAM_EVENT.livePoint, sent.eventIdOf(vehicleId, fix.time)), data())
  }

  const begin = async (
    reader: Reader,
    owner: WorkOwner,
    lastEventId: string | undefined,
  ): Promise<readonly ReportedFix[]> => {
    const { companyId } = vehicle
    if (lastEventId !== undefined) {
      const known = parseResumePoint(vehicleId, lastEventId)
      const missed = known && (await history.since(companyId, vehicleId, known, reader.stream.isOpen, owner))
      if (known && missed) {
        reader.sent = createSentTail(known.begin, missed.known, missed.before)
        return missed.fixes
      }
      reader.stream.write(eventFrame(STREAM_EVENT.reset, resetEventId(vehicleId), '{}'))
    }
    const latest = await history.latest(companyId, vehicleId)
    return latest ? [latest] : []
  }

  return {
    join: async (stream, owner, lastEventId) => {
      const reader: Reader = { stream, sent: createSentTail(), held: [] }
      readers.set(stream, reader)
      let next = await begin(reader, owner, lastEventId)
      while (next.length > 0 || reader.held?.length) {
        for (const [at, reported] of next.entries()) {
          if (at % LIVE.fixesATurn === LIVE.fixesATurn - 1) await setImmediate()
          await stream.drained()
          if (!stream.isOpen()) return
          send(reader, reported, () => dataOf(reported))
        }
        next = reader.held ?? []
        reader.held = []
      }
      reader.held = undefined
    },
    leave: (stream) => readers.delete(stream),
    end: () => {
      for (const { stream } of readers.values()) stream.end(STREAM_RETRY_MS)
    },
    take: (reported) => {
      let data: Buffer | undefined
      const once = () => (data ??= dataOf(reported))
      for (const reader of readers.values()) {
        if (!reader.held) send(reader, reported, once)
        else if (reader.held.length < LIVE.heldFixes) reader.held.push(reported)
        // The client reconnects and resumes after the last id that it was sent.
        else reader.stream.end(STREAM_RETRY_MS)
      }
    },
    isIdle: () => readers.size === 0,
  }
}
