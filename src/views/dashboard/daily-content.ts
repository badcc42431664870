import type { DashboardFilter } from '#contract/links/dashboard.ts'
import { shiftDay } from '#domain/company-time.ts'
import type { DashboardWidget } from '#domain/dashboard.ts'
import { HOUR_S } from '#domain/units.ts'
import type { FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import { COLUMN, EMPTY, FIGURE, FINDING } from '#src/texts/en/dashboard.ts'
import { sharesText } from '../kit/distance-source.ts'
import { formatDayDate, formatHoursWords } from '../kit/formats.ts'
import { drivingMeasure, kpiHeading, kpiMeasure, kpiNumber, kpiText } from '../kit/kpis.ts'
import { distanceMeasure, economyMeasure, formatMeasure, NOT_KNOWN, volumeMeasure } from '../kit/measures.ts'
import type { Bar, Shown } from './content.ts'
import { beforeText, changeText, daysLabel } from './figure-texts.ts'

/** What a widget's content is made with: the company's day (`YYYY-MM-DD`), whose figures of which period are shown, and its days. */
export type ContentOptions = {
  readonly today: string
  readonly filter: DashboardFilter
  readonly days: number
}

/** Less than this is not worth a sentence. */
const LEAST_DOUBTED_KM = 1

const words = (seconds: number): string => formatHoursWords(seconds * 1000)

/** The parts of a bar that follow from its first day. */
const dated = (widget: DashboardWidget, date: string, days: number, today: string) =>
  ({
    label: daysLabel(date, days, today),
    tone: 'plain',
    isOpen: days === 1 && date === today,
    evidence: { widget, day: date, days, part: null, vehicleId: null },
  }) satisfies Partial<Bar>

/** Fuel economy by day with its fuel (MILAGE_DAILY). */
export const mileageContent = (
  { days: rows, total, before, scales }: FigureAnswers['MILAGE_DAILY'],
  { today, days }: ContentOptions,
): Shown => {
  if (total === null || total.fuelUsed <= 0) return { empty: EMPTY.noFuel }
  const notes = [
    beforeText(before?.mileage ?? null, (kmpl) => kpiText('mileage', kmpl, scales), days),
    FIGURE.fuelFor({
      fuel: formatMeasure(volumeMeasure(total.fuelUsed)),
      distance: formatMeasure(distanceMeasure(total.meteredKm)),
    }),
    ...(total.odometerShare === null ? [] : [FIGURE.odometers({ shares: sharesText(total.odometerShare) })]),
    ...(total.doubtedKm < LEAST_DOUBTED_KM
      ? []
      : [FIGURE.doubted({ distance: formatMeasure(distanceMeasure(total.doubtedKm)) })]),
  ]
  return {
    figure: kpiMeasure('mileage', total.mileage, scales),
    kpi: 'mileage',
    finding: changeText(FINDING.mileage, total.mileage, before?.mileage ?? null, days),
    notes,
    bars: rows.map(({ date, mileage, fuelUsed, meteredKm }) => ({
      ...dated('MILAGE_DAILY', date, 1, today),
      value: kpiNumber('mileage', mileage, scales),
      text: kpiText('mileage', mileage, scales),
      hint: FIGURE.fuelFor({
        fuel: formatMeasure(volumeMeasure(fuelUsed)),
        distance: formatMeasure(distanceMeasure(meteredKm)),
      }),
    })),
    table: {
      headings: [
        COLUMN.day,
        kpiHeading(COLUMN.economy({ unit: economyMeasure(1).unit }), 'mileage', scales),
        COLUMN.fuel({ unit: volumeMeasure(0).unit }),
        COLUMN.distance({ unit: distanceMeasure(0).unit }),
      ],
      rows: rows.map(({ date, mileage, fuelUsed, distanceKm }) => [
        formatDayDate(date),
        kpiMeasure('mileage', mileage, scales).figure,
        volumeMeasure(fuelUsed).figure,
        distanceMeasure(distanceKm).figure,
      ]),
    },
  }
}

/**
 * AdBlue by day (ADBLUE_DAILY). Its change is that of what a truck uses on a day, which stands beside the sum with the days that it is the
 * mean of: a period that goes on is shorter than the one before, and trucks come and go.
 */
export const adblueContent = (
  { days: rows, total, vehicles, average, averageBefore, scales }: FigureAnswers['ADBLUE_DAILY'],
  { today, days }: ContentOptions,
): Shown => {
  if (total === null || total.adblueUsed <= 0) return { empty: EMPTY.noAdblue }
  const aDayText = (litres: number): string => {
    const value = kpiText('adblue', litres, scales)
    return vehicles === 1 ? FIGURE.aDay({ value }) : FIGURE.aTruckDay({ value })
  }
  const averageText =
    average === null
      ? FIGURE.noAverage
      : FIGURE.ofDays({ value: aDayText(average.aDay), days: average.days, all: average.ofDays })
  const aDay = average?.aDay ?? null
  const aDayBefore = averageBefore?.aDay ?? null
  return {
    figure: kpiMeasure('adblue', total.adblueUsed, scales),
    kpi: 'adblue',
    finding: changeText(FINDING.adblue, aDay, aDayBefore, days),
    notes: [averageText, beforeText(aDayBefore, aDayText, days)],
    bars: rows.map(({ date, adblueUsed }) => ({
      ...dated('ADBLUE_DAILY', date, 1, today),
      value: kpiNumber('adblue', adblueUsed, scales),
      text: kpiText('adblue', adblueUsed, scales),
      hint: null,
    })),
    table: {
      headings: [COLUMN.day, kpiHeading(COLUMN.adblue({ unit: volumeMeasure(0).unit }), 'adblue', scales)],
      rows: rows.map(({ date, adblueUsed }) => [
        formatDayDate(date),
        kpiMeasure('adblue', adblueUsed, scales).figure,
      ]),
    },
  }
}

type Utilization = NonNullable<FigureAnswers['UTILIZATION_DAILY']['total']>
type PercentText = (percent: number | null) => string

/** `38.0 % of the 336 hr known`. */
const knownPart = ({ knownS, knownUtilization }: Utilization, percentOf: PercentText): string =>
  FIGURE.knownPart({ percent: percentOf(knownUtilization), hours: words(knownS) })

/** What is known of the hours selected, and the utilisation of that. */
const knownText = (
  { total, known, rangeDays }: FigureAnswers['UTILIZATION_DAILY'],
  percentOf: PercentText,
): string => {
  if (total === null || total.knownS === 0) return FIGURE.nothingKnown
  const part = knownPart(total, percentOf)
  return known === undefined ? part : FIGURE.known({ days: known.days, all: rangeDays, part })
}

/** A utilisation of before, with that of what was known then where they differ. */
const besideKnown = (percent: number, before: Utilization | null, percentOf: PercentText): string => {
  const [value, known] = [percentOf(percent), percentOf(before?.knownUtilization ?? null)]
  return value === known ? value : FIGURE.withKnown({ value, known })
}

/** Utilisation by day, or by week in a long range (UTILIZATION_DAILY, DSH-11, DSH-12). */
export const utilizationContent = (
  answer: FigureAnswers['UTILIZATION_DAILY'],
  { today, days }: ContentOptions,
): Shown => {
  const { days: rows, total, before, hours, vehicles, reporting, scales } = answer
  if (total === null || reporting === 0) return { empty: EMPTY.silent }
  const percentOf = (percent: number | null): string => kpiText('utilization', percent, scales)
  const timesOf = (figures: { runningS: number; idlingS: number }, of: number) =>
    FIGURE.hours({
      running: words(figures.runningS),
      idling: words(figures.idlingS),
      hours: words(of * HOUR_S),
    })
  const utilisedText = (figures: { utilization: number | null; runningS: number; idlingS: number }) =>
    FIGURE.utilised({
      utilised: kpiText('utilization', figures.utilization, scales),
      driving: formatMeasure(drivingMeasure(figures, scales)),
    })
  const isByWeek = rows.some((row) => row.days > 1)
  return {
    figure: kpiMeasure('utilization', total.utilization, scales),
    kpi: 'utilization',
    // Of what is known: hours of which nothing is known are no change.
    finding: changeText(FINDING.utilisation, total.knownUtilization, before?.knownUtilization ?? null, days),
    notes: [
      utilisedText(total),
      knownText(answer, percentOf),
      beforeText(before?.utilization ?? null, (percent) => besideKnown(percent, before, percentOf), days),
      timesOf(total, hours * vehicles),
    ],
    bars: rows.map((row) => ({
      ...dated('UTILIZATION_DAILY', row.date, row.days, today),
      isOpen: row.date <= today && today < shiftDay(row.date, row.days),
      value: kpiNumber('utilization', row.utilization, scales),
      text: kpiText('utilization', row.utilization, scales),
      hint:
        row.knownS === 0
          ? FIGURE.nothingKnown
          : [
              FIGURE.times({ running: words(row.runningS), idling: words(row.idlingS) }),
              utilisedText(row),
              knownPart(row, percentOf),
            ].join(' · '),
    })),
    table: {
      headings: [
        isByWeek ? COLUMN.week : COLUMN.day,
        kpiHeading(COLUMN.utilisation, 'utilization', scales),
        kpiHeading(COLUMN.driving, 'utilization', scales),
        COLUMN.running,
        COLUMN.idling,
        COLUMN.known,
        kpiHeading(COLUMN.ofKnown, 'utilization', scales),
      ],
      rows: rows.map((row) => [
        isByWeek ? daysLabel(row.date, row.days, today) : formatDayDate(row.date),
        kpiMeasure('utilization', row.utilization, scales).figure,
        drivingMeasure(row, scales).figure,
        ...(row.knownS === 0 ? [NOT_KNOWN, NOT_KNOWN] : [words(row.runningS), words(row.idlingS)]),
        words(row.knownS),
        kpiMeasure('utilization', row.knownUtilization, scales).figure,
      ]),
    },
  }
}
