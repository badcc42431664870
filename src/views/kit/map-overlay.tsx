import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { PopupWidth } from '#contract/constants.ts'
import type { MapPort, PopupAnchor } from '#src/services/map/map.port.ts'

/** Announces what the map shows to screen readers when it changes. */
export const Announcer = ({ text }: { text: string }) => (
  <VisuallyHidden role="status" aria-live="polite">
    {text}
  </VisuallyHidden>
)

/** A hidden heading for modes whose panels have none, for navigation by headings. */
export const ModeHeading = ({ text }: { text: string }) => (
  <VisuallyHidden component="h1">{text}</VisuallyHidden>
)

/** Whether an element is in the popup. The engine's frame around our element holds the close button. */
const popupContains = (host: HTMLElement, element: Element | null): boolean =>
  host.parentElement?.contains(element) === true

/**
 * Hangs its children in a popup on the map for as long as it is in the page.
 * A new `anchor`, `width` or `onClose` opens it anew: give the same ones from drawing to drawing.
 * A focus within it outlives that: it goes back to what had it, or, where that is gone, to the outermost child, which has
 * `tabIndex={-1}` if its popup may open anew. Closed by the user, it gives the focus back to what had it before.
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
  const before = useRef<HTMLElement | null>(null)
  const host = useMemo(() => {
    const element = document.createElement('div')
    element.addEventListener('focusin', ({ relatedTarget }) => {
      const isElsewhere = relatedTarget instanceof HTMLElement && !popupContains(element, relatedTarget)
      if (isElsewhere) before.current = relatedTarget
    })
    return element
  }, [])
  const focused = useRef<Element | null>(null)
  const close = useCallback(() => {
    const hadFocus = popupContains(host, document.activeElement)
    onClose()
    if (hadFocus) before.current?.focus()
  }, [host, onClose])
  const openPopup = useCallback(
    (placeholder: HTMLSpanElement | null) => {
      if (placeholder === null) return undefined
      const remove = map.openPopup(anchor, host, { width, onClose: close })
      const focusTarget = host.contains(focused.current) ? focused.current : host.firstElementChild
      if (focused.current !== null && focusTarget instanceof HTMLElement)
        focusTarget.focus({ preventScroll: true })
      return () => {
        const { activeElement } = document
        focused.current = popupContains(host, activeElement) ? activeElement : null
        remove()
      }
    },
    [map, anchor, host, width, close],
  )
  return (
    <>
      {/* Before the children: its ref sees the focus before any of them goes. */}
      <span hidden ref={openPopup} />
      {createPortal(children, host)}
    </>
  )
}
