import { fromEventObservable, fromPromise } from 'xstate'
import type { DashboardLayout } from '#contract/links/dashboard.ts'
import { dashboardMachine } from '#src/machines/dashboard/dashboard.machine.ts'
import type {
  DashboardAddress,
  DashboardChoices,
  FiguresRefreshEvent,
  FiguresRequest,
  HeldFigures,
  KeptPlace,
} from '#src/machines/dashboard/dashboard.ports.ts'
import { widgetMachine } from '#src/machines/dashboard/widget.machine.ts'
import { figureRefreshes$ } from '#src/streams/dashboard.stream.ts'
import type { MapServices } from './member.ts'
import type { Page } from './services.ts'

/** Wires the dashboard. */
export const wireDashboard = (
  {
    dashboardFigures,
    dashboardPlace,
    serverNow,
  }: Pick<MapServices, 'dashboardFigures' | 'dashboardPlace' | 'serverNow'>,
  page: Page,
) =>
  dashboardMachine.provide({
    actors: {
      readAddress: fromPromise<DashboardAddress, undefined>(() => dashboardPlace.read()),
      loadChoices: fromPromise<DashboardChoices, undefined>(({ signal }) =>
        dashboardFigures.loadChoices(signal),
      ),
      refreshes: fromEventObservable<FiguresRefreshEvent, undefined>(() =>
        figureRefreshes$(page.window.document, serverNow),
      ),
      widget: widgetMachine.provide({
        actors: {
          loadFigures: fromPromise<HeldFigures, FiguresRequest>(({ input, signal }) =>
            dashboardFigures.load(input, signal),
          ),
        },
      }),
    },
    actions: {
      keepPlace: (_, kept: KeptPlace) => dashboardPlace.keep(kept),
      saveLayout: (_, { layout }: { layout: DashboardLayout }) => dashboardPlace.saveLayout(layout),
    },
  })
