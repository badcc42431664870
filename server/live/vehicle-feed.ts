import type { ResumePoint } from '#contract/event-ids.ts'
import { parseEventId } from '#contract/event-ids.ts'
import { type LiveMessage, STREAM_EVENT } from '#contract/records/live.ts'
import type { Fix } from '#domain/fix.ts'
import { istDateTime } from '#domain/ist.ts'
import { statusOf } from '#domain/status.ts'
import type { ReportedFix } from './bus.ts'
import { type EventStream, eventFrame } from './event-stream.ts'
import { LIVE } from './limits.ts'
import type { StreamedVehicle } from './live.repository.ts'
import { createSentTail, type SentTail } from './sent-tail.ts'

/** A level as percent of its tank with one decimal, or null where either is unknown. */
const tankPercentOf = (litres: number | undefined, tank: number | null): number | null =>
  litres === undefined || tank === null || tank <= 0
    ? null
    : Math.round(Math.min(100, (litres / tank) * 100) * 10) / 10

/** A fix in the form of the live stream (LIV-03). `now` is ms UTC and decides the status. */
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
  fuelPercent: tankPercentOf(fix.fuel, vehicle.fuelTankLitres),
  adbluePercent: tankPercentOf(fix.adblue, vehicle.adblueTankLitres),
  intervalS,
})

/** Fixes that a resumed reader has missed, and those it knows behind its `begin`, both by time; `before` is the one at its `begin`. */
export type MissedFixes = {
  readonly before: Fix | undefined
  readonly known: readonly Fix[]
  readonly fixes: readonly ReportedFix[]
}

/** Reads what a vehicle's stream begins with. Times in ms UTC. */
export type VehicleHistory = {
  latest(companyId: number, vehicleId: number): Promise<ReportedFix | undefined>
  /**
   * The fixes behind what is known, as the stream would have sent them, with those before it where some of them came late;
   * null where what is said to be known is not, or more followed than a stream is filled up with.
   */
  since(companyId: number, vehicleId: number, known: ResumePoint): Promise<MissedFixes | null>
}

/**
 * The readers of one vehicle: every fix from the first one on reaches each of them once (ST-04), newer ones in order; one that
 * comes late comes when it comes, and who draws it puts it at its place by its time.
 */
export type VehicleFeed = {
  /** Settles when the reader has been sent what it missed, no faster than it takes it. */
  join(stream: EventStream, lastEventId: string | undefined): Promise<void>
  leave(stream: EventStream): void
  take(reported: ReportedFix): void
  isIdle(): boolean
}

/** `held` are the fixes that came while the history was being read and taken; undefined once all of it is sent. */
type Reader = { readonly stream: EventStream; sent: SentTail; held: ReportedFix[] | undefined }

/** `now` is ms UTC and decides the status. */
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

  const dataOf = (reported: ReportedFix): string =>
    JSON.stringify(liveMessageOf(vehicleId, vehicle, reported, now()))

  const send = ({ stream, sent }: Reader, { fix }: ReportedFix, data: () => string): void => {
    if (sent.take(fix))
      stream.write(eventFrame(STREAM_EVENT.livePoint, sent.eventIdOf(vehicleId, fix.time), data()))
  }

  const begin = async (reader: Reader, lastEventId: string | undefined): Promise<readonly ReportedFix[]> => {
    const { companyId } = vehicle
    if (lastEventId !== undefined) {
      const known = parseEventId(vehicleId, lastEventId)
      const missed = known && (await history.since(companyId, vehicleId, known))
      if (known && missed) {
        reader.sent = createSentTail(known.begin, missed.known, missed.before)
        return missed.fixes
      }
      reader.stream.write(eventFrame(STREAM_EVENT.reset, `v${vehicleId}-reset`, '{}'))
    }
    const latest = await history.latest(companyId, vehicleId)
    return latest ? [latest] : []
  }

  return {
    join: async (stream, lastEventId) => {
      const reader: Reader = { stream, sent: createSentTail(), held: [] }
      readers.set(stream, reader)
      let next = await begin(reader, lastEventId)
      while (next.length > 0 || reader.held?.length) {
        for (const reported of next) {
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
    take: (reported) => {
      let data: string | undefined
      const once = () => (data ??= dataOf(reported))
      for (const reader of readers.values()) {
        if (!reader.held) send(reader, reported, once)
        else if (reader.held.length < LIVE.heldFixes) reader.held.push(reported)
        // It comes back behind the last id that it was sent.
        else reader.stream.end(LIVE.retryMs)
      }
    },
    isIdle: () => readers.size === 0,
  }
}
