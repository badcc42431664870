import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Track } from '#src/services/playback/track.ts'
import { trackEvents, trackGaps, trackStops } from '#src/views/playback/route-events.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'
import { type Painted, recordingContext } from '#tests/kit/canvas-recorder.ts'
import { stubBrowserApis } from '#tests/kit/views/browser-stubs.ts'

/** The plot's box in a container of 400 by 800 px: room above and at the sides, and two rows below. */
const PLOT = { left: 16, top: 4, width: 368, height: 760 }
const INKS = ['line-strong', 'muted', 'danger', 'surface', 'ink', 'accent', 'accent-soft']

let undo = () => {}
beforeEach(() => {
  stubBrowserApis()
})
afterEach(() => undo())

const unknown = new Float32Array(6).fill(Number.NaN)
/** Ten minutes of a truck at less than 80 km/h, its levels unknown. */
const route = (overrides: Partial<Track> = {}) =>
  makeTrack({
    time: Float64Array.from([0, 120_000, 240_000, 360_000, 480_000, 600_000]),
    events: new Uint16Array(6),
    ...{ fuel: unknown, adblue: unknown },
    ...overrides,
  })
/** The horizontal position of a second of that route. */
const xOf = (second: number) => PLOT.left + (PLOT.width * second) / 600

/** The drawing of a route; each colour of the page is its own name. */
const draw = async (track: Track, limitKmph = 80): Promise<readonly Painted[]> => {
  const { context, painted } = recordingContext()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  const container = document.createElement('div')
  for (const ink of INKS) container.style.setProperty(`--rb-${ink}`, ink)
  document.body.append(container)
  // uPlot looks at the browser as it is loaded.
  const { drawTimeline } = await import('#src/views/playback/timeline-plot.ts')
  const routeEvents = { events: trackEvents(track), stops: trackStops(track), gaps: trackGaps(track) }
  const stop = drawTimeline(container, { track, limitKmph, ...routeEvents })
  undo = () => {
    stop()
    container.remove()
  }
  await vi.waitFor(() => expect(painted.length).toBeGreaterThan(0))
  return painted
}

/** Boxes in whole px. */
const boxesOf = (painted: readonly Painted[]) =>
  painted.map(({ steps: [box] }) => (box ?? []).slice(1).map((px) => Math.round(Number(px))))
const hatchings = (painted: readonly Painted[]) =>
  painted.filter(({ how, ink, within }) => how === 'stroke' && ink === 'line-strong' && within.length > 0)
const stopBars = (painted: readonly Painted[]) =>
  painted.filter(({ how, ink, steps }) => how === 'fill' && ink === 'muted' && steps[0]?.[0] === 'roundRect')
const eventDots = (painted: readonly Painted[]) =>
  painted.filter(({ how, ink, steps }) => how === 'fill' && ink === 'surface' && steps[0]?.[0] === 'arc')

test('PLB-19 a gap is hatched completely from the point before it to the point after it, and nowhere else', async () => {
  expect(hatchings(await draw(route()))).toEqual([])
  undo()
  const time = Float64Array.from([0, 120_000, 360_000, 420_000, 480_000, 600_000])
  const breaks = Uint8Array.from([0, 1, 0, 0, 0, 0])
  const [hatching, ...others] = hatchings(await draw(route({ time, breaks })))
  expect(others).toEqual([])
  expect(hatching?.within.map(([box]) => box?.slice(1).map((px) => Math.round(Number(px))))).toEqual([
    [Math.round(xOf(120)), PLOT.top, Math.round(xOf(360) - xOf(120)), PLOT.height],
  ])
  const strokes = hatching?.steps ?? []
  const begins = strokes.filter(([how]) => how === 'moveTo').map(([, x]) => x ?? 0)
  const ends = strokes.filter(([how]) => how === 'lineTo').map(([, x]) => x ?? 0)
  // Strokes slant up from the bottom to the top, a few px apart, from before the gap's start to its end.
  expect(ends).toEqual(begins.map((x) => x + PLOT.height))
  expect(Math.min(...ends)).toBeLessThanOrEqual(xOf(120) + 1)
  expect(Math.max(...begins)).toBeGreaterThan(xOf(360) - 8)
  for (const [place, x] of begins.slice(1).entries()) expect(x - (begins[place] ?? 0)).toBeCloseTo(7)
})

