import uPlot from 'uplot'
import { AXIS_FONT, inkOf, mountPlot } from '../kit/plot.ts'

/** A bar of the plot: its label below it, its length, and whether its time goes on. */
type PlottedBar = { readonly label: string; readonly value: number | null; readonly isOpen: boolean }

/** Space above the longest bar, and the row of labels, px. */
const TOP_PX = 8
const LABELS_PX = 24
/** The widest bar, and the least space for a label, px. */
const WIDEST_PX = 56
const LABEL_SPACE_PX = 52

/** Which bars have a label: as many as there is space for, the last one always. */
const labelled = (count: number, widthPx: number): readonly number[] => {
  const step = Math.max(1, Math.ceil((count * LABEL_SPACE_PX) / Math.max(LABEL_SPACE_PX, widthPx)))
  return Array.from({ length: count }, (_, i) => i).filter((i) => (count - 1 - i) % step === 0)
}

/**
 * Draws bars into the container, each in an equal part of its width. Colours are the container's CSS variables `--bar` and `--bar-open`,
 * the latter of the one whose time goes on. Returns its undo.
 */
export const drawBars = (container: HTMLElement, bars: readonly PlottedBar[]): (() => void) => {
  const ink = inkOf(container)
  const most = bars.reduce((all, { value }) => Math.max(all, value ?? 0), 0)
  const barsOf = (isOpen: boolean) => bars.map((bar) => (bar.isOpen === isOpen ? bar.value : null))
  const series = (fill: string): uPlot.Series => ({
    stroke: () => ink('--bar'),
    fill: () => ink(fill),
    width: 1,
    points: { show: false },
    ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.8, WIDEST_PX], radius: 0.08 }) }),
  })
  return mountPlot(
    container,
    {
      padding: [TOP_PX, 0, 0, 0],
      scales: {
        x: { time: false, range: () => [-0.5, bars.length - 0.5] },
        y: { range: () => [0, most > 0 ? most : 1] },
      },
      axes: [
        {
          size: LABELS_PX,
          gap: 4,
          font: AXIS_FONT,
          stroke: () => ink('--rb-muted'),
          grid: { show: false },
          ticks: { show: false },
          splits: (self) => [...labelled(bars.length, self.width)],
          values: (_self, splits) => splits.map((at) => bars[at]?.label ?? ''),
        },
        { show: false },
      ],
      series: [{}, series('--bar'), series('--bar-open')],
    },
    [bars.map((_, i) => i), barsOf(false), barsOf(true)],
  )
}
