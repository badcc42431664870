import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectFleet, selectTimeZone } from '#src/machines/app/app.selectors.ts'
import { selectShownTimeZone } from '#src/machines/fleet/fleet.selectors.ts'
import { watchActorChain, whenChanged } from '#src/services/kit/watch-actors.ts'
import { showConventions } from '#src/texts/conventions.ts'

/** Shows times in the zone of the company whose vehicles are shown. Starts at once; returns a function that stops it. */
export const showCompanyTime = (root: ActorRefFrom<typeof appMachine>): (() => void) => {
  const fleet = () => selectFleet(root.getSnapshot())
  const zone = () => {
    const actor = fleet()
    return actor === undefined ? selectTimeZone(root.getSnapshot()) : selectShownTimeZone(actor.getSnapshot())
  }
  return watchActorChain(
    root,
    [fleet],
    whenChanged(zone, (timeZone) => showConventions({ timeZone })),
  )
}