test('PLB-33 a stop is a bar below the plot, as long as the truck stood, and never too short to see', async () => {
  expect(stopBars(await draw(route()))).toEqual([])
  undo()
  const speed = Float32Array.from([0, 50, 0, 50, 0, 50])
  const stop = Float32Array.from([180, 0, 1, 0, 9000, 0])
  const row = PLOT.top + PLOT.height + 8
  const bar = (from: number, width: number) => [Math.round(xOf(from)), row - 2, Math.round(width), 5]
  expect(boxesOf(stopBars(await draw(route({ speed, stop })))).map((box) => box.slice(0, 4))).toEqual([
    bar(0, xOf(180) - xOf(0)),
    bar(240, 5),
    // It lasts longer than the route on the plot.
    bar(480, xOf(600) - xOf(480)),
  ])
})

test.each([
  ['within a plot that is a third higher', 80, 50, 104],
  ['under a faster truck', 80, 150, 157.5],
  ['at another limit', 90, 50, 117],
])("the line at the user's limit crosses the plot with its label, %s", async (_, limitKmph, fastest, top) => {
  const speed = Float32Array.from([10, 20, fastest, 20, 10, 0])
  const painted = await draw(route({ speed }), limitKmph)
  const limit = painted.filter(({ ink }) => ink === 'danger')
  const y = PLOT.top + PLOT.height * (1 - limitKmph / top)
  expect(limit.map(({ how, dash }) => [how, dash])).toEqual([['stroke', [4, 4]]])
  const [from, to] = limit[0]?.steps ?? []
  expect([from?.[0], to?.[0]]).toEqual(['moveTo', 'lineTo'])
  expect([from?.[1], to?.[1]]).toEqual([PLOT.left, PLOT.left + PLOT.width])
  expect(from?.[2]).toBeCloseTo(y, 0)
  expect(to?.[2]).toBe(from?.[2])
  const text = painted.find(({ text }) => text === `${limitKmph} kmph`)
  expect(y - (text?.steps[0]?.[2] ?? 0)).toBeGreaterThan(0)
  expect(y - (text?.steps[0]?.[2] ?? 0)).toBeLessThan(12)
})

test('an event is a dot in the row of the stops, at its point', async () => {
  expect(eventDots(await draw(route()))).toEqual([])
  undo()
  const events = makeTrack().events
  const dots = eventDots(await draw(route({ events })))
  expect(dots.map(({ steps }) => steps[0]?.slice(1, 4).map((px) => Math.round(Number(px))))).toEqual([
    [Math.round(xOf(240)), PLOT.top + PLOT.height + 8, 4],
  ])
})

test('the speed is drawn as an area, without the gaps', async () => {
  const time = Float64Array.from([0, 120_000, 360_000, 420_000, 480_000, 600_000])
  const painted = await draw(route({ time, breaks: Uint8Array.from([0, 1, 0, 0, 0, 0]) }))
  const lines = painted.filter(({ how, ink }) => how === 'stroke' && ink === 'accent')
  const areas = painted.filter(({ how, ink }) => how === 'fill' && ink === 'accent-soft')
  expect([lines.length, areas.length]).toEqual([1, 1])
  const [shown] = [...(lines[0]?.within ?? [])].reverse()
  const seen = (shown ?? []).map((step) => step.slice(1).map((px) => Math.round(Number(px))))
  const covers = (second: number) =>
    seen.some(([left = 0, , width = 0]) => left <= xOf(second) && xOf(second) <= left + width)
  expect([60, 240, 500].map(covers)).toEqual([true, false, true])
})

test('the plot is drawn anew when a font has arrived, in which its texts are written', async () => {
  const fonts = new EventTarget()
  Object.defineProperty(document, 'fonts', { configurable: true, value: fonts })
  try {
    const painted = await draw(route())
    const [first] = painted
    fonts.dispatchEvent(new Event('loadingdone'))
    await vi.waitFor(() => expect(painted.length > 0 && painted[0] !== first).toBe(true))
    const [second] = painted
    undo()
    fonts.dispatchEvent(new Event('loadingdone'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(painted[0]).toBe(second)
  } finally {
    undo = () => {}
    Reflect.deleteProperty(document, 'fonts')
  }
})
