import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { selectCanChange, selectIsBusy } from '#src/machines/geofences/geofences.selectors.ts'
import type { GeofencesActor } from './geofences.actor.ts'
import { GEOFENCES } from './geofences.text.ts'

/** Edit and delete, for whoever may (GEO-04). */
export const FenceActions = ({ fences, geoFenceId }: { fences: GeofencesActor; geoFenceId: number }) => {
  const isBusy = useSelector(fences, selectIsBusy)
  return useSelector(fences, selectCanChange) ? (
    <>
      <Button
        size="xs"
        loading={isBusy}
        leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
        onClick={() => fences.send({ type: 'fence.edit', geoFenceId })}
      >
        {GEOFENCES.edit}
      </Button>
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
