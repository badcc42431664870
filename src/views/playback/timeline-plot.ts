import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Track } from '#src/services/playback-file/track.ts'
import { formatClock, formatDay, midnightsBetween } from '../kit/formats.ts'
import { timeMarks } from './time-marks.ts'
import type { TrackEvent, TrackGap } from './track-moments.ts'

/** Room left and right of the plotted time, in px. */
export const PLOT_SIDE_PX = 16
const LIMIT_KMPH = 80
const LIMIT_WORDS = `${LIMIT_KMPH} kmph`
const DOTS_ROW_PX = 16
const LABELS_ROW_PX = 20

const colour = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name).trim()

/** Speed over time with a hole at every gap. Times in seconds, as the plot wants them. */
const columnsOf = (track: Track, gaps: readonly TrackGap[]): [number[], (number | null)[]] => {
  const holes = new Set(gaps.map(({ from }) => from))
  const times: number[] = []
  const speeds: (number | null)[] = []
  for (let index = 0; index < track.length; index++) {
    const time = track.time[index] ?? 0
    const speed = track.speed[index] ?? Number.NaN
    times.push(time / 1000)
    speeds.push(Number.isFinite(speed) ? speed : null)
    if (!holes.has(time)) continue
    times.push(time / 1000 + 1)
    speeds.push(null)
  }
  return [times, speeds]
}

const drawGaps = (plot: uPlot, gaps: readonly TrackGap[], ink: string) => {
  const { ctx, bbox } = plot
  const step = 7 * devicePixelRatio
  ctx.save()
  ctx.strokeStyle = ink
  ctx.lineWidth = devicePixelRatio
  for (const { from, to } of gaps) {
    const left = plot.valToPos(from / 1000, 'x', true)
    const width = plot.valToPos(to / 1000, 'x', true) - left
    ctx.save()
    ctx.beginPath()
    ctx.rect(left, bbox.top, width, bbox.height)
    ctx.clip()
    ctx.beginPath()
    for (let x = left - bbox.height; x < left + width; x += step) {
      ctx.moveTo(x, bbox.top + bbox.height)
      ctx.lineTo(x + bbox.height, bbox.top)
    }
    ctx.stroke()
    ctx.restore()
  }
  ctx.restore()
}

const drawLine = (plot: uPlot, from: [number, number], to: [number, number], ink: string, dash: number[]) => {
  const { ctx } = plot
  ctx.save()
  ctx.strokeStyle = ink
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash(dash.map((length) => length * devicePixelRatio))
  ctx.beginPath()
  ctx.moveTo(...from)
  ctx.lineTo(...to)
  ctx.stroke()
  ctx.restore()
}

const drawEvents = (plot: uPlot, events: readonly TrackEvent[], fill: string, edge: string) => {
  const { ctx, bbox } = plot
  const y = bbox.top + bbox.height + (DOTS_ROW_PX / 2) * devicePixelRatio
  ctx.save()
  ctx.fillStyle = fill
  ctx.strokeStyle = edge
  ctx.lineWidth = 1.5 * devicePixelRatio
  for (const { time } of events) {
    ctx.beginPath()
    ctx.arc(plot.valToPos(time / 1000, 'x', true), y, 4 * devicePixelRatio, 0, 2 * Math.PI)
    ctx.fill()
    ctx.stroke()
  }
  ctx.restore()
}

/**
 * Draws speed over time into the container: area, the line at 80 km/h, hatched gaps, event dots, midnights and times in IST.
 * Takes its colours from the container's CSS variables when made. Returns its undo.
 */
export const drawTimeline = (
  container: HTMLElement,
  { track, events, gaps }: { track: Track; events: readonly TrackEvent[]; gaps: readonly TrackGap[] },
): (() => void) => {
  const ink = (name: string) => colour(container, name)
  const starts = (track.time[0] ?? 0) / 1000
  const ends = Math.max(starts + 60, (track.time[track.length - 1] ?? 0) / 1000)
  const midnights = midnightsBetween(starts * 1000, ends * 1000)
  const fastest = track.speed.reduce((most, speed) => (speed > most ? speed : most), 0)
  const top = Math.max(LIMIT_KMPH * 1.3, fastest * 1.05)

  const underlay = (plot: uPlot) => {
    const { bbox } = plot
    drawGaps(plot, gaps, ink('--rb-line-strong'))
    for (const midnight of midnights) {
      const x = plot.valToPos(midnight / 1000, 'x', true)
      drawLine(plot, [x, bbox.top], [x, bbox.top + bbox.height], ink('--rb-line-strong'), [])
    }
  }
  const overlay = (plot: uPlot) => {
    const { ctx, bbox } = plot
    const y = plot.valToPos(LIMIT_KMPH, 'y', true)
    drawLine(plot, [bbox.left, y], [bbox.left + bbox.width, y], ink('--rb-danger'), [4, 4])
    ctx.save()
    ctx.fillStyle = ink('--rb-muted')
    ctx.font = `400 ${11 * devicePixelRatio}px Barlow, sans-serif`
    ctx.textAlign = 'left'
    ctx.textBaseline = 'bottom'
    ctx.strokeStyle = ink('--rb-surface')
    ctx.lineWidth = 4 * devicePixelRatio
    ctx.lineJoin = 'round'
    const place = [bbox.left + 4 * devicePixelRatio, y - 2 * devicePixelRatio] as const
    ctx.strokeText(LIMIT_WORDS, ...place)
    ctx.fillText(LIMIT_WORDS, ...place)
    ctx.restore()
    drawEvents(plot, events, ink('--rb-surface'), ink('--rb-ink'))
  }

  const plot = new uPlot(
    {
      width: container.clientWidth,
      height: container.clientHeight,
      padding: [4, PLOT_SIDE_PX, 0, PLOT_SIDE_PX],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: () => [starts, ends] }, y: { range: () => [0, top] } },
      axes: [
        {
          size: DOTS_ROW_PX + LABELS_ROW_PX,
          gap: DOTS_ROW_PX,
          font: '400 12px Barlow, sans-serif',
          stroke: ink('--rb-muted'),
          grid: { show: false },
          ticks: { show: false },
          splits: (self, _axis, from, to) =>
            timeMarks(from * 1000, to * 1000, self.width).map((at) => at / 1000),
          values: (_self, splits) =>
            splits.map((second) =>
              formatClock(second * 1000) === '00:00' ? formatDay(second * 1000) : formatClock(second * 1000),
            ),
        },
        { show: false },
      ],
      series: [
        {},
        {
          stroke: ink('--rb-accent'),
          fill: ink('--rb-accent-soft'),
          width: 1.5,
          points: { show: false },
          spanGaps: false,
        },
      ],
      hooks: { drawClear: [underlay], draw: [overlay] },
    },
    columnsOf(track, gaps),
    container,
  )

  const resized = new ResizeObserver(() => {
    plot.setSize({ width: container.clientWidth, height: container.clientHeight })
  })
  resized.observe(container)
  return () => {
    resized.disconnect()
    plot.destroy()
  }
}
