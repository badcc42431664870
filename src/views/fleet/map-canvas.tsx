import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { MapFailure, MapPort } from '#src/services/map/map.port.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { createToasts } from '../kit/toasts.tsx'
import { FLEET } from './fleet.text.ts'
import classes from './fleet-screen.module.css'

const Failure = ({ failure, onBundled }: { failure: MapFailure; onBundled: () => void }) => (
  <div className={classes['mapFailure']} role="alert">
    {failure.offersBundledMap ? (
      <EmptyState icon={IconMapOff} title={failure.message} text={FLEET.bundledMapKeeps}>
        <Button onClick={onBundled}>{FLEET.showBundledMap}</Button>
      </EmptyState>
    ) : (
      <EmptyState icon={IconMapOff} title={FLEET.mapFailed} text={failure.message} />
    )}
  </div>
)

/** The map itself, mounted for as long as it is in the page. Says so where it cannot be drawn, and offers the bundled map in place of another (MAP-48); the list works without. A part that is missing is told over the map that is there. */
export const MapCanvas = ({ map }: { map: MapPort }) => {
  const [failure, setFailure] = useState<MapFailure | null>(null)
  const mount = useCallback(
    (container: HTMLDivElement | null) => {
      if (container === null) return undefined
      const stopListening = map.onFailure((told) => {
        if (!told.isDrawn) setFailure(told)
        else
          createToasts().show({ kind: 'warning', text: null, detail: `${told.message} ${FLEET.mapReload}` })
      })
      const unmount = map.mount(container)
      return () => {
        stopListening()
        unmount()
      }
    },
    [map],
  )
  const takeBundled = () => {
    setFailure(null)
    map.showBundledMap()
  }
  return (
    <>
      <div className={classes['map']} ref={mount} />
      {failure === null ? null : <Failure failure={failure} onBundled={takeBundled} />}
    </>
  )
}
