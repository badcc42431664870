import type { ReactNode } from 'react'
import { useCallback, useMemo } from 'react'
import { createPortal } from 'react-dom'
import type { PopupWidth } from '#contract/constants.ts'
import type { MapPort, PopupAnchor } from '#src/services/map/map.port.ts'

/**
 * Hangs its children in a popup on the map for as long as it is in the page.
 * A new `anchor` or `onClose` opens it anew: give the same ones from drawing to drawing.
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
  const hang = useCallback(
    (mark: HTMLSpanElement | null) =>
      mark === null ? undefined : map.openPopup(anchor, host, { width, onClose }),
    [map, anchor, host, width, onClose],
  )
  return (
    <>
      <span hidden ref={hang} />
      {createPortal(children, host)}
    </>
  )
}
