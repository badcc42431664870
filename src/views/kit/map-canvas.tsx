import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { MapFailure, MapPort } from '#src/services/map/map.port.ts'
import { errorText } from '#src/texts/en/errors.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { EmptyState } from './empty-state.tsx'
import classes from './map-screen.module.css'
import { createToasts } from './toasts.tsx'

const GAP_PX = 12
const TOOLS_PX = 56

/**
 * A ref for the box around the floating panels, which sets the map's padding to what they cover. Panels are elements whose
 * `data-covers` is `left`, `top` or `bottom`.
 */
export const measureMapPadding = (map: MapPort) => (box: HTMLElement | null) => {
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

const Failure = ({ failure, onBundled }: { failure: MapFailure; onBundled: () => void }) => (
  <div className={classes['mapFailure']} role="alert">
    {failure.offersBundledMap ? (
      <EmptyState icon={IconMapOff} title={errorText(failure)} text={FLEET.bundledMapKeeps}>
        <Button onClick={onBundled}>{FLEET.showBundledMap}</Button>
      </EmptyState>
    ) : (
      <EmptyState icon={IconMapOff} title={FLEET.mapFailed} text={errorText(failure)} />
    )}
  </div>
)

/** Mounts the map. If it fails, says so and offers the bundled map (MAP-48); the list works without it. A failed part of the map is reported over it. */
export const MapCanvas = ({ map }: { map: MapPort }) => {
  const [failure, setFailure] = useState<MapFailure | null>(null)
  const mount = useCallback(
    (container: HTMLDivElement | null) => {
      if (container === null) return undefined
      const stopListening = map.onFailure((reported) => {
        if (!reported.isDrawn) setFailure(reported)
        else createToasts().show({ kind: 'warning', text: null, detail: errorText(reported) })
      })
      const unmount = map.mount(container)
      return () => {
        stopListening()
        unmount()
      }
    },
    [map],
  )
  const switchToBundledMap = () => {
    setFailure(null)
    map.showBundledMap()
  }
  return (
    <>
      <div className={classes['map']} ref={mount} />
      {failure === null ? null : <Failure failure={failure} onBundled={switchToBundledMap} />}
    </>
  )
}
