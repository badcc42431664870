import type * as z from 'zod/mini'
import { MAX_FIGURES_ROWS, type TripRowsReply, type TripStatusReply } from '#contract/records/figures.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { PUNCTUALITY, type Punctuality } from '#domain/trips.ts'
import type { Caller } from '../access/caller.ts'
import type { FiguresService } from '../figures/figures.service.ts'
import type { TripRepository } from '../trips/trips.repository.ts'
import { punctualityOf, tripOf } from '../trips/trips.service.ts'

type Dependencies = {
  readonly figures: Pick<FiguresService, 'questionOf'>
  readonly trips: Pick<TripRepository, 'arrivals' | 'list'>
  /** The most trips of an answer. */
  readonly most?: number
}

/** Trips that were to arrive in the range, and those under way, by the buckets of the dashboard (DSH-08). */
export const createTripStatus = ({ figures, trips, most = MAX_FIGURES_ROWS }: Dependencies) => {
  const judgedTrips = async (caller: Caller, filter: ReportFilter) => {
    const { query, from, to } = await figures.questionOf(caller, filter)
    const rows = await trips.arrivals({ vehicleIds: query.vehicleIds, from, to })
    return rows.flatMap((row) => {
      const punctuality = punctualityOf(row)
      return punctuality === null ? [] : [{ id: row.id, due: row.scheduled_end.getTime(), punctuality }]
    })
  }

  return {
    /** How many trips are in each bucket. */
    counts: async (caller: Caller, filter: ReportFilter): Promise<z.infer<typeof TripStatusReply>> => {
      const judged = await judgedTrips(caller, filter)
      return {
        trips: judged.length,
        buckets: PUNCTUALITY.map((bucket) => {
          const count = judged.filter(({ punctuality }) => punctuality === bucket).length
          return { bucket, count, percent: judged.length === 0 ? 0 : (count / judged.length) * 100 }
        }),
      }
    },

    /** The trips that are counted, in one bucket or in all. */
    rows: async (
      caller: Caller,
      { punctuality, ...filter }: ReportFilter & { punctuality?: Punctuality | undefined },
    ): Promise<z.infer<typeof TripRowsReply>> => {
      const counted = (await judgedTrips(caller, filter))
        .filter((trip) => punctuality === undefined || trip.punctuality === punctuality)
        .sort((a, b) => b.due - a.due || b.id - a.id)
      const tripIds = counted.slice(0, most).map(({ id }) => id)
      const rows = await trips.list({ companyId: caller.companyId, tripIds, limit: most })
      const byId = new Map(rows.map((row) => [row.id, tripOf(row)]))
      return { trips: tripIds.flatMap((id) => byId.get(id) ?? []), total: counted.length }
    },
  }
}

export type TripStatus = ReturnType<typeof createTripStatus>
