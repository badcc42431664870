import type { DashboardEvidence } from '#contract/links/dashboard.ts'
import { type Band, type BandName, RPM_BANDS, SPEED_BANDS } from '#domain/bands.ts'
import type { CountedStatus, DashboardWidget } from '#domain/dashboard.ts'
import { LEAST_SCORED_KM } from '#domain/driving-score.ts'
import type { Punctuality } from '#domain/trips.ts'
import type { FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import { BUCKET, COLUMN, EMPTY, FIGURE, FINDING, FLEET_STATUS } from '#src/texts/en/dashboard.ts'
import { UNITS } from '#src/texts/en/measures.ts'
import { formatHoursWords } from '../kit/formats.ts'
import { formatFigure, formatNumber, formatPercent, formatWithUnit, unitOf } from '../kit/measures.ts'
import { scoredByText } from '../kit/scored-by.tsx'
import type { Bar, Shown, Tone } from './content.ts'
import type { ContentOptions } from './daily-content.ts'
import { beforeText, changeText, percentText } from './figure-texts.ts'

type NamedBand = Band & { readonly name: BandName }

const rpmFigure = (rpm: number): string => formatFigure('engineSpeed', rpm)
const speedFigure = (kmph: number): string => formatFigure('speedLimit', kmph)

/** `up to 20`, `41-60`, `above 80` of a band; `from` is where the band before it ends. */
const bandLabel = ({ upTo }: Band, from: number, figureOf: (value: number) => string): string =>
  from === 0
    ? FIGURE.upTo({ value: figureOf(upTo) })
    : Number.isFinite(upTo)
      ? FIGURE.between({ from: figureOf(from + 1), to: figureOf(upTo) })
      : FIGURE.above({ value: figureOf(from) })

/** Bands with their labels, and where the band before each ends. */
const labelledBands = <TBand extends Band>(bands: readonly TBand[], figureOf: (value: number) => string) =>
  bands.map((band, i) => {
    const from = bands[i - 1]?.upTo ?? 0
    return { band, from, label: bandLabel(band, from, figureOf) }
  })

const TONES: Readonly<Record<'optimal' | 'notRecommended', Tone>> = { optimal: 'good', notRecommended: 'bad' }

const bandContent = (
  { bands: shares, seconds }: FigureAnswers['SPEED_BAND'] | FigureAnswers['RPM_BAND'],
  bands: readonly NamedBand[],
  {
    widget,
    figureOf,
    unit,
    finding,
    empty,
  }: {
    widget: DashboardWidget
    figureOf: (value: number) => string
    unit: string
    finding: (values: { percent: string; band: string }) => string
    empty: string
  },
  { days }: ContentOptions,
): Shown => {
  if (seconds <= 0) return { empty }
  const labelled = labelledBands(bands, figureOf).map(({ band, label }) => {
    const own = shares.find(({ name }) => name === band.name)
    return {
      ...{ band, label },
      share: (own?.share ?? 0) * 100,
      seconds: own?.seconds ?? 0,
      before: own?.before == null ? null : own.before * 100,
    }
  })
  const optimal = labelled.find(({ band }) => band.verdict === 'optimal')
  return {
    figure: null,
    finding:
      optimal === undefined
        ? null
        : finding({ percent: formatPercent(optimal.share), band: `${optimal.label} ${unit}` }),
    notes: labelled.every(({ before }) => before === null) ? [FIGURE.unknownBefore({ days })] : [],
    bars: labelled.map(({ band, label, share, before }) => ({
      label,
      value: share,
      text: percentText(share),
      hint: [
        ...(band.verdict === null ? [] : [FIGURE[band.verdict]]),
        ...(before === null ? [] : [FIGURE.points({ change: signed(share - before) })]),
      ].join(' · '),
      tone: band.verdict === null ? 'plain' : TONES[band.verdict],
      isOpen: false,
      evidence: { widget, day: null, days: 1, part: band.name, vehicleId: null },
    })),
    table: {
      headings: [`${COLUMN.band} (${unit})`, COLUMN.time, COLUMN.share, COLUMN.before],
      rows: labelled.map(({ label, seconds: own, share, before }) => [
        label,
        formatHoursWords(own * 1000),
        formatPercent(share),
        formatPercent(before),
      ]),
    },
  }
}

/** `+1.2`, `−1.2`, and `0.0` of what rounds to nothing. */
const signed = (value: number): string => {
  const text = formatPercent(Math.abs(value))
  return text === formatPercent(0) ? text : `${value < 0 ? '−' : '+'}${text}`
}

/** How driving is divided among the speed bands (SPEED_BAND, DSH-09, CST-12). */
export const speedContent = (answer: FigureAnswers['SPEED_BAND'], options: ContentOptions): Shown =>
  bandContent(
    answer,
    SPEED_BANDS,
    {
      widget: 'SPEED_BAND',
      figureOf: speedFigure,
      unit: unitOf('speed'),
      finding: FINDING.speed,
      empty: EMPTY.noMovement,
    },
    options,
  )

/** How the engine's time is divided among the bands of its speed (RPM_BAND, DSH-10, CST-12). */
export const rpmContent = (answer: FigureAnswers['RPM_BAND'], options: ContentOptions): Shown =>
  bandContent(
    answer,
    RPM_BANDS,
    {
      widget: 'RPM_BAND',
      figureOf: rpmFigure,
      unit: UNITS.engineSpeed,
      finding: FINDING.rpm,
      empty: EMPTY.noRpm,
    },
    options,
  )

/** The tooltips of the bands (DSH-09, DSH-10): their optimal one, and where the one that is not recommended begins. */
export const bandTip = (widget: 'SPEED_BAND' | 'RPM_BAND'): string => {
  const isSpeed = widget === 'SPEED_BAND'
  const figureOf = isSpeed ? speedFigure : rpmFigure
  const labelled = labelledBands<Band>(isSpeed ? SPEED_BANDS : RPM_BANDS, figureOf)
  const judged = (verdict: Band['verdict']) => labelled.find(({ band }) => band.verdict === verdict)
  const texts = {
    optimal: judged('optimal')?.label ?? '',
    limit: figureOf(judged('notRecommended')?.from ?? 0),
  }
  return isSpeed ? FIGURE.speedTip({ ...texts, unit: unitOf('speed') }) : FIGURE.rpmTip(texts)
}

const STATUS_TONES = {
  RUNNING: 'running',
  IDLING: 'idle',
  STOPPED: 'stopped',
  KEYON: 'keyon',
  OFFLINE: 'offline',
} as const satisfies Readonly<Record<string, Tone>>

const ofStatus = (part: CountedStatus): DashboardEvidence => ({
  ...{ widget: 'FLEET_STATUS', day: null, days: 1, part, vehicleId: null },
})

/** How many vehicles have each status now (FLEET_STATUS, DSH-07). */
export const statusContent = ({ statuses, vehicles }: FigureAnswers['FLEET_STATUS']): Shown => ({
  figure: null,
  finding: FINDING.status({
    running: statuses.find(({ status }) => status === 'RUNNING')?.count ?? 0,
    all: vehicles,
  }),
  notes: [],
  bars: statuses.map(({ status, count, percent }) => ({
    label: FLEET_STATUS[status],
    value: percent,
    text: formatNumber(count),
    hint: percentText(percent),
    tone: STATUS_TONES[status],
    isOpen: false,
    evidence: ofStatus(status),
  })),
  table: {
    headings: [COLUMN.status, COLUMN.vehicles, COLUMN.share],
    rows: statuses.map(({ status, count, percent }) => [
      FLEET_STATUS[status],
      formatNumber(count),
      formatPercent(percent),
    ]),
    opens: statuses.map(({ status }) => ofStatus(status)),
  },
})

const ofTrips = (part: Punctuality): DashboardEvidence => ({
  ...{ widget: 'TRIP_STATUS', day: null, days: 1, part, vehicleId: null },
})

const BUCKET_TONES = { Early: 'plain', Ontime: 'second', Delayed: 'bad' } as const

/** Trips of the period by how they ended (DSH-08). */
export const tripContent = ({ trips, buckets }: FigureAnswers['TRIP_STATUS']): Shown => {
  if (trips === 0) return { empty: EMPTY.noTrips }
  const good = buckets.reduce((sum, { bucket, count }) => sum + (bucket === 'Delayed' ? 0 : count), 0)
  return {
    figure: null,
    finding: FINDING.trips({ good, all: trips }),
    notes: [],
    bars: buckets.map(({ bucket, count, percent }) => ({
      label: BUCKET[bucket],
      value: percent,
      text: formatNumber(count),
      hint: percentText(percent),
      tone: BUCKET_TONES[bucket],
      isOpen: false,
      evidence: ofTrips(bucket),
    })),
    table: {
      headings: [COLUMN.status, COLUMN.trips, COLUMN.share],
      rows: buckets.map(({ bucket, count, percent }) => [
        BUCKET[bucket],
        formatNumber(count),
        formatPercent(percent),
      ]),
      opens: buckets.map(({ bucket }) => ofTrips(bucket)),
    },
  }
}

/** How many of the best and of the lowest scores are shown beside the table. */
const SHOWN_SCORES = 2

const scoreFigure = (score: number | null): string => formatFigure('score', score)
const companyHint = (score: string | null): string | null =>
  score === null ? null : FIGURE.company({ score })

/** The driving score of the scope and of its vehicles (DRIVING_SCORE, DSH-13, DRV-04). */
export const scoreContent = (
  { fleet, before, rows, scoring }: FigureAnswers['DRIVING_SCORE'],
  { days }: ContentOptions,
): Shown => {
  // Only the user's own alerts have another score beside theirs.
  const companyText = (score: number | null): string | null =>
    scoring.by === 'company' ? null : scoreFigure(score)
  if (fleet === null || fleet.score === null)
    return { empty: fleet?.notScored === 'alerts' ? EMPTY.noAlerts : EMPTY.shortDistance }
  const scored = rows.filter(({ score }) => score !== null)
  const unscored = rows.length - scored.length
  const named =
    scored.length <= 2 * SHOWN_SCORES
      ? scored
      : [...scored.slice(0, SHOWN_SCORES), ...scored.slice(-SHOWN_SCORES)]
  const category = fleet.category as keyof typeof FIGURE.category | null
  const companyOfFleet = companyText(fleet.companyScore)
  return {
    figure: { figure: scoreFigure(fleet.score), unit: FIGURE.ofHundred },
    finding: changeText(FINDING.score, fleet.score, before, days),
    notes: [
      ...(companyOfFleet === null ? [] : [FIGURE.company({ score: companyOfFleet })]),
      ...(category === null ? [] : [FIGURE.category[category]]),
      beforeText(before, scoreFigure, days),
      ...(unscored === 0
        ? []
        : [FIGURE.unscored({ count: unscored, distance: formatWithUnit('distanceLimit', LEAST_SCORED_KM) })]),
    ],
    bars: named.map(
      ({ vehicleId, registration, score, companyScore }): Bar => ({
        label: registration,
        value: score,
        text: scoreFigure(score),
        hint: companyHint(companyText(companyScore)),
        tone: 'plain',
        isOpen: false,
        evidence: { widget: 'DRIVING_SCORE', day: null, days: 1, part: null, vehicleId },
      }),
    ),
    table: {
      headings: [
        COLUMN.vehicle,
        ...(scoring.by === 'company' ? [COLUMN.score] : [scoredByText(scoring), COLUMN.companyScore]),
      ],
      rows: rows.map(({ registration, score, companyScore }) => [
        registration,
        scoreFigure(score),
        ...(scoring.by === 'company' ? [] : [scoreFigure(companyScore)]),
      ]),
    },
  }
}
