import type { ReactNode } from 'react'
import { useCallback, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { PopupWidth } from '#contract/constants.ts'
import type { MapPort, PopupAnchor } from '#src/services/map/map.port.ts'

/**
 * Hangs its children in a popup on the map for as long as it is in the page.
 * A new `anchor`, `width` or `onClose` opens it anew: give the same ones from drawing to drawing.
 * A focus within it outlives that: it goes back to what had it, or, where that is gone, to the outermost child, which has
 * `tabIndex={-1}` if its popup may open anew.
 */
export const MapPopup = ({
  map,
  anchor,
  width,
  onClose,
  children,
}: {
  map: MapPort
  anchor: PopupAnchor
  width: PopupWidth
  onClose: () => void
  children: ReactNode
}) => {
  const host = useMemo(() => document.createElement('div'), [])
  const focused = useRef<Element | null>(null)
  const hang = useCallback(
    (mark: HTMLSpanElement | null) => {
      if (mark === null) return undefined
      const remove = map.openPopup(anchor, host, { width, onClose })
      const heir = host.contains(focused.current) ? focused.current : host.firstElementChild
      if (focused.current !== null && heir instanceof HTMLElement) heir.focus({ preventScroll: true })
      return () => {
        const { activeElement } = document
        focused.current = host.parentElement?.contains(activeElement) ? activeElement : null
        remove()
      }
    },
    [map, anchor, host, width, onClose],
  )
  return (
    <>
      {/* Before the children: its ref sees the focus before any of them goes. */}
      <span hidden ref={hang} />
      {createPortal(children, host)}
    </>
  )
}
