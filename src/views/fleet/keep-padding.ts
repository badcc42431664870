import type { MapPort } from '#src/services/map/map.port.ts'

const GAP_PX = 12
const TOOLS_PX = 56

/**
 * A ref for the box round the floating panels: tells the map which part of it they cover.
 * Panels are the elements with `data-covers` of `left`, `top` or `bottom`.
 */
export const keepPadding = (map: MapPort) => (box: HTMLElement | null) => {
  if (box === null) return undefined
  const measure = () => {
    const whole = box.getBoundingClientRect()
    const padding = { left: GAP_PX, top: GAP_PX, right: TOOLS_PX, bottom: GAP_PX }
    for (const panel of box.querySelectorAll<HTMLElement>('[data-covers]')) {
      const { right, top, bottom } = panel.getBoundingClientRect()
      const side = panel.dataset['covers']
      if (side === 'left') padding.left = right - whole.left + GAP_PX
      if (side === 'top') padding.top = bottom - whole.top + GAP_PX
      if (side === 'bottom') padding.bottom = whole.bottom - top + GAP_PX
    }
    map.setPadding(padding)
  }
  const resized = new ResizeObserver(measure)
  const watch = () => {
    resized.disconnect()
    resized.observe(box)
    for (const panel of box.querySelectorAll('[data-covers]')) resized.observe(panel)
    measure()
  }
  const changed = new MutationObserver(watch)
  changed.observe(box, { childList: true })
  watch()
  return () => {
    changed.disconnect()
    resized.disconnect()
  }
}
