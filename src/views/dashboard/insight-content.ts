import { SCALED_KPI_NAMES, type ScaledKpi } from '#domain/scaling.ts'
import type { FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import { COLUMN, EMPTY, FIGURE, FINDING, INSIGHT } from '#src/texts/en/dashboard.ts'
import { formatDateTime, formatDurationWords } from '../kit/formats.ts'
import { kpiHeading, kpiMeasure, kpiNumber, kpiText, type Scales } from '../kit/kpis.ts'
import { formatFigure, NOT_KNOWN } from '../kit/measures.ts'
import type { Emptiness, Shown } from './content.ts'

type Answer = FigureAnswers['FLEET_INSIGHTS']
type Insight = Answer['insights'][number]

/** An insight as a sentence, the KPI that it is about, if that can be scaled, and the trucks that show it with what is known of each. */
export type InsightText = {
  readonly sentence: string
  readonly kpi: ScaledKpi | null
  /** How many trucks show it besides those that are named. */
  readonly others: number
  readonly vehicles: ReadonlyArray<{
    readonly vehicleId: number
    readonly registration: string
    readonly value: string
  }>
}

const kpiOf = (figure: Insight['figure']): ScaledKpi | null =>
  SCALED_KPI_NAMES.find((kpi) => kpi === figure) ?? null

const valueText = (figure: Insight['figure'], value: number | null, scales: Scales): string => {
  if (value === null) return figure === 'lastFix' ? INSIGHT.neverHeard : NOT_KNOWN
  switch (figure) {
    case 'mileage':
    case 'utilization':
      return kpiText(figure, value, scales)
    case 'score':
      return formatFigure('score', value)
    case 'lastFix':
      return INSIGHT.lastFix({ time: formatDateTime(value) })
    case 'stoppedS':
      return formatDurationWords(value * 1000)
  }
}

const sentenceOf = ({ kind, figure, count }: Insight): string | null => {
  if (kind !== 'best' && kind !== 'worst') return INSIGHT[kind]({ count })
  return figure === 'mileage' || figure === 'utilization' || figure === 'score' ? INSIGHT[kind][figure] : null
}

/** What stands out (FLEET_INSIGHTS), in sentences. */
export const insightTexts = ({ insights, scales, scoring }: Answer): readonly InsightText[] =>
  insights.flatMap((insight) => {
    const sentence = sentenceOf(insight)
    if (sentence === null) return []
    const vehicles = insight.vehicles.map(
      ({ vehicleId, registration, value, band, companyScore, ofSelected }) => {
        const text = valueText(insight.figure, value, scales)
        // Fuel economy may be written so that the greater figure is the lower economy.
        const [from = '', to = ''] =
          band === null
            ? []
            : [band.from, band.to]
                .map((kmpl) => Math.max(kmpl, 0.01))
                .sort(
                  (a, b) => (kpiNumber('mileage', a, scales) ?? 0) - (kpiNumber('mileage', b, scales) ?? 0),
                )
                .map((kmpl) => kpiMeasure('mileage', kmpl, scales).figure)
        const isOwn = insight.figure === 'score' && scoring.by === 'own' && companyScore != null
        const selected =
          ofSelected === undefined ? text : valueText(insight.figure, ofSelected ?? null, scales)
        const shown = isOwn
          ? FIGURE.withCompany({ score: text, company: formatFigure('score', companyScore) })
          : selected === text
            ? text
            : INSIGHT.ofKnown({ known: text, value: selected })
        return {
          ...{ vehicleId, registration },
          value: band === null ? shown : INSIGHT.usually({ value: shown, from, to }),
        }
      },
    )
    return [{ sentence, kpi: kpiOf(insight.figure), vehicles, others: insight.count - vehicles.length }]
  })

/** The insights as the frame of a widget shows them; without evidence there are none. */
export const insightContent = (answer: Answer): Shown | Emptiness => {
  const texts = insightTexts(answer)
  if (texts.length === 0) return { empty: EMPTY.noInsights }
  return {
    ...{ figure: null, notes: [], bars: [] },
    finding: FINDING.insights({ count: texts.length }),
    table: {
      headings: [COLUMN.insight, COLUMN.vehicle, COLUMN.value],
      rows: texts.flatMap(({ sentence, kpi, vehicles }) => {
        const name = sentence.replace(/:$/, '')
        const insight = kpi === null ? name : kpiHeading(name, kpi, answer.scales)
        return vehicles.map(({ registration, value }) => [insight, registration, value])
      }),
    },
  }
}
