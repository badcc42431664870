import { credibleRows, type TimedPosition } from '../ingest/newest-fix.ts'
import { type FixColumns, fixAt } from '../track/columns.ts'
import type { TrackRepository } from '../track/track.repository.ts'
import { SHARE } from './limits.ts'
import type { LiveShareRepository } from './live-share.repository.ts'
import type { ShareHistory } from './share-channel.ts'

/** The places of stored fixes in their order, without those that no truck can have reached: ingest stores them, and streams leave them out. */
export const crediblePlaces = (columns: FixColumns): TimedPosition[] =>
  credibleRows(columns).map((row) => {
    const { time, lng, lat, accuracy } = fixAt(columns, row)
    return accuracy === undefined ? { time, lng, lat } : { time, lng, lat, accuracy }
  })

/** Reads the places of a vehicle from `from` (ms UTC) on, at most of the last 24 hours, as live streams would have sent them. */
export const createShareHistory =
  ({
    links,
    track,
    now,
  }: {
    links: Pick<LiveShareRepository, 'latest'>
    track: Pick<TrackRepository, 'readRange'>
    now: () => number
  }) =>
  async (companyId: number, vehicleId: number, from: number): Promise<ShareHistory> => {
    const latest = (await links.latest(companyId, [vehicleId])).get(vehicleId)
    if (latest === undefined || latest.time < from) return { latest, trail: [] }
    const range = { from: Math.max(from, now() - SHARE.trailMs), to: latest.time + 1 }
    const columns = await track.readRange({ companyId, vehicleId, ...range }, { eventBits: false })
    return { latest, trail: crediblePlaces(columns) }
  }

export type LoadShareHistory = ReturnType<typeof createShareHistory>
