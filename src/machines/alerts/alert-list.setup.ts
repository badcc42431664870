import { assign, sendTo, setup } from 'xstate'
import { type AlertFilter, DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import type { PeriodValidity } from '#contract/links/link-fields.ts'
import { OPERATOR_ROLES, type Role } from '#contract/roles.ts'
import { customRange } from '../date-range/date-range.logic.ts'
import { type DateRangeChangedEvent, dateRangeMachine } from '../date-range/date-range.machine.ts'
import type { PeriodNoticeEvent } from '../date-range/period.logic.ts'
import type { Failure } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, eventPort, parent, promisePort } from '../kit/port.ts'
import { changedFilter, coveredBy, isSameFilter, MAX_CHECKED } from './alert-list.logic.ts'
import type {
  AlertListAddress,
  AlertListChoices,
  AlertRefreshEvent,
  AlertsRequest,
  AlertsSummary,
  KeptFilter,
} from './alert-list.ports.ts'

/** Events of the alert list. `now` is ms UTC. */
export type AlertListEvent =
  | { type: 'alertList.opened' }
  | { type: 'alertList.closed' }
  | { type: 'alertList.filterChosen'; change: Partial<AlertFilter> }
  | { type: 'alertList.customChosen'; now: number }
  | { type: 'alertList.reset' }
  | { type: 'alertList.retry' }
  | { type: 'alertList.choicesRetried' }
  | { type: 'alertList.sorted'; column: string }
  | { type: 'alertList.orderChosen'; sort: AlertSort | null }
  | { type: 'alertList.columnsChosen'; hidden: readonly string[] }
  | { type: 'alertList.alertOpened'; alertId: number }
  | { type: 'alertList.alertClosed' }
  | { type: 'alertList.evidenceRetried' }
  | { type: 'alertList.checked'; alertIds: readonly number[] }
  | { type: 'alertList.acknowledged'; alertIds: readonly number[] }
  /** Sent by itself: what the list or the panel shows has changed. */
  | { type: 'alertList.loadDue' }
  | { type: 'alertList.evidenceDue' }
  | AlertRefreshEvent
  | DateRangeChangedEvent
  | PeriodNoticeEvent

/** The column that rows are sorted by. */
export type AlertSort = { readonly column: string; readonly isDescending: boolean }

export type AlertListInput = { readonly timeZone: string; readonly role: Role }

/** The list's context; the alerts themselves and the evidence are in the alert store. */
export type AlertListContext = PeriodValidity & {
  readonly timeZone: string
  readonly role: Role
  /** The clock when the list was opened, ms UTC. */
  readonly openedAt: number
  readonly filter: AlertFilter
  /** The alert in the panel. */
  readonly alertId: number | null
  /** null until the first reply for this filter. */
  readonly found: AlertsSummary | null
  readonly failure: Failure | null
  readonly evidenceFailure: Failure | null
  readonly choices: AlertListChoices | null
  /** null: the order of the reply. */
  readonly sort: AlertSort | null
  /** Columns that the user has put away. */
  readonly hidden: readonly string[]
  /** Alerts chosen to be acknowledged together. */
  readonly checked: readonly number[]
}

