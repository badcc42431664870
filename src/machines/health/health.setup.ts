import { assign, sendTo, setup } from 'xstate'
import { DEFAULT_HEALTH_FILTER, type HealthFilter } from '#contract/links/health.ts'
import type { PeriodValidity } from '#contract/links/link-fields.ts'
import { MANAGER_ROLES, OPERATOR_ROLES, type Role } from '#contract/roles.ts'
import { customRange } from '../date-range/date-range.logic.ts'
import { type DateRangeChangedEvent, dateRangeMachine } from '../date-range/date-range.machine.ts'
import type { PeriodNoticeEvent } from '../date-range/period.logic.ts'
import type { Failure } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, promisePort } from '../kit/port.ts'
import type {
  HealthAddress,
  HealthChoices,
  HealthRequest,
  HealthSummary,
  KeptHealth,
  ServiceChange,
} from './health.ports.ts'

/** Which form is open, and of which vehicle. */
export type ServiceForm = { readonly kind: 'record' | 'interval'; readonly vehicleId: number }

/** Events of fleet health. `rowId` names a row of the list; `now` is ms UTC. */
export type HealthEvent =
  | { type: 'health.opened' }
  | { type: 'health.closed' }
  | { type: 'health.filterChosen'; change: Partial<HealthFilter> }
  | { type: 'health.customChosen'; now: number }
  | { type: 'health.reset' }
  | { type: 'health.reloaded' }
  | { type: 'health.choicesRetried' }
  | { type: 'health.rowOpened'; rowId: string }
  | { type: 'health.rowClosed' }
  | { type: 'health.levelsRetried' }
  | { type: 'health.formOpened'; form: ServiceForm }
  | { type: 'health.formClosed' }
  | { type: 'health.serviceChanged'; change: ServiceChange }
  /** Sent by itself: another list is to be shown, or another row. */
  | { type: 'health.loadDue' }
  | { type: 'health.rowDue' }
  | DateRangeChangedEvent
  | PeriodNoticeEvent

export type HealthInput = { readonly timeZone: string; readonly role: Role }

/** The context; the rows are in the health store. */
export type HealthContext = PeriodValidity &
  HealthInput & {
    /** The clock when the screen was opened, ms UTC. */
    readonly openedAt: number
    readonly filter: HealthFilter
    /** null until the first reply for this filter. */
    readonly found: HealthSummary | null
    readonly failure: Failure | null
    readonly choices: HealthChoices | null
    /** The row in the panel; of the fluids its vehicle, whose levels are loaded. */
    readonly rowId: string | null
    readonly form: ServiceForm | null
    /** Why the levels of the vehicle in the panel could not be loaded. */
    readonly levelsFailure: Failure | null
    /** Why the last change of a service was not stored. */
    readonly changeFailure: Failure | null
    /** The vehicle whose service was recorded, or whose interval was set, last in this list; null after anything else. */
    readonly recordedId: number | null
    /** Whether another list is shown than the one from which a change is being stored. */
    readonly isListLeft: boolean
  }

const isSameFilter = (a: HealthFilter, b: HealthFilter): boolean =>
  (Object.keys(a) as Array<keyof HealthFilter>).every(
    (name) => JSON.stringify(a[name]) === JSON.stringify(b[name]),
  )

/** A change of a filter; only a custom period has a range. */
const changedFilter = (filter: HealthFilter, change: Partial<HealthFilter>): HealthFilter => {
  const next = { ...filter, ...change }
  return { ...next, range: next.period === 'custom' ? next.range : null }
}

const isAmong = (roles: readonly Role[], role: Role): boolean => roles.includes(role)

/** Whether a role may record services and take them back, and whether it may set intervals (OPEN-29). */
export const mayRecord = (role: Role): boolean => isAmong(OPERATOR_ROLES, role)
export const maySetIntervals = (role: Role): boolean => isAmong(MANAGER_ROLES, role)

