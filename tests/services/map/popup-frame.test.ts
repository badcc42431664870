// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { createPopupFrame } from '#src/services/map/overlay/popups.ts'

const HEIGHT = 100

const openFrame = () => {
  const Unwatched = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Unwatched)
  const layer = document.createElement('div')
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(HEIGHT)
  const popup = {
    anchor: 'playback' as const,
    element: document.createElement('p'),
    options: { width: 300 as const, onClose: () => {} },
  }
  const frame = createPopupFrame(layer, popup, 'Close', () => {})
  const section = layer.querySelector('section')
  const free = { left: 0, top: 0, right: 1000, bottom: 600 }
  return (y: number, heading?: number) => {
    frame.place({ x: 500, y }, free, heading)
    const top = Number(/, (-?\d+)px\)/.exec(section?.style.transform ?? '')?.[1])
    return top > y ? 'below' : 'above'
  }
}

test('MAP-41 a popup hangs above its position, or below if there is no room', () => {
  const sideAt = openFrame()
  expect([sideAt(300), sideAt(60)]).toEqual(['above', 'below'])
})

test('PLB-05 the popup of a marker heading up hangs below it, so the road ahead stays visible, and does not jump on a winding road', () => {
  const sideAt = openFrame()
  const headings = [90, 65, 50, 350, 300, 290, 180, 285]
  expect(headings.map((heading) => sideAt(300, heading))).toEqual([
    ...['above', 'above', 'below', 'below', 'below', 'below', 'above', 'above'],
  ])
  expect(sideAt(540, 0)).toBe('above')
})
