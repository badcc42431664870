import { map } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import type { Notice } from './machines/kit/notice.ts'
import { type MaintenanceFact, maintenanceMachine } from './machines/maintenance/maintenance.machine.ts'
import { recoveryMachine } from './machines/recovery/recovery.machine.ts'
import { ticks$ } from './streams/ticks.stream.ts'
import type { Page, Services } from './wiring-services.ts'

/** How often a page looks whether the portal is under maintenance, in ms. */
const MAINTENANCE_EVERY_MS = 60_000

/** The machines that a page runs before anybody is logged in. */
export const wireEntrance = ({ maintenance, recovery }: Services, notify: Page['notify']) => {
  const tell = (_: unknown, notice: Notice) => notify(notice)
  return {
    maintenance: maintenanceMachine.provide({
      actors: {
        readStatus: fromPromise<boolean, undefined>(({ signal }) => maintenance.read(signal)),
        writeStatus: fromPromise<boolean, { isOn: boolean }>(({ input, signal }) =>
          maintenance.write(input.isOn, signal),
        ),
        turns: fromEventObservable<MaintenanceFact, undefined>(() =>
          ticks$({ everyMs: MAINTENANCE_EVERY_MS }).pipe(map(() => ({ type: 'maintenance.asked' as const }))),
        ),
      },
      actions: { notify: tell },
    }),
    recovery: recoveryMachine.provide({
      actors: {
        askLink: fromPromise<string, { account: string }>(({ input, signal }) =>
          recovery.forgot(input.account, signal),
        ),
        setPassword: fromPromise<string, { newPassword: string }>(({ input, signal }) =>
          recovery.reset(input.newPassword, signal),
        ),
      },
    }),
  }
}