/** Context, ports, actions and guards of fleet health; its states are in health.machine.ts. */
export const healthSetup = setup({
  types: {
    context: {} as HealthContext,
    events: {} as HealthEvent,
    input: {} as HealthInput,
    children: {} as {
      range: 'range'
      restore: 'readAddress'
      read: 'readAddress'
      load: 'loadHealth'
      choices: 'loadChoices'
      levels: 'loadLevels'
      change: 'changeService'
    },
    tags: {} as 'open' | 'loading' | 'levelsLoading' | 'changing' | 'choicesFailed',
  },
  actors: {
    /** What the address says, else what is kept in the tab; while the screen is open, the address alone. */
    readAddress: promisePort<HealthAddress, { isOpen: boolean }>('health.readAddress'),
    loadHealth: promisePort<HealthSummary, HealthRequest>('health.loadHealth'),
    loadChoices: promisePort<HealthChoices>('health.loadChoices'),
    /** Loads the fluids of a vehicle over thirty days into the health store. */
    loadLevels: promisePort<void, { vehicleId: number }>('health.loadLevels'),
    changeService: promisePort<void, ServiceChange>('health.changeService'),
    range: dateRangeMachine,
  },
  actions: {
    /** Keeps what is shown in the address, and the filter in the tab (SHL-47). */
    keepAddress: actionPort<KeptHealth>('health.keepAddress'),
    notify: actionPort<Notice>('health.notify'),
    setAddress: assign((_, { filter, open, isPeriodInvalid }: HealthAddress) => ({
      ...{ filter, rowId: open, isPeriodInvalid },
    })),
    closePeriodNotice: assign({ isPeriodInvalid: false }),
    setOpenedAt: assign((_, { now }: HealthAddress) => ({ openedAt: now })),
    changeFilter: assign(({ context }, { change }: { change: Partial<HealthFilter> }) => ({
      filter: changedFilter(context.filter, change),
      rowId: null,
      isPeriodInvalid: false,
    })),
    resetFilter: assign(({ context: { filter } }) => ({
      filter: { ...DEFAULT_HEALTH_FILTER, tab: filter.tab, services: filter.services },
      rowId: null,
      isPeriodInvalid: false,
    })),
    // The pickers answer with the range that they show.
    startRange: sendTo('range', ({ context: { timeZone } }, { now }: { now: number }) =>
      customRange({ now, timeZone }),
    ),
    showRange: sendTo('range', (_, { filter: { range }, now }: HealthAddress) => ({
      ...{ type: 'range.restored' as const, range, now },
    })),
    dropFound: assign({ found: null, failure: null }),
    setFound: assign((_, { found }: { found: HealthSummary }) => ({ found, failure: null })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    setChoices: assign((_, { choices }: { choices: HealthChoices }) => ({ choices })),
    setRow: assign((_, { rowId }: { rowId: string | null }) => ({ rowId })),
    dropLevelsFailure: assign({ levelsFailure: null }),
    setLevelsFailure: assign((_, { failure }: { failure: Failure }) => ({ levelsFailure: failure })),
    setForm: assign((_, { form }: { form: ServiceForm | null }) => ({
      ...{ form, changeFailure: null, recordedId: null },
    })),
    endChange: assign(({ context: { form } }) => ({
      ...{ form: null, recordedId: form?.vehicleId ?? null },
    })),
    beginChange: assign({ changeFailure: null, recordedId: null, isListLeft: false }),
    leaveList: assign({ form: null, changeFailure: null, recordedId: null, isListLeft: true }),
    setChangeFailure: assign((_, { failure }: { failure: Failure }) => ({ changeFailure: failure })),
  },
  guards: {
    isOther: ({ context }, change: Partial<HealthFilter>) =>
      !isSameFilter(changedFilter(context.filter, change), context.filter),
    isPeriodInvalid: (_, { isPeriodInvalid }: PeriodValidity) => isPeriodInvalid,
    isListLeft: ({ context }) => context.isListLeft,
    isOtherRow: ({ context }, { rowId }: { rowId: string | null }) => rowId !== context.rowId,
    /** The levels of a row are loaded after its list, which says whether there is such a row. */
    hasLevels: ({ context: { filter, rowId, found } }) =>
      filter.tab === 'fluids' && rowId !== null && found !== null,
    mayOpen: ({ context }, { kind }: ServiceForm) =>
      kind === 'record' ? mayRecord(context.role) : maySetIntervals(context.role),
    mayChange: ({ context }, { kind }: ServiceChange) =>
      kind === 'interval' ? maySetIntervals(context.role) : mayRecord(context.role),
  },
})