/** Context, ports, actions and guards of the alert list; its states are in alert-list.machine.ts. */
export const alertListSetup = setup({
  types: {
    context: {} as AlertListContext,
    events: {} as AlertListEvent,
    input: {} as AlertListInput,
    children: {} as { range: 'range' },
    tags: {} as 'open' | 'loading' | 'panelLoading' | 'acknowledging' | 'choicesFailed',
  },
  actors: {
    /** The filter of the address, else the one kept in the tab; while the list is open, the address alone. */
    readAddress: promisePort<AlertListAddress, { isOpen: boolean }>('alertList.readAddress'),
    loadAlerts: promisePort<AlertsSummary, AlertsRequest>('alertList.loadAlerts'),
    loadEvidence: promisePort<void, { alertId: number }>('alertList.loadEvidence'),
    loadChoices: promisePort<AlertListChoices>('alertList.loadChoices'),
    acknowledge: promisePort<void, { alertIds: readonly number[] }>('alertList.acknowledge'),
    refreshes: eventPort<AlertRefreshEvent>('alertList.refreshes'),
    range: dateRangeMachine,
  },
  actions: {
    /** Keeps the filter in the address and in the tab (SHL-47). */
    keepFilter: actionPort<KeptFilter>('alertList.keepFilter'),
    keepColumns: actionPort<{ hidden: readonly string[] }>('alertList.keepColumns'),
    notify: actionPort<Notice>('alertList.notify'),
    setAddress: assign((_, { filter, alertId, isPeriodInvalid }: AlertListAddress) => ({
      ...{ filter, alertId, isPeriodInvalid },
    })),
    closePeriodNotice: assign({ isPeriodInvalid: false }),
    setOpening: assign((_, { hidden, now }: AlertListAddress) => ({ hidden, openedAt: now })),
    changeFilter: assign(({ context }, { change }: { change: Partial<AlertFilter> }) => ({
      filter: changedFilter(context.filter, change),
      isPeriodInvalid: false,
    })),
    /** All that the user has chosen, the alert in the panel too (ALR-35). */
    resetChoices: assign({
      ...{ filter: DEFAULT_ALERT_FILTER, alertId: null, sort: null, hidden: [], isPeriodInvalid: false },
    }),
    dropFound: assign({ found: null, failure: null, checked: [] }),
    setFound: assign((_, { found }: { found: AlertsSummary }) => ({ found, failure: null })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    setChoices: assign((_, { choices }: { choices: AlertListChoices }) => ({ choices })),
    setSort: assign((_, { sort }: { sort: AlertSort | null }) => ({ sort })),
    turnSort: assign(({ context: { sort } }, { column }: { column: string }) => ({
      sort:
        sort?.column !== column
          ? { column, isDescending: false }
          : sort.isDescending
            ? null
            : { column, isDescending: true },
    })),
    setHidden: assign((_, { hidden }: { hidden: readonly string[] }) => ({ hidden })),
    setAlert: assign((_, { alertId }: { alertId: number | null }) => ({ alertId })),
    setEvidenceFailure: assign((_, { failure }: { failure: Failure }) => ({ evidenceFailure: failure })),
    forgetEvidenceFailure: assign({ evidenceFailure: null }),
    setChecked: assign((_, { alertIds }: { alertIds: readonly number[] }) => ({
      checked: alertIds.slice(0, MAX_CHECKED),
    })),
    dropChecked: assign({ checked: [] }),
    /** Tells which alerts need no popup, since the list shows them; none until it is loaded. */
    reportCovered: sendTo(parent, ({ context: { filter, found, choices, openedAt, timeZone } }) => ({
      type: 'alerts.coveredChanged',
      covered: found === null ? null : coveredBy(filter, choices?.groups ?? [], { now: openedAt, timeZone }),
    })),
    reportClosed: sendTo(parent, { type: 'alerts.coveredChanged', covered: null }),
    // The pickers answer with the range that they show.
    startRange: sendTo('range', ({ context: { timeZone } }, { now }: { now: number }) =>
      customRange({ now, timeZone }),
    ),
    showRange: sendTo('range', (_, { filter: { range }, now }: AlertListAddress) => ({
      ...{ type: 'range.restored' as const, range, now },
    })),
  },
  guards: {
    isOther: ({ context }, change: Partial<AlertFilter>) =>
      !isSameFilter(changedFilter(context.filter, change), context.filter),
    isOtherAlert: ({ context }, { alertId }: { alertId: number | null }) => alertId !== context.alertId,
    isPeriodInvalid: (_, { isPeriodInvalid }: PeriodValidity) => isPeriodInvalid,
    mayAcknowledge: ({ context }) => OPERATOR_ROLES.some((role) => role === context.role),
    hasAlert: ({ context }) => context.alertId !== null,
  },
})
