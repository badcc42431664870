import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectScreen } from '#src/machines/app/app.selectors.ts'
import type { Analytics } from '#src/services/analytics/analytics.ts'

/** Reports every opened screen to analytics, by its name in the table of routes (SES-59). */
export const reportScreens = (actor: ActorRefFrom<typeof appMachine>, analytics: Pick<Analytics, 'send'>) => {
  let last: string | undefined
  actor.subscribe((snapshot) => {
    const screen = selectScreen(snapshot)
    if (screen !== last) analytics.send({ category: 'screen', action: 'opened', label: screen })
    last = screen
  })
}
