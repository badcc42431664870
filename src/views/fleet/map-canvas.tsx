import { IconMapOff } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { MapPort } from '#src/services/map/map.port.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { FLEET } from './fleet.text.ts'
import classes from './fleet-screen.module.css'

/** The map itself, mounted for as long as it is in the page. Says so where it cannot be drawn; the list then still works. */
export const MapCanvas = ({ map }: { map: MapPort }) => {
  const [failure, setFailure] = useState<string | null>(null)
  const mount = useCallback(
    (container: HTMLDivElement | null) => {
      if (container === null) return undefined
      const stopListening = map.onFailure(setFailure)
      const unmount = map.mount(container)
      return () => {
        stopListening()
        unmount()
      }
    },
    [map],
  )
  return (
    <>
      <div className={classes['map']} ref={mount} />
      {failure === null ? null : (
        <div className={classes['mapFailure']} role="alert">
          <EmptyState icon={IconMapOff} title={FLEET.mapFailed} text={failure} />
        </div>
      )}
    </>
  )
}
