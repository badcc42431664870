import type { DashboardEvidence } from '#contract/links/dashboard.ts'
import type { Trip } from '#contract/records/trips.ts'
import { type BandName, RPM_BANDS, SPEED_BANDS } from '#domain/bands.ts'
import type { DashboardWidget } from '#domain/dashboard.ts'
import { excessOf } from '#domain/driving-score.ts'
import type { Figures } from '#domain/figure-fields.ts'
import { mileageOf, odometerShareOf } from '#domain/figures.ts'
import type { ScaledKpi } from '#domain/scaling.ts'
import { areTripsBehind, statusBehind } from '#src/machines/dashboard/dashboard.logic.ts'
import type { EvidenceRow } from '#src/services/dashboard/figure-store.ts'
import { BUCKET, COLUMN, FIGURE } from '#src/texts/en/dashboard.ts'
import { TRIP_PLOT, TRIPS } from '#src/texts/en/trips.ts'
import { odometerShareText } from '../kit/distance-source.ts'
import { formatDateTime, formatHoursWords, formatShownTime } from '../kit/formats.ts'
import { kpiHeading, kpiMeasure, type Scales } from '../kit/kpis.ts'
import {
  distanceMeasure,
  economyMeasure,
  formatFigure,
  formatNumber,
  unitOf,
  volumeMeasure,
} from '../kit/measures.ts'
import { delayOf, delayText } from '../kit/trip-schedule.ts'

/** A column of the rows behind a figure. Rows are sorted by the `value` of the one that is the weight, or else of the first. */
export type EvidenceColumn = {
  readonly title: string
  /** The KPI that it shows, which can be scaled. */
  readonly kpi?: ScaledKpi
  readonly text: (figures: Figures, row: EvidenceRow) => string
  readonly value: (figures: Figures, row: EvidenceRow) => number
  readonly isWeight?: true
}

type TimeFigure =
  | 'runningS'
  | 'idlingS'
  | 'stoppedS'
  | 'engineOnS'
  | 'speedingS'
  | 'longIdlingS'
  | 'neutralS'
  | 'overrunS'

const time = (title: string, name: TimeFigure | BandName): EvidenceColumn => ({
  title,
  text: (figures) => formatHoursWords(figures[name] * 1000),
  value: (figures) => figures[name],
})

const harshOf = ({ reportedAccelerations, reportedBrakings, harshCornerings }: Figures): number =>
  reportedAccelerations + reportedBrakings + harshCornerings

const distance = (): EvidenceColumn => ({
  title: COLUMN.distance({ unit: distanceMeasure(0).unit }),
  text: ({ distanceKm }) => distanceMeasure(distanceKm).figure,
  value: ({ distanceKm }) => distanceKm,
})

const bandColumns = (band: BandName | null, last: EvidenceColumn): readonly EvidenceColumn[] =>
  band === null ? [last] : [time(COLUMN.band, band), last]

/** The latest fix of a vehicle. */
const LATEST = (): readonly EvidenceColumn[] => [
  {
    title: COLUMN.lastPosition,
    text: (_, { latest }) => (latest && latest.time > 0 ? formatDateTime(latest.time) : ''),
    value: (_, { latest }) => latest?.time ?? 0,
  },
  {
    title: COLUMN.speed({ unit: unitOf('speed') }),
    text: (_, { latest }) => formatFigure('speed', latest?.speed),
    value: (_, { latest }) => latest?.speed ?? 0,
  },
]

/** A trip's route and schedule; those that are furthest off it come first. */
const TRIP = (): readonly EvidenceColumn[] => [
  {
    title: COLUMN.status,
    text: (_, { trip }) =>
      trip?.punctuality == null
        ? ''
        : [BUCKET[trip.punctuality], delayText(trip)].filter((text) => text !== null).join(' '),
    value: (_, { trip }) => Math.abs(trip === undefined ? 0 : (delayOf(trip) ?? 0)),
  },
  tripText(COLUMN.route, ({ fromCity, toCity }) => TRIPS.route({ from: fromCity, to: toCity })),
  tripText(TRIP_PLOT.planned, ({ scheduledEndDate }) => formatShownTime(scheduledEndDate)),
  tripText(COLUMN.arrival, ({ actualEndDate, eta }) =>
    actualEndDate === null
      ? FIGURE.expected({ time: formatShownTime(eta ?? '') })
      : formatShownTime(actualEndDate),
  ),
  tripText(TRIP_PLOT.driver, ({ driver }) => driver ?? ''),
]

