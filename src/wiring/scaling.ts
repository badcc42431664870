import { fromPromise } from 'xstate'
import { DEFAULT_DASHBOARD_FILTER } from '#contract/links/dashboard.ts'
import type { KpiScales } from '#contract/records/scaling.ts'
import { requestOf } from '#src/machines/dashboard/dashboard.logic.ts'
import { scalingMachine } from '#src/machines/settings/scaling.machine.ts'
import type { FactorChanges, MeasuredKpis, SavedScales } from '#src/machines/settings/scaling.ports.ts'
import { createScalingService } from '#src/services/settings/scaling.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import type { MapServices } from './member.ts'
import { notifyAction, type Page } from './services.ts'

/** Wires the tab of the scaling factors. */
export const wireScaling = (
  {
    http,
    dashboardFigures: figures,
    serverNow,
  }: Pick<MapServices, 'http' | 'dashboardFigures' | 'serverNow'>,
  page: Page,
) => {
  const service = createScalingService({
    http,
    figures,
    requestOf: (widget) =>
      requestOf(widget, DEFAULT_DASHBOARD_FILTER, {
        now: serverNow(),
        timeZone: currentConventions().timeZone,
      }),
  })
  return scalingMachine.provide({
    actors: {
      loadScales: fromPromise<KpiScales, undefined>(({ signal }) => service.read(signal)),
      saveFactors: fromPromise<SavedScales, FactorChanges>(({ input, signal }) =>
        service.save(input.factors, signal),
      ),
      measureKpis: fromPromise<MeasuredKpis, undefined>(({ signal }) => service.measure(signal)),
    },
    actions: { notify: notifyAction(page) },
  })
}
