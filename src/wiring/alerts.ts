import { fromEventObservable, fromPromise } from 'xstate'
import { alertListMachine } from '#src/machines/alerts/alert-list.machine.ts'
import type {
  AlertListAddress,
  AlertListChoices,
  AlertRefreshEvent,
  AlertsRequest,
  AlertsSummary,
  KeptFilter,
} from '#src/machines/alerts/alert-list.ports.ts'
import { alertRefreshes$ } from '#src/streams/alerts.stream.ts'
import type { MapServices } from './member.ts'
import { notifyAction, type Page } from './services.ts'

/** Wires the alert list. */
export const wireAlertList = ({ alertList }: Pick<MapServices, 'alertList'>, page: Page) =>
  alertListMachine.provide({
    actors: {
      readAddress: fromPromise<AlertListAddress, { isOpen: boolean }>(async ({ input }) =>
        alertList.readAddress(input),
      ),
      loadAlerts: fromPromise<AlertsSummary, AlertsRequest>(({ input, signal }) =>
        alertList.load(input, signal),
      ),
      loadEvidence: fromPromise<void, { alertId: number }>(({ input, signal }) =>
        alertList.loadEvidence(input.alertId, signal),
      ),
      loadChoices: fromPromise<AlertListChoices, undefined>(({ signal }) => alertList.loadChoices(signal)),
      acknowledge: fromPromise<void, { alertIds: readonly number[] }>(({ input, signal }) =>
        alertList.acknowledge(input.alertIds, signal),
      ),
      refreshes: fromEventObservable<AlertRefreshEvent, undefined>(() =>
        alertRefreshes$(page.window.document),
      ),
    },
    actions: {
      keepFilter: (_, kept: KeptFilter) => alertList.keepFilter(kept),
      keepColumns: (_, { hidden }: { hidden: readonly string[] }) => alertList.keepColumns(hidden),
      notify: notifyAction(page),
    },
  })