const tripText = (title: string, textOf: (trip: Trip) => string): EvidenceColumn => ({
  title,
  text: (_, { trip }) => (trip === undefined ? '' : textOf(trip)),
  value: () => 0,
})

/** The figure of a widget and the columns that it is made of. A KPI is scaled as in the widget; what it is computed from is as measured. */
export const evidenceColumns = (evidence: DashboardEvidence, scales: Scales): readonly EvidenceColumn[] => {
  const { widget, part } = evidence
  const { unit } = economyMeasure(1)
  const of: Readonly<Record<DashboardWidget, () => readonly EvidenceColumn[]>> = {
    MILAGE_DAILY: () => [
      {
        title: kpiHeading(COLUMN.economy({ unit }), 'mileage', scales),
        kpi: 'mileage',
        text: (figures) => kpiMeasure('mileage', mileageOf(figures), scales).figure,
        value: (figures) => mileageOf(figures) ?? 0,
      },
      {
        title: COLUMN.fuel({ unit: volumeMeasure(0).unit }),
        text: ({ fuelUsed }) => volumeMeasure(fuelUsed).figure,
        value: ({ fuelUsed }) => fuelUsed,
        isWeight: true,
      },
      distance(),
      {
        title: COLUMN.byOdometer,
        text: odometerShareText,
        value: (figures) => odometerShareOf(figures) ?? 0,
      },
    ],
    ADBLUE_DAILY: () => [
      {
        title: kpiHeading(COLUMN.adblue({ unit: volumeMeasure(0).unit }), 'adblue', scales),
        kpi: 'adblue',
        text: ({ adblueUsed }) => kpiMeasure('adblue', adblueUsed, scales).figure,
        value: ({ adblueUsed }) => adblueUsed,
      },
      distance(),
    ],
    UTILIZATION_DAILY: () => STATES(),
    FLEET_STATUS: () => (statusBehind(evidence) === null ? STATES() : LATEST()),
    FLEET_INSIGHTS: () => [distance(), ...STATES()],
    TRIP_STATUS: () => (areTripsBehind(evidence) ? TRIP() : [distance(), ...STATES()]),
    SERVICE_REMINDERS: () => [distance(), ...STATES()],
    SPEED_BAND: () => [
      ...bandColumns(
        SPEED_BANDS.find(({ name }) => name === part)?.name ?? null,
        time(COLUMN.running, 'runningS'),
      ),
      {
        title: COLUMN.maxSpeed({ unit: unitOf('speed') }),
        text: ({ maxSpeed }) => formatFigure('maxSpeed', maxSpeed),
        value: ({ maxSpeed }) => maxSpeed,
      },
    ],
    RPM_BAND: () =>
      bandColumns(
        RPM_BANDS.find(({ name }) => name === part)?.name ?? null,
        time(COLUMN.engineOn, 'engineOnS'),
      ),
    DRIVING_SCORE: () => [
      distance(),
      time(COLUMN.running, 'runningS'),
      time(COLUMN.speeding, 'speedingS'),
      {
        title: COLUMN.excess({ unit: unitOf('speed') }),
        text: (figures) => formatFigure('overspeed', excessOf(figures)),
        value: (figures) => excessOf(figures) ?? 0,
      },
      time(COLUMN.neutralTime, 'neutralS'),
      time(COLUMN.overrunTime, 'overrunS'),
      time(COLUMN.longIdling, 'longIdlingS'),
      {
        title: COLUMN.harsh,
        text: (figures) => formatNumber(harshOf(figures)),
        value: harshOf,
      },
    ],
  }
  return of[widget]()
}

const STATES = (): readonly EvidenceColumn[] => [
  time(COLUMN.running, 'runningS'),
  time(COLUMN.idling, 'idlingS'),
  time(COLUMN.stopped, 'stoppedS'),
]

/** Rows in the order in which people look for them: vehicles by what makes most of the figure, hours by time. */
export const sortedEvidence = (
  rows: readonly EvidenceRow[],
  columns: readonly EvidenceColumn[],
): readonly EvidenceRow[] => {
  const by = columns.find(({ isWeight }) => isWeight) ?? columns[0]
  return by === undefined || rows.some(({ hour }) => hour !== null)
    ? rows
    : [...rows].sort((a, b) => by.value(b.figures, b) - by.value(a.figures, a))
}
