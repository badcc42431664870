import { appMachine } from '#src/machines/app/app.machine.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import { manualMachine } from '#src/machines/manual/manual.machine.ts'
import { paymentMachine } from '#src/machines/payment/payment.machine.ts'
import { profileMachine } from '#src/machines/profile/profile.machine.ts'
import { settingsMachine } from '#src/machines/settings/settings.machine.ts'
import { supportMachine } from '#src/machines/support/support.machine.ts'
import { tickerMachine } from '#src/machines/ticker/ticker.machine.ts'

/** The root machine with those below it that a page loads when somebody logs in. */
export const wholeApp = appMachine.provide({
  actors: {
    fleet: fleetMachine,
    manual: manualMachine,
    payment: paymentMachine,
    profile: profileMachine,
    settings: settingsMachine,
    support: supportMachine,
    ticker: tickerMachine,
  },
})
