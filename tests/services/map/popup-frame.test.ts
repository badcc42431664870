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
  const resized = vi.fn()
  const frame = createPopupFrame(layer, popup, 'Close', resized)
  const section = layer.querySelector('section')
  const free = { left: 0, top: 0, right: 1000, bottom: 600 }
  const topAt = (y: number, heading?: number) => {
    frame.place({ x: 500, y }, free, heading)
    return Number(/, (-?\d+)px\)/.exec(section?.style.transform ?? '')?.[1])
  }
  const sideAt = (y: number, heading?: number) => (topAt(y, heading) > y ? 'below' : 'above')
  return { popup, frame, resized, topAt, sideAt }
}

test('MAP-41 a popup hangs above its position, or below if there is no room', () => {
  const { sideAt } = openFrame()
  expect([sideAt(300), sideAt(60)]).toEqual(['above', 'below'])
})

test('PLB-05 the popup of a marker heading up hangs below it, so the road ahead stays visible, and does not jump on a winding road', () => {
  const { sideAt } = openFrame()
  const headings = [90, 65, 50, 350, 300, 290, 180, 285]
  expect(headings.map((heading) => sideAt(300, heading))).toEqual([
    ...['above', 'above', 'below', 'below', 'below', 'below', 'above', 'above'],
  ])
  expect(sideAt(540, 0)).toBe('above')
})

const pointer = (type: string, { pointerId = 1, ...init }: PointerEventInit = {}) =>
  Object.assign(new MouseEvent(type, { bubbles: true, ...init }), { pointerId, isPrimary: pointerId === 1 })

test.each(['pointerup', 'pointercancel'])(
  'a popup stays where it is pressed until %s, so that the press meets its button',
  (released) => {
    const { popup, frame, resized, topAt } = openFrame()
    const before = topAt(300)
    popup.element.dispatchEvent(pointer('pointerdown'))
    expect(topAt(340)).toBe(before)
    document.dispatchEvent(pointer(released, { pointerId: 2 }))
    expect(topAt(340)).toBe(before)
    expect(resized).not.toHaveBeenCalled()
    document.dispatchEvent(pointer(released))
    expect(resized).toHaveBeenCalledOnce()
    expect(topAt(340)).toBe(before + 40)

    popup.element.dispatchEvent(pointer('pointerdown'))
    frame.remove()
    document.dispatchEvent(pointer(released))
    expect(resized).toHaveBeenCalledOnce()
  },
)

test('a popup is not held by a right press, a second finger, a menu or another window', () => {
  const { popup, topAt } = openFrame()
  const before = topAt(300)
  popup.element.dispatchEvent(pointer('pointerdown', { button: 2 }))
  expect(topAt(310)).toBe(before + 10)
  popup.element.dispatchEvent(pointer('pointerdown', { pointerId: 2 }))
  expect(topAt(320)).toBe(before + 20)
  popup.element.dispatchEvent(pointer('pointerdown'))
  popup.element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }))
  expect(topAt(330)).toBe(before + 30)
  popup.element.dispatchEvent(pointer('pointerdown'))
  expect(topAt(340)).toBe(before + 30)
  window.dispatchEvent(new Event('blur'))
  expect(topAt(340)).toBe(before + 40)
})
