import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Track } from '#src/services/playback/track.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { formatClock, formatDay, midnightsBetween } from '../kit/formats.ts'
import { formatLimit } from '../kit/measures.ts'
import type { TrackEvent, TrackGap, TrackStop } from './route-events.ts'
import { axisTicks, laneRange, lanesOf, plotColumns, speedRange } from './timeline-scales.ts'

/** Space left and right of the plotted time, in px. */
const PLOT_SIDE_PX = 16
const TOP_PX = 4
const DOTS_ROW_PX = 16
const LABELS_ROW_PX = 20

const colour = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name).trim()

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

/** The middle of the row of stops and events below the plot, in canvas px. */
const dotsRow = ({ bbox }: uPlot): number => bbox.top + bbox.height + (DOTS_ROW_PX / 2) * devicePixelRatio

const drawEvents = (plot: uPlot, events: readonly TrackEvent[], fill: string, edge: string) => {
  const { ctx } = plot
  const y = dotsRow(plot)
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

/** A bar as long as the truck stood, so that even a long route shows where the time went. */
const drawStops = (plot: uPlot, stops: readonly TrackStop[], ends: number, ink: string) => {
  const { ctx } = plot
  const height = 5 * devicePixelRatio
  const y = dotsRow(plot) - height / 2
  ctx.save()
  ctx.fillStyle = ink
  for (const { time, lastsMs } of stops) {
    const left = plot.valToPos(time / 1000, 'x', true)
    const right = plot.valToPos(Math.min(ends, (time + lastsMs) / 1000), 'x', true)
    ctx.beginPath()
    ctx.roundRect(left, y, Math.max(height, right - left), height, height / 2)
    ctx.fill()
  }
  ctx.restore()
}

/** Draws a text above a line, on a background that keeps it legible. */
const drawLabel = (
  { ctx }: uPlot,
  label: string,
  [x, y]: readonly [number, number],
  ink: string,
  background: string,
) => {
  const px = devicePixelRatio
  ctx.save()
  ctx.font = `400 ${11 * px}px Barlow, sans-serif`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = background
  ctx.globalAlpha = 0.85
  ctx.beginPath()
  ctx.roundRect(x, y - 12 * px, ctx.measureText(label).width + 8 * px, 12 * px, 3 * px)
  ctx.fill()
  ctx.globalAlpha = 1
  ctx.fillStyle = ink
  ctx.fillText(label, x + 4 * px, y - 5.5 * px)
  ctx.restore()
}

/** A route and what the timeline shows of it. */
export type TimelineRoute = {
  readonly track: Track
  readonly events: readonly TrackEvent[]
  readonly stops: readonly TrackStop[]
  readonly gaps: readonly TrackGap[]
  /** From which speed on the user is alerted, in km/h. */
  readonly limitKmph: number
}

/**
 * Draws a route over time into the container: the speed as an area with the line at the user's limit, fuel and AdBlue in lanes below,
 * hatched gaps, stops, event dots, midnights and times. Takes its colours from the container's CSS variables. Returns
 * its undo.
 */
export const drawTimeline = (
  container: HTMLElement,
  { track, events, stops, gaps, limitKmph }: TimelineRoute,
): (() => void) => {
  const ink = (name: string) => colour(container, name)
  const starts = (track.time[0] ?? 0) / 1000
  const ends = Math.max(starts + 60, (track.time[track.length - 1] ?? 0) / 1000)
  const midnights = midnightsBetween(starts * 1000, ends * 1000)
  const fastest = track.speed.reduce((most, speed) => (speed > most ? speed : most), 0)
  const top = Math.max(limitKmph * 1.3, fastest * 1.05)

  const lanes = lanesOf(track)
  const plotHeight = () => container.clientHeight - TOP_PX - DOTS_ROW_PX - LABELS_ROW_PX

  const underlay = (plot: uPlot) => {
    const { bbox } = plot
    drawGaps(plot, gaps, ink('--rb-line-strong'))
    for (const midnight of midnights) {
      const x = plot.valToPos(midnight / 1000, 'x', true)
      drawLine(plot, [x, bbox.top], [x, bbox.top + bbox.height], ink('--rb-line-strong'), [])
    }
  }
  const overlay = (plot: uPlot) => {
    const { bbox } = plot
    const label = (text: string, y: number) =>
      drawLabel(plot, text, [bbox.left, y - devicePixelRatio], ink('--rb-muted'), ink('--rb-surface'))
    const across = (y: number, colour: string, dash: number[]) =>
      drawLine(plot, [bbox.left, y], [bbox.left + bbox.width, y], colour, dash)
    const limit = plot.valToPos(limitKmph, 'y', true)
    across(limit, ink('--rb-danger'), [4, 4])
    label(formatLimit(limitKmph), limit)
    for (const { name } of lanes) {
      const base = plot.valToPos(0, name, true)
      across(base, ink('--rb-line-strong'), [])
      label(PLAYBACK.lanes[name], base)
    }
    drawStops(plot, stops, ends, ink('--rb-muted'))
    drawEvents(plot, events, ink('--rb-surface'), ink('--rb-ink'))
  }

  const plot = new uPlot(
    {
      width: container.clientWidth,
      height: container.clientHeight,
      padding: [TOP_PX, PLOT_SIDE_PX, 0, PLOT_SIDE_PX],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [starts, ends] },
        y: { range: () => [...speedRange(top, lanes.length, plotHeight())] },
        ...Object.fromEntries(
          lanes.map(({ name }, lane) => [
            name,
            { range: () => [...laneRange(lane, lanes.length, plotHeight())] satisfies uPlot.Range.MinMax },
          ]),
        ),
      },
      axes: [
        {
          size: DOTS_ROW_PX + LABELS_ROW_PX,
          gap: DOTS_ROW_PX,
          font: '400 12px Barlow, sans-serif',
          stroke: () => ink('--rb-muted'),
          grid: { show: false },
          ticks: { show: false },
          splits: (self, _axis, from, to) =>
            axisTicks(from * 1000, to * 1000, self.width, currentConventions().timeZone).map(
              (at) => at / 1000,
            ),
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
          stroke: () => ink('--rb-accent'),
          fill: () => ink('--rb-accent-soft'),
          fillTo: 0,
          width: 1.5,
          points: { show: false },
          spanGaps: false,
        },
        ...lanes.map(({ name }) => ({
          scale: name,
          stroke: () => ink(`--rb-${name}`),
          fill: () => ink(`--rb-${name}-soft`),
          fillTo: 0,
          width: 1.5,
          points: { show: false },
          spanGaps: true,
        })),
      ],
      hooks: { drawClear: [underlay], draw: [overlay] },
    },
    plotColumns(track, gaps, lanes),
    container,
  )

  const resized = new ResizeObserver(() => {
    plot.setSize({ width: container.clientWidth, height: container.clientHeight })
    // The lanes' height is fixed, so the scales change with the plot's.
    plot.setData(plot.data)
  })
  resized.observe(container)
  // A canvas keeps what it drew before the font of a language had arrived.
  const redraw = () => plot.redraw(false)
  document.fonts?.addEventListener('loadingdone', redraw)
  return () => {
    document.fonts?.removeEventListener('loadingdone', redraw)
    resized.disconnect()
    plot.destroy()
  }
}
