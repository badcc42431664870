import { shiftDay } from '#domain/company-time.ts'
import type { DashboardFilter, DashboardWidget } from '#domain/dashboard-link.ts'
import { HOUR_S } from '#domain/units.ts'
import type { FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import { COLUMN, EMPTY, FIGURE, FINDING } from '#src/texts/en/dashboard.ts'
import { sharesText } from '../kit/distance-source.ts'
import { formatDayDate, formatHoursWords } from '../kit/formats.ts'
import { drivingMeasure, kpiHeading, kpiMeasure, kpiNumber, kpiText } from '../kit/kpis.ts'
import { distanceMeasure, economyMeasure, formatMeasure, volumeMeasure } from '../kit/measures.ts'
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

/** Hours of a day. */
const DAY_HOURS = 24

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
 * AdBlue by day (ADBLUE_DAILY). Its change is that of the litres in 24 hours, which stand beside the sum: a period that goes on is shorter
 * than the one before.
 */
export const adblueContent = (
  { days: rows, total, before, hours, scales }: FigureAnswers['ADBLUE_DAILY'],
  { today, days }: ContentOptions,
): Shown => {
  if (total === null || total.adblueUsed <= 0) return { empty: EMPTY.noAdblue }
  const aDayText = (litres: number): string => FIGURE.aDay({ value: kpiText('adblue', litres, scales) })
  const aDay = hours > 0 ? (total.adblueUsed / hours) * DAY_HOURS : null
  const aDayBefore = before === null || before.adblueUsed <= 0 ? null : before.adblueUsed / days
  return {
    figure: kpiMeasure('adblue', total.adblueUsed, scales),
    kpi: 'adblue',
    finding: changeText(FINDING.adblue, aDay, aDayBefore, days),
    notes: [...(aDay === null ? [] : [aDayText(aDay)]), beforeText(aDayBefore, aDayText, days)],
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

/** Utilisation by day, or by week in a long range (UTILIZATION_DAILY, DSH-11, DSH-12). */
export const utilizationContent = (
  { days: rows, total, before, hours, vehicles, reporting, scales }: FigureAnswers['UTILIZATION_DAILY'],
  { today, days }: ContentOptions,
): Shown => {
  if (total === null || reporting === 0) return { empty: EMPTY.silent }
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
    finding: changeText(FINDING.utilisation, total.utilization, before?.utilization ?? null, days),
    notes: [
      utilisedText(total),
      beforeText(before?.utilization ?? null, (percent) => kpiText('utilization', percent, scales), days),
      timesOf(total, hours * vehicles),
    ],
    bars: rows.map((row) => ({
      ...dated('UTILIZATION_DAILY', row.date, row.days, today),
      isOpen: row.date <= today && today < shiftDay(row.date, row.days),
      value: kpiNumber('utilization', row.utilization, scales),
      text: kpiText('utilization', row.utilization, scales),
      hint: `${FIGURE.times({ running: words(row.runningS), idling: words(row.idlingS) })} · ${utilisedText(row)}`,
    })),
    table: {
      headings: [
        isByWeek ? COLUMN.week : COLUMN.day,
        kpiHeading(COLUMN.utilisation, 'utilization', scales),
        kpiHeading(COLUMN.driving, 'utilization', scales),
        COLUMN.running,
        COLUMN.idling,
      ],
      rows: rows.map((row) => [
        isByWeek ? daysLabel(row.date, row.days, today) : formatDayDate(row.date),
        kpiMeasure('utilization', row.utilization, scales).figure,
        drivingMeasure(row, scales).figure,
        words(row.runningS),
        words(row.idlingS),
      ]),
    },
  }
}
