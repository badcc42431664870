import { fromPromise } from 'xstate'
import { dtcPopupMachine } from '#src/machines/health/dtc-popup.machine.ts'
import { healthMachine } from '#src/machines/health/health.machine.ts'
import type {
  HealthAddress,
  HealthChoices,
  HealthRequest,
  HealthSummary,
  KeptHealth,
  LiveDtcCounts,
  ServiceChange,
} from '#src/machines/health/health.ports.ts'
import type { MapServices } from './member.ts'
import { notifyAction, type Page } from './services.ts'

/** Wires fleet health. */
export const wireHealth = ({ health }: Pick<MapServices, 'health'>, page: Page) =>
  healthMachine.provide({
    actors: {
      readAddress: fromPromise<HealthAddress, { isOpen: boolean }>(async ({ input }) =>
        health.readAddress(input),
      ),
      loadHealth: fromPromise<HealthSummary, HealthRequest>(({ input, signal }) =>
        health.load(input, signal),
      ),
      loadChoices: fromPromise<HealthChoices, undefined>(({ signal }) => health.loadChoices(signal)),
      loadLevels: fromPromise<void, { vehicleId: number }>(({ input, signal }) =>
        health.loadLevels(input.vehicleId, signal),
      ),
      changeService: fromPromise<void, ServiceChange>(({ input, signal }) =>
        health.changeService(input, signal),
      ),
    },
    actions: {
      keepAddress: (_, kept: KeptHealth) => health.keepAddress(kept),
      notify: notifyAction(page),
    },
  })

/** Wires the DTC popup. */
export const wireDtcPopup = ({ health, location }: Pick<MapServices, 'health' | 'location'>) =>
  dtcPopupMachine.provide({
    actors: {
      readFlag: fromPromise<boolean, undefined>(async () => health.isPopupDue()),
      loadCounts: fromPromise<LiveDtcCounts, undefined>(({ signal }) => health.loadCounts(signal)),
    },
    actions: {
      clearFlag: () => health.clearPopupFlag(),
      navigate: (_, { path }: { path: string }) => location.navigate(path, { replace: false }),
    },
  })
