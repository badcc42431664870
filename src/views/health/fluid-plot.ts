import type uPlot from 'uplot'
import type { UsualBand } from '#domain/usual-band.ts'
import { AXIS_FONT, inkOf, mountPlot } from '../kit/plot.ts'

/** A day of a fluid, in the unit it is shown in; `level` is null where the vehicle said nothing. */
export type PlottedDay = {
  readonly label: string
  readonly level: { readonly low: number; readonly mean: number; readonly high: number } | null
}

/** The least space for a label of the days, px. */
const LABEL_SPACE_PX = 70

/** The scale: all values and what is usual, with a tenth of the height above and below. */
export const fluidRange = (
  days: readonly PlottedDay[],
  usual: UsualBand | null,
): readonly [number, number] => {
  const values = days.flatMap(({ level }) => (level === null ? [] : [level.low, level.high]))
  const all = usual === null ? values : [...values, usual.from, usual.to]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const margin = Math.max((high - low) / 10, 0.5)
  return [low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin]
}

/**
 * Draws the daily mean of a fluid as a line with its lowest and highest values as a shade around it, over the band of what is usual.
 * Colours are CSS variables of the container: `--line`, `--shade` and `--usual`. Returns its undo.
 */
export const drawFluid = (
  container: HTMLElement,
  days: readonly PlottedDay[],
  usual: UsualBand | null,
): (() => void) => {
  const ink = inkOf(container)
  const range = fluidRange(days, usual)
  const usualBand = (plot: uPlot) => {
    if (usual === null) return
    const { ctx, bbox } = plot
    const [top, bottom] = [plot.valToPos(usual.to, 'y', true), plot.valToPos(usual.from, 'y', true)]
    ctx.save()
    ctx.fillStyle = ink('--usual')
    ctx.beginPath()
    ctx.rect(bbox.left, top, bbox.width, bottom - top)
    ctx.fill()
    ctx.restore()
  }
  const axis = { font: AXIS_FONT, stroke: () => ink('--rb-muted'), ticks: { show: false } } as const
  const edge: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } }
  return mountPlot(
    container,
    {
      padding: [8, 12, 0, 0],
      scales: { x: { time: false, range: () => [-0.5, days.length - 0.5] }, y: { range: () => [...range] } },
      axes: [
        {
          ...axis,
          size: 24,
          gap: 4,
          grid: { show: false },
          splits: (self) => {
            const every = Math.max(1, Math.ceil((days.length * LABEL_SPACE_PX) / Math.max(1, self.width)))
            return days.map((_, i) => i).filter((i) => (days.length - 1 - i) % every === 0)
          },
          values: (_self, splits) => splits.map((at) => days[at]?.label ?? ''),
        },
        { ...axis, size: 44, grid: { stroke: () => ink('--rb-line'), width: 1 } },
      ],
      bands: [{ series: [1, 2], fill: () => ink('--shade') }],
      series: [
        {},
        edge,
        edge,
        {
          stroke: () => ink('--line'),
          width: 2,
          points: { show: true, size: 5, fill: () => ink('--line'), stroke: () => ink('--line') },
        },
      ],
      hooks: { drawClear: [usualBand] },
    },
    [
      days.map((_, i) => i),
      ...(['high', 'low', 'mean'] as const).map((of) => days.map(({ level }) => level?.[of] ?? null)),
    ],
  )
}
