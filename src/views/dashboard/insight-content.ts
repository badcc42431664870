import type { FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import { COLUMN, EMPTY, FINDING, INSIGHT } from '#src/texts/en/dashboard.ts'
import { formatDateTime, formatDurationWords } from '../kit/formats.ts'
import { economyMeasure, formatMeasure, NOT_KNOWN } from '../kit/measures.ts'
import type { Emptiness, Shown } from './content.ts'
import { percentText } from './figure-texts.ts'

type Answer = FigureAnswers['FLEET_INSIGHTS']
type Insight = Answer['insights'][number]

/** An insight as a sentence, with the trucks that show it and what is known of each. */
export type InsightText = {
  readonly sentence: string
  /** How many trucks show it besides those that are named. */
  readonly others: number
  readonly vehicles: ReadonlyArray<{
    readonly vehicleId: number
    readonly registration: string
    readonly value: string
  }>
}

const valueText = (figure: Insight['figure'], value: number | null): string => {
  if (value === null) return figure === 'lastFix' ? INSIGHT.neverHeard : NOT_KNOWN
  switch (figure) {
    case 'mileage':
      return formatMeasure(economyMeasure(value))
    case 'utilization':
      return percentText(value)
    case 'score':
      return value.toFixed(2)
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
export const insightTexts = ({ insights }: Answer): readonly InsightText[] =>
  insights.flatMap((insight) => {
    const sentence = sentenceOf(insight)
    if (sentence === null) return []
    const vehicles = insight.vehicles.map(({ vehicleId, registration, value, band }) => {
      const text = valueText(insight.figure, value)
      // Fuel economy may be written so that the greater figure is the lower economy.
      const [from = '', to = ''] =
        band === null
          ? []
          : [band.from, band.to]
              .map((kmpl) => Number(economyMeasure(Math.max(kmpl, 0.01)).figure))
              .sort((a, b) => a - b)
              .map((figure) => figure.toFixed(2))
      return {
        ...{ vehicleId, registration },
        value: band === null ? text : INSIGHT.usually({ value: text, from, to }),
      }
    })
    return [{ sentence, vehicles, others: insight.count - vehicles.length }]
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
      rows: texts.flatMap(({ sentence, vehicles }) =>
        vehicles.map(({ registration, value }) => [sentence.replace(/:$/, ''), registration, value]),
      ),
    },
  }
}
