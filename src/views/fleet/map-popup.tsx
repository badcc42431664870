import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import type { MapPort, PopupAnchor } from '#src/services/map/map.port.ts'

/** Hangs its children in a popup on the map for as long as it is in the page. `anchorKey` tells one anchor from another. */
export const MapPopup = ({
  map,
  anchor,
  anchorKey,
  width,
  onClose,
  children,
}: {
  map: MapPort
  anchor: PopupAnchor
  anchorKey: string
  width: 300 | 515
  onClose: () => void
  children: ReactNode
}) => {
  const host = useMemo(() => document.createElement('div'), [])
  return (
    <>
      <span key={anchorKey} hidden ref={() => map.openPopup(anchor, host, { width, onClose })} />
      {createPortal(children, host)}
    </>
  )
}
