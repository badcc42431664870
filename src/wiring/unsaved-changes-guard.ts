import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import { selectGeofences } from '#src/machines/fleet/fleet.selectors.ts'
import { selectIsAsking, selectIsUnsaved } from '#src/machines/geofences/geofences.selectors.ts'
import type { AppLocation, NavigationGuard } from '#src/services/location/location.ts'
import { watchActorChain } from './map-director/watch-actors.ts'

/**
 * A navigation guard for unsaved changes of a geofence: stops the navigation, closes the geofences, which ask the user, and
 * navigates once they are closed. Starts at once; returns a function that stops it.
 */
export const createUnsavedChangesGuard = ({
  root,
  location,
}: {
  root: ActorRefFrom<typeof appMachine>
  location: Pick<AppLocation, 'setNavigationGuard'>
}): (() => void) => {
  let waiting: (() => void) | null = null
  const fleet = () => selectFleet(root.getSnapshot())
  const fences = () => {
    const actor = fleet()
    return actor && selectGeofences(actor.getSnapshot())
  }
  const guard: NavigationGuard = (go) => {
    waiting = go
    fences()?.send({ type: 'geofences.close' })
  }
  const stop = watchActorChain(root, [fleet, fences], () => {
    const snapshot = fences()?.getSnapshot()
    const isHeld = snapshot !== undefined && selectIsUnsaved(snapshot)
    location.setNavigationGuard(isHeld ? guard : null)
    if (waiting === null || (isHeld && selectIsAsking(snapshot))) return
    const go = waiting
    waiting = null
    // Without the fleet the user has been logged out.
    if (!isHeld && fleet() !== undefined) go()
  })
  return () => {
    stop()
    location.setNavigationGuard(null)
  }
}
