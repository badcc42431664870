import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { selectCanChange, selectIsBusy } from '#src/machines/geofences/geofences.selectors.ts'
import { BusyButton } from '../kit/busy-button.tsx'
import type { GeofencesActor } from './geofences.actor.ts'
import { GEOFENCES } from './geofences.text.ts'

/** Edit and delete, for whoever may (GEO-04). They stand in the list and on the map: the one that was pressed shows the work. */
export const FenceActions = ({ fences, geoFenceId }: { fences: GeofencesActor; geoFenceId: number }) => {
  const isBusy = useSelector(fences, selectIsBusy)
  const [isPressed, setPressed] = useState(false)
  if (isPressed && !isBusy) setPressed(false)
  return useSelector(fences, selectCanChange) ? (
    <>
      <BusyButton
        size="xs"
        busy={isBusy && isPressed}
        disabled={isBusy && !isPressed}
        leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
        onClick={() => {
          fences.send({ type: 'fence.edit', geoFenceId })
          setPressed(true)
        }}
      >
        {GEOFENCES.edit}
      </BusyButton>
      <Button
        size="xs"
        variant="default"
        disabled={isBusy}
        leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
        onClick={() => fences.send({ type: 'fence.delete', geoFenceId })}
      >
        {GEOFENCES.remove}
      </Button>
    </>
  ) : null
}
