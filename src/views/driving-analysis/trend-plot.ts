import type uPlot from 'uplot'
import type { DrivingTrend } from '#contract/records/driving-analysis.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { instantOf } from '#domain/zone-time.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { formatDay } from '../kit/formats.ts'
import { AXIS_FONT, inkOf, mountPlot } from '../kit/plot.ts'

/** How the lines look, the fleet's first: colour is never the only sign. */
export const TREND_LINES = [
  { colour: '--rb-muted', dash: [6, 4] },
  { colour: '--rb-accent', dash: [] },
  { colour: '--rb-fuel', dash: [10, 3] },
  { colour: '--rb-adblue', dash: [2, 3] },
  { colour: '--rb-ink', dash: [12, 3, 2, 3] },
  { colour: '--rb-danger', dash: [4, 2] },
] as const

/** The least height of the scale, points. */
const LEAST_SPAN = 10

/** The scale of scores: from ten points, or the step of ten below the lowest one, up to 100. */
export const scoreRange = (scores: ReadonlyArray<number | null>): readonly [number, number] => {
  const lowest = Math.min(100 - LEAST_SPAN, ...scores.flatMap((score) => score ?? []))
  return [Math.max(0, Math.floor(lowest / 10) * 10), 100]
}

/** A date of a trend, ms UTC. */
export const dateAt = (date: string): number =>
  instantOf(date, 0, currentConventions().timeZone || DEFAULT_TIME_ZONE)

/** Draws scores over time into the container, in the colours of its CSS variables. Returns its undo. */
export const drawTrend = (container: HTMLElement, { dates, lines }: DrivingTrend): (() => void) => {
  const ink = inkOf(container)
  const [low, high] = scoreRange(lines.flatMap(({ points }) => points.map(({ score }) => score)))
  const axis = {
    font: AXIS_FONT,
    stroke: () => ink('--rb-muted'),
    ticks: { show: false },
  } as const
  return mountPlot(
    container,
    {
      padding: [12, 20, 0, 4],
      scales: { x: { time: false }, y: { range: [low, high] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          splits: () => {
            const every = Math.max(1, Math.ceil(dates.length / Math.max(2, container.clientWidth / 90)))
            return dates.filter((_, at) => at % every === 0).map((date) => dateAt(date) / 1000)
          },
          values: (_self, splits) => splits.map((second) => formatDay(second * 1000)),
        },
        {
          ...axis,
          size: 36,
          grid: { stroke: () => ink('--rb-line'), width: 1 },
          values: (_self, splits) => splits.map((score) => score.toFixed(0)),
        },
      ],
      series: [
        {},
        ...lines.map((_, at): uPlot.Series => {
          const { colour, dash } = TREND_LINES[at] ?? TREND_LINES[0]
          return {
            stroke: () => ink(colour),
            width: at === 0 ? 1.5 : 2,
            dash: [...dash],
            spanGaps: true,
            points: { show: true, size: 6, fill: () => ink('--rb-surface'), stroke: () => ink(colour) },
          }
        }),
      ],
    },
    [
      dates.map((date) => dateAt(date) / 1000),
      ...lines.map(({ points }) => points.map(({ score }) => score)),
    ],
  )
}
