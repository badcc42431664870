import { appMachine } from '#src/machines/app/app.machine.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'

/** The root machine with what a page loads when a user logs in. */
export const wholeApp = appMachine.provide({ actors: { fleet: fleetMachine } })
