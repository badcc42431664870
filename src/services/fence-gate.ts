import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import { selectGeofences } from '#src/machines/fleet/fleet.selectors.ts'
import { selectIsAsking, selectIsUnsaved } from '#src/machines/geofences/geofences.selectors.ts'
import type { AppLocation, Gate } from './location.ts'
import { watchChain } from './map-director/changes.ts'

/**
 * Holds the page back while a geofence is not saved: what leads to another screen closes the geofences, which ask, and goes
 * on once they are closed. Starts at once; returns its end.
 */
export const createFenceGate = ({
  root,
  location,
}: {
  root: ActorRefFrom<typeof appMachine>
  location: Pick<AppLocation, 'holdBack'>
}): (() => void) => {
  let waiting: (() => void) | null = null
  const fleet = () => selectFleet(root.getSnapshot())
  const fences = () => {
    const actor = fleet()
    return actor && selectGeofences(actor.getSnapshot())
  }
  const gate: Gate = (go) => {
    waiting = go
    fences()?.send({ type: 'geofences.close' })
  }
  const stop = watchChain(root, [fleet, fences], () => {
    const snapshot = fences()?.getSnapshot()
    const isHeld = snapshot !== undefined && selectIsUnsaved(snapshot)
    location.holdBack(isHeld ? gate : null)
    if (waiting === null || (isHeld && selectIsAsking(snapshot))) return
    const go = waiting
    waiting = null
    // Without a map the user is gone too.
    if (!isHeld && fleet() !== undefined) go()
  })
  return () => {
    stop()
    location.holdBack(null)
  }
}
