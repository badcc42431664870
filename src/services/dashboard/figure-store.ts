import type * as z from 'zod/mini'
import type {
  AdblueReply,
  DrivingScoreReply,
  FigureRows,
  MileageReply,
  PerformanceReply,
  RpmBandReply,
  SpeedBandReply,
  TripStatusReply,
  TruckInsightReply,
  UtilizationReply,
} from '#contract/records/figures.ts'
import type { ServiceCounts, ServiceRecord, ServiceReminder } from '#contract/records/health.ts'
import type { Trip } from '#contract/records/trips.ts'
import type { FiguresSource } from '#src/machines/dashboard/dashboard.ports.ts'
import { createShownStore } from '../kit/shown-store.ts'

/** What the four calls of service reminders answer (DSH-15); the counts are of the vehicles, `done` is of the range. */
type ServiceAnswer = {
  readonly vehicles: number
  readonly counts: ServiceCounts
  readonly overdue: readonly ServiceReminder[]
  readonly dueSoon: readonly ServiceReminder[]
  readonly done: readonly ServiceRecord[]
}

/** A row behind a figure. Of a status of now it has the latest fix instead of figures: its time (ms UTC, 0 without one) and speed (km/h); of trips, the trip. */
export type EvidenceRow = z.infer<typeof FigureRows>['rows'][number] & {
  readonly latest?: { readonly time: number; readonly speed: number | null }
  readonly trip?: Trip
}

/** The rows behind a figure, with what the answer says of itself where they have figures. Of trips, `all` is how many there are; `rows` has the first. */
type EvidenceAnswer = {
  readonly rows: readonly EvidenceRow[]
  readonly all?: number
} & Partial<Omit<z.infer<typeof FigureRows>, 'rows'>>

/** The answer that each widget shows. */
export type FigureAnswers = {
  readonly MILAGE_DAILY: z.infer<typeof MileageReply>
  readonly ADBLUE_DAILY: z.infer<typeof AdblueReply>
  readonly UTILIZATION_DAILY: z.infer<typeof UtilizationReply>
  readonly FLEET_STATUS: z.infer<typeof PerformanceReply>
  readonly DRIVING_SCORE: z.infer<typeof DrivingScoreReply>
  readonly SPEED_BAND: z.infer<typeof SpeedBandReply>
  readonly RPM_BAND: z.infer<typeof RpmBandReply>
  readonly FLEET_INSIGHTS: z.infer<typeof TruckInsightReply>
  readonly TRIP_STATUS: z.infer<typeof TripStatusReply>
  readonly SERVICE_REMINDERS: ServiceAnswer
  readonly rows: EvidenceAnswer
}

/** The answers that were loaded last, to be read with `useSyncExternalStore`. Whether one may be shown, its widget's machine knows. */
export type FigureStore = {
  subscribe(listener: () => void): () => void
  get<TSource extends FiguresSource>(source: TSource): FigureAnswers[TSource] | undefined
}

/** Answers in memory: they can have thousands of rows, so machines do not hold them. */
export const createFigureStore = () => {
  const { subscribe, getSnapshot, show, clear } = createShownStore<Partial<FigureAnswers>>({})
  return {
    subscribe,
    get: <TSource extends FiguresSource>(source: TSource) => getSnapshot()[source],
    put: <TSource extends FiguresSource>(source: TSource, answer: FigureAnswers[TSource]): void =>
      show({ [source]: answer } as Partial<FigureAnswers>),
    clear,
  }
}
