import { expect, test, vi } from 'vitest'
import { recordingContext } from '#tests/kit/canvas-recorder.ts'
import { stubBrowserApis } from '#tests/kit/views/browser-stubs.ts'

test('DSH-01 bars have a label below, and the one whose time goes on another colour', async () => {
  stubBrowserApis()
  const { context, painted } = recordingContext()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  const container = document.createElement('div')
  for (const name of ['--bar', '--bar-open', '--rb-muted']) container.style.setProperty(name, name)
  document.body.append(container)
  const { drawBars } = await import('#src/views/dashboard/bars-plot.ts')
  const stop = drawBars(container, [
    { label: '18 Nov', value: 4, isOpen: false },
    { label: '19 Nov', value: null, isOpen: false },
    { label: '20 Nov', value: 2, isOpen: true },
  ])
  await vi.waitFor(() => expect(painted.length).toBeGreaterThan(0))
  expect(painted.map(({ text }) => text).filter(Boolean)).toEqual(['18 Nov', '19 Nov', '20 Nov'])
  const inks = painted.filter(({ how }) => how === 'fill').map(({ ink }) => ink)
  expect(inks).toEqual(['--bar', '--bar-open'])
  stop()
  expect(container.childElementCount).toBe(0)
  container.remove()
})
