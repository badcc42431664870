import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import { dayOf } from '#domain/company-time.ts'
import type { DashboardWidget } from '#domain/dashboard.ts'
import type { FilterBy } from '#domain/report-filter.ts'
import { daysOf } from '#src/machines/dashboard/dashboard.logic.ts'
import type { dashboardMachine } from '#src/machines/dashboard/dashboard.machine.ts'
import type { FiguresSource } from '#src/machines/dashboard/dashboard.ports.ts'
import {
  selectDashboardChoices,
  selectDashboardFilter,
  selectRequestedAt,
  selectWidget,
} from '#src/machines/dashboard/dashboard.selectors.ts'
import type { WidgetActor } from '#src/machines/dashboard/widget.machine.ts'
import {
  selectHeld,
  selectIsGone,
  selectIsLoading,
  selectScope,
  selectWidgetFailure,
} from '#src/machines/dashboard/widget.selectors.ts'
import type { FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { DASHBOARD, EMPTY, FIGURES_WAITING, LAST_PERIOD } from '#src/texts/en/dashboard.ts'
import { FILTER, FILTER_BY_NAME } from '#src/texts/en/filters.ts'
import { useServices } from '../kit/app-context.tsx'
import type { ContentOptions } from './daily-content.ts'

/** The running machine, to read and send to. */
export type DashboardActor = ActorRefFrom<typeof dashboardMachine>

/** That days of the range are still being added up; null where none is. */
const waitingOf = (answer: FigureAnswers[FiguresSource]): string | null =>
  'waitingDays' in answer && answer.waitingDays && answer.rangeDays
    ? FIGURES_WAITING.days({ count: answer.waitingDays, all: answer.rangeDays })
    : null

/** Why there can be no figures at all; null where there can. */
const emptinessOf = (answer: FigureAnswers[FiguresSource], filterBy: FilterBy): string | null => {
  if ('vehicles' in answer && answer.vehicles === 0) return EMPTY.noVehicles[filterBy]
  if ('pendingDays' in answer && answer.pendingDays) return DASHBOARD.deriving({ count: answer.pendingDays })
  return 'reporting' in answer && answer.reporting === 0 && !('insights' in answer)
    ? (waitingOf(answer) ?? EMPTY.silent)
    : null
}

/**
 * The state of a widget. `answer` is there only as long as it is one to what is asked for now; `none` says why there can be no figures, null
 * where there can; `waiting` that they will rise.
 */
export const useWidget = <TSource extends FiguresSource>(dashboard: DashboardActor, source: TSource) => {
  const { figureStore } = useServices()
  const widget: WidgetActor | undefined = useSelector(dashboard, selectWidget(source))
  const held = useSelector(widget, (snapshot) => (snapshot === undefined ? null : selectHeld(snapshot)))
  const isLoading = useSelector(widget, (snapshot) => snapshot !== undefined && selectIsLoading(snapshot))
  const isGone = useSelector(widget, (snapshot) => snapshot !== undefined && selectIsGone(snapshot))
  const failure = useSelector(widget, (snapshot) =>
    snapshot === undefined ? null : selectWidgetFailure(snapshot),
  )
  const stored: FigureAnswers[TSource] | undefined = useSyncExternalStore(figureStore.subscribe, () =>
    figureStore.get(source),
  )
  const scope = useSelector(widget, (snapshot) => (snapshot === undefined ? 'Fleet' : selectScope(snapshot)))
  const answer = held === null ? undefined : stored
  const gone = isGone ? EMPTY.noVehicles.Vehicle : null
  return {
    held,
    isLoading,
    isGone,
    failure,
    answer,
    waiting: answer === undefined ? null : waitingOf(answer),
    none: gone ?? (answer === undefined ? null : emptinessOf(answer, scope)),
    retry: () => widget?.send({ type: 'widget.retry' }),
  }
}

/** The company's day and the days of the period, which contents are made with. */
export const useContentOptions = (dashboard: DashboardActor): ContentOptions => {
  const filter = useSelector(dashboard, selectDashboardFilter)
  const now = useSelector(dashboard, selectRequestedAt)
  return { today: dayOf(now, currentConventions().timeZone), filter, days: daysOf(filter) }
}

/** Names a vehicle that can be chosen by its registration; undefined until the choices are loaded, and for others. */
export const useVehicleName = (dashboard: DashboardActor): ((vehicleId: number) => string | undefined) => {
  const { vehicleOptions } = useServices()
  useSelector(dashboard, selectDashboardChoices)
  return (vehicleId) => vehicleOptions.list().find((each) => each.vehicleId === vehicleId)?.registrationId
}

/** `Fleet`, or the group or vehicle whose figures are shown. */
export const useScopeName = (dashboard: DashboardActor): string => {
  const nameOf = useVehicleName(dashboard)
  const { filterBy, selectedVehicleIds, groupId } = useSelector(dashboard, selectDashboardFilter)
  const groups = useSelector(dashboard, selectDashboardChoices)?.groups
  if (filterBy === 'Fleet') return FILTER_BY_NAME.Fleet
  const [first, ...others] = selectedVehicleIds
  return filterBy === 'Group'
    ? (groups?.find((group) => group.groupId === groupId)?.groupName ?? FILTER.allGroups)
    : first === undefined
      ? FILTER.allVehicles
      : ((others.length === 0 ? nameOf(first) : undefined) ??
        DASHBOARD.someVehicles({ count: selectedVehicleIds.length }))
}

/** `Fleet, last 7 days`: whose figures of which period are shown; `time` is said instead of the period. */
export const useScopeTitle = (dashboard: DashboardActor, time?: string): string => {
  const name = useScopeName(dashboard)
  const { filterBy, selectedPeriod } = useSelector(dashboard, selectDashboardFilter)
  const period = time ?? LAST_PERIOD[selectedPeriod]
  return filterBy === 'Fleet'
    ? DASHBOARD.title.Fleet({ period })
    : DASHBOARD.title[filterBy]({ name, period })
}

/** The name of a file with figures of a widget, for every system. */
export const fileName = (title: string, widget: string, today: string): string =>
  `${widget} ${title} ${today}`.replace(/[^\p{L}\p{M}\p{N} _-]/gu, '').slice(0, 120)

/** Whether a widget takes the whole width, or two columns. */
export const WIDTHS: Readonly<Partial<Record<DashboardWidget, 'row' | 'two'>>> = {
  FLEET_STATUS: 'row',
  SERVICE_REMINDERS: 'row',
  FLEET_INSIGHTS: 'two',
}
