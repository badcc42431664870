import { fromEventObservable, fromPromise } from 'xstate'
import { maintenanceMachine } from '#src/machines/maintenance/maintenance.machine.ts'
import type { MaintenanceDueEvent, MaintenanceStatus } from '#src/machines/maintenance/maintenance.ports.ts'
import { maintenanceChecks$ } from '#src/streams/clocks.stream.ts'
import { notifyAction, type Page, type Services } from './services.ts'

/** Wires the maintenance notice, which guests see too. */
export const wireMaintenance = ({ maintenance }: Services, page: Page) =>
  maintenanceMachine.provide({
    actors: {
      readStatus: fromPromise<boolean, undefined>(({ signal }) => maintenance.read(signal)),
      writeStatus: fromPromise<boolean, MaintenanceStatus>(({ input, signal }) =>
        maintenance.write(input.isOn, signal),
      ),
      checks: fromEventObservable<MaintenanceDueEvent, undefined>(maintenanceChecks$),
    },
    actions: { notify: notifyAction(page) },
  })
