import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectFleet, selectSettings } from '#src/machines/app/app.selectors.ts'
import { selectGeofences } from '#src/machines/fleet/fleet.selectors.ts'
import * as geofences from '#src/machines/geofences/geofences.selectors.ts'
import * as settings from '#src/machines/settings/settings.selectors.ts'
import { watchActorChain } from '#src/services/kit/watch-actors.ts'
import type { AppLocation, NavigationGuard } from '#src/services/location/location.ts'

/**
 * A navigation guard for unsaved changes of a geofence or of a form of the settings: stops the navigation, asks to leave the form, which
 * asks the user, and navigates once nothing is unsaved. Starts at once; returns a function that stops it.
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
  const form = () => selectSettings(root.getSnapshot())
  /** What holds the user here: only one of them is shown at a time. */
  const held = (): { readonly isAsking: boolean; readonly leave: () => void } | null => {
    const [fenceActor, formActor] = [fences(), form()]
    const fence = fenceActor?.getSnapshot()
    const settingsForm = formActor?.getSnapshot()
    if (fence !== undefined && geofences.selectIsUnsaved(fence))
      return {
        isAsking: geofences.selectIsAsking(fence),
        leave: () => fenceActor?.send({ type: 'geofences.close' }),
      }
    if (settingsForm !== undefined && settings.selectIsUnsaved(settingsForm))
      return {
        isAsking: settings.selectIsAsking(settingsForm),
        leave: () => formActor?.send({ type: 'settings.leavePressed' }),
      }
    return null
  }
  const guard: NavigationGuard = (go) => {
    waiting = go
    held()?.leave()
  }
  const update = () => {
    const now = held()
    location.setNavigationGuard(now === null ? null : guard)
    if (waiting === null || now?.isAsking === true) return
    const go = waiting
    waiting = null
    // Without the fleet the user has been logged out.
    if (now === null && fleet() !== undefined) go()
  }
  const stops = [watchActorChain(root, [fleet, fences], update), watchActorChain(root, [form], update)]
  return () => {
    for (const stop of stops) stop()
    location.setNavigationGuard(null)
  }
}
