import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { PopupWidth } from '#contract/constants.ts'
import type { MapPort, PopupAnchor } from '#src/services/map/map.port.ts'

/** Announces to screen readers what the map shows, whenever it changes. */
export const Announcer = ({ text }: { text: string }) => (
  <VisuallyHidden role="status" aria-live="polite">
    {text}
  </VisuallyHidden>
)

/** A heading for screen readers, for modes whose panels have none. */
export const ModeHeading = ({ text }: { text: string }) => (
  <VisuallyHidden component="h1">{text}</VisuallyHidden>
)

/** Whether the popup contains an element. The engine's frame around `host` holds the close button. */
const popupContains = (host: HTMLElement, element: Element | null): boolean =>
  host.parentElement?.contains(element) === true

/**
 * Shows its children in a popup on the map while it is mounted. A new `anchor`, `width` or `onClose` opens the popup anew, so
 * keep them stable between renders. A focus within the popup survives that: it returns to its element or, if that is gone, to
 * the outermost child, which then needs `tabIndex={-1}`. When the user closes the popup, the focus returns to where it was before.
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
      {/* Before the children: its ref must see the focus before any of them is removed. */}
      <span hidden ref={openPopup} />
      {createPortal(children, host)}
    </>
  )
}
