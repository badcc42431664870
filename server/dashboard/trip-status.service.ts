import type * as z from 'zod/mini'
import type { TripStatusReply } from '#contract/records/figures.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { PUNCTUALITY } from '#contract/records/trips.ts'
import type { Caller } from '../access/caller.ts'
import type { FiguresService } from '../figures/figures.service.ts'
import type { TripRepository } from '../trips/trips.repository.ts'
import { punctualityOf } from '../trips/trips.service.ts'

/** Trips that were to arrive in the range, and those under way, by the buckets of the dashboard (DSH-08). */
export const createTripStatus =
  ({
    figures,
    trips,
  }: {
    figures: Pick<FiguresService, 'questionOf'>
    trips: Pick<TripRepository, 'arrivals'>
  }) =>
  async (caller: Caller, filter: ReportFilter): Promise<z.infer<typeof TripStatusReply>> => {
    const { query, from, to } = await figures.questionOf(caller, filter)
    const rows = await trips.arrivals({ vehicleIds: query.vehicleIds, from, to })
    const judged = rows.flatMap((row) => punctualityOf(row) ?? [])
    return {
      trips: judged.length,
      buckets: PUNCTUALITY.map((bucket) => {
        const count = judged.filter((punctuality) => punctuality === bucket).length
        return { bucket, count, percent: judged.length === 0 ? 0 : (count / judged.length) * 100 }
      }),
    }
  }

export type TripStatus = ReturnType<typeof createTripStatus>
