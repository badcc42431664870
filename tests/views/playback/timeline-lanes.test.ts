import { expect, test } from 'vitest'
import { trackGaps, trackStops } from '#src/views/playback/route-events.ts'
import { laneRange, lanesOf, plotColumns, speedRange } from '#src/views/playback/timeline-scales.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'

const unknown = new Float32Array(6).fill(Number.NaN)
/** How far up the plot a value lies, in px from its bottom. */
const pxOf = (value: number, [min, max]: readonly [number, number], plotPx: number) =>
  ((value - min) / (max - min)) * plotPx

test('each level known anywhere has a lane, fuel above AdBlue', () => {
  const names = (overrides: Parameters<typeof makeTrack>[0]) =>
    lanesOf(makeTrack(overrides)).map(({ name }) => name)
  expect(names({})).toEqual(['fuel', 'adblue'])
  expect(names({ fuel: unknown })).toEqual(['adblue'])
  expect(names({ fuel: unknown, adblue: unknown })).toEqual([])
})

test.each([60, 84, 124])('lanes and speed share a plot of %i px without touching', (plotPx) => {
  const [fuel, adblue] = [laneRange(0, 2, plotPx), laneRange(1, 2, plotPx)]
  expect(pxOf(0, adblue, plotPx)).toBeCloseTo(0)
  expect(pxOf(100, adblue, plotPx)).toBeLessThan(pxOf(0, fuel, plotPx))
  expect(pxOf(100, fuel, plotPx)).toBeLessThan(pxOf(0, speedRange(104, 2, plotPx), plotPx))
  expect(pxOf(104, speedRange(104, 2, plotPx), plotPx)).toBeCloseTo(plotPx)
})

test('without lanes the speed has the whole plot', () => {
  expect(speedRange(104, 0, 78).map((edge) => edge + 0)).toEqual([0, 104])
})

test('PLB-19 a gap is a hole in the drawing; unknown values are left out', () => {
  const time = Float64Array.from([0, 60_000, 240_000, 300_000, 360_000, 420_000])
  const fuel = Float32Array.from([40, Number.NaN, 39, 38, 37, 36])
  const track = makeTrack({ time, fuel })
  const [times, speed, levels] = plotColumns(track, trackGaps(track), lanesOf(track))
  expect(times).toEqual([0, 60, 61, 240, 300, 360, 420])
  expect(speed).toEqual([50, 51, null, 52, 53, 54, 55])
  expect(levels).toEqual([40, null, null, 39, 38, 37, 36])
})

test('OPEN-37 the curve of a truck that reports every five minutes is unbroken', () => {
  const time = Float64Array.from([0, 300_000, 600_000, 900_000, 1_200_000, 1_500_000])
  const track = makeTrack({ time })
  expect(plotColumns(track, trackGaps(track), [])[1]).toEqual([50, 51, 52, 53, 54, 55])
})

test('the hole of a gap lies between its points, however short it is', () => {
  const time = Float64Array.from([0, 1000, 2000, 3000, 4000, 5000])
  const track = makeTrack({ time, breaks: Uint8Array.from([0, 1, 0, 0, 0, 0]) })
  expect(plotColumns(track, trackGaps(track), [])[0]).toEqual([0, 1, 1.5, 2, 3, 4, 5])
})

test('PLB-33 a stop lies where the truck stands, for the duration in the file', () => {
  const stop = Float32Array.from([600, 600, 0, Number.NaN, 0, 0])
  const speed = Float32Array.from([50, 0, 0, 0, 50, 50])
  expect(trackStops(makeTrack({ stop, speed })).map(({ index, lastsMs }) => [index, lastsMs])).toEqual([
    [1, 600_000],
  ])
})
