import { expect, test, vi } from 'vitest'
import { type Painted, recordingContext } from '#tests/kit/canvas-recorder.ts'
import { stubBrowserApis } from '#tests/kit/views/browser-stubs.ts'

type Drawn = Parameters<typeof import('#src/views/dashboard/bars-plot.ts').drawBars>[1]

/** What is painted of bars in a container so wide. */
const drawn = async (bars: Drawn, width: number) => {
  stubBrowserApis()
  const { context, painted } = recordingContext()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  const container = document.createElement('div')
  Object.defineProperties(container, { clientWidth: { value: width }, clientHeight: { value: 160 } })
  for (const name of ['--bar', '--bar-open', '--rb-muted']) container.style.setProperty(name, name)
  document.body.append(container)
  const { drawBars } = await import('#src/views/dashboard/bars-plot.ts')
  const stop = drawBars(container, bars)
  await vi.waitFor(() => expect(painted.length).toBeGreaterThan(0))
  const all = [...painted]
  stop()
  expect(container.childElementCount).toBe(0)
  container.remove()
  return all
}
const labelsOf = (painted: readonly Painted[]) =>
  painted
    .filter(({ text }) => text !== '')
    // The recorder measures 6 px of each character.
    .map(({ text, steps: [[, left = Number.NaN] = ['moveTo']] }) => ({
      text,
      left,
      right: left + 6 * text.length,
    }))
const fillsOf = (painted: readonly Painted[]) => painted.filter(({ how }) => how === 'fill')
const barsOf = (painted: readonly Painted[]) =>
  fillsOf(painted)
    .flatMap(({ steps }) => steps.filter(([how]) => how === 'roundRect'))
    .map(([, left = Number.NaN, , width = Number.NaN]) => ({ left, right: left + width }))
    .sort((a, b) => a.left - b.left)

test('DSH-01 bars have a label below, and the one whose time goes on another colour', async () => {
  const painted = await drawn(
    [
      { label: '18 Nov', value: 4, isOpen: false },
      { label: '19 Nov', value: null, isOpen: false },
      { label: '20 Nov', value: 2, isOpen: true },
    ],
    400,
  )
  expect(labelsOf(painted).map(({ text }) => text)).toEqual(['18 Nov', '19 Nov', '20 Nov'])
  expect(fillsOf(painted).map(({ ink }) => ink)).toEqual(['--bar', '--bar-open'])
  expect(barsOf(painted)).toHaveLength(2)
})

test.each([
  [7, '20 Nov'],
  [30, '20 Nov'],
  [90, '20 Nov'],
  [5, '12 Sept – 18 Sept'],
  [13, '12 Sept – 18 Sept'],
])(
  '%i labels as long as “%s” neither touch nor leave the plot, and bars stay apart, at any width',
  async (count, label) => {
    const bars = Array.from({ length: count }, (_, i) => ({ label, value: 1 + i, isOpen: i === count - 1 }))
    for (const width of [300, 331, 420, 560, 700]) {
      const painted = await drawn(bars, width)
      const labels = labelsOf(painted)
      expect(labels.length, `some are shown at ${width}`).toBeGreaterThanOrEqual(2)
      const isApart = (gap: number, spans: ReadonlyArray<{ left: number; right: number }>) =>
        spans.every(({ left }, i) => i === 0 || left - (spans[i - 1]?.right ?? 0) >= gap)
      expect(isApart(8, labels), `labels at ${width}`).toBe(true)
      const shown = barsOf(painted)
      expect(shown).toHaveLength(count)
      expect(isApart(1, shown), `bars at ${width}`).toBe(true)
      for (const spans of [labels, shown])
        expect([spans[0]?.left ?? -1, width - (spans.at(-1)?.right ?? Infinity)].every((px) => px >= 0)).toBe(
          true,
        )
    }
  },
)
