import { map } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import { MINUTE_MS } from '#domain/units.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import {
  type MaintenanceDueEvent,
  maintenanceMachine,
} from '#src/machines/maintenance/maintenance.machine.ts'
import { recoveryMachine } from '#src/machines/session/recovery.machine.ts'
import { ticks$ } from '#src/streams/clocks.stream.ts'
import type { Page, Services } from './services.ts'

/** How often a page looks whether the portal is under maintenance, in ms. */
const MAINTENANCE_EVERY_MS = MINUTE_MS

/** The machines that a page runs before anybody is logged in. */
export const wireEntrance = ({ maintenance, recovery }: Services, notify: Page['notify']) => {
  const showNotice = (_: unknown, notice: Notice) => notify(notice)
  return {
    maintenance: maintenanceMachine.provide({
      actors: {
        readStatus: fromPromise<boolean, undefined>(({ signal }) => maintenance.read(signal)),
        writeStatus: fromPromise<boolean, { isOn: boolean }>(({ input, signal }) =>
          maintenance.write(input.isOn, signal),
        ),
        checks: fromEventObservable<MaintenanceDueEvent, undefined>(() =>
          ticks$({ everyMs: MAINTENANCE_EVERY_MS }).pipe(
            map(() => ({ type: 'maintenance.checkDue' as const })),
          ),
        ),
      },
      actions: { notify: showNotice },
    }),
    recovery: recoveryMachine.provide({
      actors: {
        requestLink: fromPromise<string, { account: string }>(({ input, signal }) =>
          recovery.forgot(input.account, signal),
        ),
        setPassword: fromPromise<string, { newPassword: string }>(({ input, signal }) =>
          recovery.reset(input.newPassword, signal),
        ),
      },
    }),
  }
}
