import uPlot from 'uplot'
import { AXIS_FONT, inkOf, mountPlot } from '../kit/plot.ts'

/** A bar of the plot: its label below it, its length, and whether its time goes on. */
type PlottedBar = { readonly label: string; readonly value: number | null; readonly isOpen: boolean }

/** Space above the longest bar, the row of labels, and how far below the bars they begin, px. */
const TOP_PX = 8
const LABELS_PX = 24
const LABELS_BELOW_PX = 6
/** The widest bar, and the least space between two labels, px. */
const WIDEST_PX = 56
const LABEL_GAP_PX = 10

/**
 * Which bars have a label, given the widths of all labels, and where it begins: as many as fit without touching, at equal distances, the
 * last one always. A label stands below the middle of its bar, the first and the last as near to it as the width allows.
 */
const placedLabels = (
  widths: readonly number[],
  width: number,
): ReadonlyArray<{ readonly at: number; readonly left: number; readonly right: number }> => {
  const { length } = widths
  const all = widths.map((own, at) => {
    const left = Math.max(0, Math.min(width - own, ((at + 0.5) * width) / length - own / 2))
    return { at, left, right: left + own }
  })
  for (let step = 1; step < length; step++) {
    const shown = all.filter(({ at }) => (length - 1 - at) % step === 0)
    const isFree = shown.every(({ left }, i) => left >= (shown[i - 1]?.right ?? -Infinity) + LABEL_GAP_PX)
    if (isFree) return shown
  }
  return all.slice(-1)
}

/** Draws each bar of a series in an equal part of the width, on whole pixels, with one px or more to the next. */
const barPaths =
  (lineWidth: number): uPlot.Series.PathBuilder =>
  (self, series) => {
    const { left, top, width, height } = self.bbox
    const values = self.data[series] ?? []
    const part = width / values.length
    const gap = Math.ceil(uPlot.pxRatio)
    const bar = Math.max(
      1,
      Math.floor(Math.min(WIDEST_PX * uPlot.pxRatio, part * 0.8, Math.floor(part) - gap)),
    )
    const line = Math.min(Math.round(lineWidth * uPlot.pxRatio), bar - 1)
    const path = new Path2D()
    for (const [at, value] of values.entries()) {
      if (value === null || value === undefined || value <= 0) continue
      const from = Math.round(left + (at + 0.5) * part - bar / 2)
      const high = Math.round(self.valToPos(value, 'y', true))
      const edge = Math.floor(line / 2)
      const length = Math.max(0, Math.round(top + height) - high - line)
      path.roundRect(from + edge, high + edge, bar - line, length, [bar * 0.08, bar * 0.08, 0, 0])
    }
    return { stroke: line > 0 ? path : null, fill: path }
  }

/**
 * Draws bars into the container, each in an equal part of its width. Colours are the container's CSS variables `--bar` and `--bar-open`,
 * the latter of the one whose time goes on. Returns its undo.
 */
export const drawBars = (container: HTMLElement, bars: readonly PlottedBar[]): (() => void) => {
  const ink = inkOf(container)
  const most = bars.reduce((all, { value }) => Math.max(all, value ?? 0), 0)
  const barsOf = (isOpen: boolean) => bars.map((bar) => (bar.isOpen === isOpen ? bar.value : null))
  const series = (fill: string, width: number): uPlot.Series => ({
    stroke: () => ink('--bar'),
    fill: () => ink(fill),
    width,
    points: { show: false },
    paths: barPaths(width),
  })
  const writeLabels = ({ ctx, bbox, width }: uPlot) => {
    ctx.save()
    ctx.setTransform(uPlot.pxRatio, 0, 0, uPlot.pxRatio, 0, 0)
    ctx.font = AXIS_FONT
    ctx.fillStyle = ink('--rb-muted')
    ctx.textAlign = 'left'
    ctx.textBaseline = 'top'
    const widths = bars.map(({ label }) => ctx.measureText(label).width)
    for (const { at, left } of placedLabels(widths, width))
      ctx.fillText(bars[at]?.label ?? '', left, (bbox.top + bbox.height) / uPlot.pxRatio + LABELS_BELOW_PX)
    ctx.restore()
  }
  return mountPlot(
    container,
    {
      padding: [TOP_PX, 0, 0, 0],
      scales: {
        x: { time: false, range: () => [-0.5, bars.length - 0.5] },
        y: { range: () => [0, most > 0 ? most : 1] },
      },
      // The axis keeps the space; labels of different widths are written by the hook.
      axes: [
        { size: LABELS_PX, grid: { show: false }, ticks: { show: false }, values: () => [] },
        { show: false },
      ],
      series: [{}, series('--bar', 0), series('--bar-open', 1)],
      hooks: { draw: [writeLabels] },
    },
    [bars.map((_, i) => i), barsOf(false), barsOf(true)],
  )
}
