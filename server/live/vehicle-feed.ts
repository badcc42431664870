import { STREAM_EVENT } from '#contract/records/live.ts'
import type { ReportedFix } from './bus.ts'
import type { EventStream } from './event-stream.ts'
import { eventFrame } from './frame.ts'
import { liveMessageOf } from './live-message.ts'
import type { RosterVehicle } from './roster.ts'

/** Reads what a vehicle's stream begins with. Times in ms UTC. */
export type VehiclePast = {
  latest(companyId: number, vehicleId: number): Promise<ReportedFix | undefined>
  /**
   * The fixes that followed the one at `after`, as the stream would have sent them;
   * null where no fix of that time is known, or more followed than a stream is filled up with.
   */
  since(companyId: number, vehicleId: number, after: number): Promise<readonly ReportedFix[] | null>
}

/** The readers of one vehicle: every fix that moves it forward reaches each of them once, in order (ST-04). */
export type VehicleFeed = {
  join(stream: EventStream, lastEventId: string | undefined): Promise<void>
  leave(stream: EventStream): void
  take(reported: ReportedFix): void
  isIdle(): boolean
}

/** `held` are the fixes that came while the past was being read; undefined once it is sent. */
type Reader = { readonly stream: EventStream; sent: number; held: ReportedFix[] | undefined }

/** `now` is ms UTC and decides the status. */
export const createVehicleFeed = ({
  vehicleId,
  vehicle,
  past,
  now,
}: {
  vehicleId: number
  vehicle: RosterVehicle
  past: VehiclePast
  now: () => number
}): VehicleFeed => {
  const readers = new Map<EventStream, Reader>()
  const prefix = `v${vehicleId}-`

  const frameOf = (reported: ReportedFix): Buffer =>
    eventFrame(
      STREAM_EVENT.livePoint,
      `${prefix}${reported.fix.time}`,
      JSON.stringify(liveMessageOf(vehicleId, vehicle, reported, now())),
    )

  const send = (reader: Reader, { fix }: ReportedFix, frame: Buffer): void => {
    if (fix.time <= reader.sent) return
    reader.sent = fix.time
    reader.stream.write(frame)
  }

  /** The time an id of ours names, or null for every other text. */
  const timeOf = (id: string): number | null =>
    id.startsWith(prefix) && /^\d{12,14}$/.test(id.slice(prefix.length))
      ? Number(id.slice(prefix.length))
      : null

  const begin = async (reader: Reader, lastEventId: string | undefined): Promise<readonly ReportedFix[]> => {
    const { companyId } = vehicle
    if (lastEventId !== undefined) {
      const after = timeOf(lastEventId)
      const missed = after === null ? null : await past.since(companyId, vehicleId, after)
      if (after !== null && missed !== null) {
        reader.sent = after
        return missed
      }
      reader.stream.write(eventFrame(STREAM_EVENT.reset, `${prefix}reset`, '{}'))
    }
    const latest = await past.latest(companyId, vehicleId)
    return latest ? [latest] : []
  }

  return {
    join: async (stream, lastEventId) => {
      const reader: Reader = { stream, sent: 0, held: [] }
      readers.set(stream, reader)
      const first = await begin(reader, lastEventId)
      for (const reported of [...first, ...(reader.held ?? [])]) send(reader, reported, frameOf(reported))
      reader.held = undefined
    },
    leave: (stream) => readers.delete(stream),
    take: (reported) => {
      const frame = frameOf(reported)
      for (const reader of readers.values()) {
        if (reader.held) reader.held.push(reported)
        else send(reader, reported, frame)
      }
    },
    isIdle: () => readers.size === 0,
  }
}
