import { assign, raise, sendTo, setup } from 'xstate'
import { MANAGER_ROLES, OPERATOR_ROLES, type Role } from '#contract/roles.ts'
import { DEFAULT_HEALTH_FILTER, type HealthFilter } from '#domain/health-link.ts'
import { customRange } from '../date-range/date-range.logic.ts'
import { type DateRangeChangedEvent, dateRangeMachine } from '../date-range/date-range.machine.ts'
import { type Failure, failureNotice, failureParams } from '../kit/failure.ts'
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

export type HealthInput = { readonly timeZone: string; readonly role: Role }

/** The context; the rows are in the health store. */
export type HealthContext = HealthInput & {
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
  /** The vehicle whose service was recorded last in this list; null after anything else. */
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

type OfAddress = { readonly event: { readonly output: HealthAddress } }
const addressParams = ({ event }: OfAddress): HealthAddress => event.output

const kept = ({ context: { filter, rowId } }: { context: HealthContext }): KeptHealth => ({
  ...{ filter, open: rowId, replace: false },
})
const keepAddress = { type: 'keepAddress', params: kept } as const
const request = ({ context: { filter, timeZone } }: { context: HealthContext }): HealthRequest => ({
  filter,
  timeZone,
})
const isAmong = (roles: readonly Role[], role: Role): boolean => roles.includes(role)

/** Whether a role may record services and take them back, and whether it may set intervals (OPEN-29). */
export const mayRecord = (role: Role): boolean => isAmong(OPERATOR_ROLES, role)
export const maySetIntervals = (role: Role): boolean => isAmong(MANAGER_ROLES, role)

/**
 * Fleet health (HLT-01, HLT-02): the tab, its filter, what was found, the row in the panel and the form that is open. The address carries
 * tab, filter and row, so that links and the back button work; it is read at every change of the page's place.
 */
export const healthMachine = setup({
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
    setAddress: assign((_, { filter, open }: HealthAddress) => ({ filter, rowId: open })),
    setOpenedAt: assign((_, { now }: HealthAddress) => ({ openedAt: now })),
    changeFilter: assign(({ context }, { change }: { change: Partial<HealthFilter> }) => ({
      filter: changedFilter(context.filter, change),
      rowId: null,
    })),
    resetFilter: assign(({ context: { filter } }) => ({
      filter: { ...DEFAULT_HEALTH_FILTER, tab: filter.tab, services: filter.services },
      rowId: null,
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
      ...{ form: null, recordedId: form?.kind === 'record' ? form.vehicleId : null },
    })),
    beginChange: assign({ changeFailure: null, recordedId: null, isListLeft: false }),
    leaveList: assign({ form: null, changeFailure: null, recordedId: null, isListLeft: true }),
    setChangeFailure: assign((_, { failure }: { failure: Failure }) => ({ changeFailure: failure })),
  },
  guards: {
    isOther: ({ context }, change: Partial<HealthFilter>) =>
      !isSameFilter(changedFilter(context.filter, change), context.filter),
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
}).createMachine({
  id: 'health',
  context: ({ input }) => ({
    ...input,
    openedAt: 0,
    ...{ filter: DEFAULT_HEALTH_FILTER, found: null, failure: null, choices: null },
    ...{ rowId: null, levelsFailure: null, form: null, changeFailure: null, isListLeft: false },
    recordedId: null,
  }),
  initial: 'closed',
  states: {
    closed: { on: { 'health.opened': 'opening' } },
    opening: {
      tags: ['open', 'loading'],
      entry: [
        'dropFound',
        { type: 'setRow', params: { rowId: null } },
        { type: 'setForm', params: { form: null } },
      ],
      on: { 'health.closed': 'closed' },
      invoke: {
        id: 'restore',
        src: 'readAddress',
        input: { isOpen: false },
        onDone: {
          target: 'open',
          actions: [
            { type: 'setAddress', params: addressParams },
            { type: 'setOpenedAt', params: addressParams },
            {
              type: 'keepAddress',
              params: ({
                event: {
                  output: { filter, open },
                },
              }) => ({ filter, open, replace: true }),
            },
          ],
        },
        onError: 'open',
      },
    },
    open: {
      tags: 'open',
      type: 'parallel',
      invoke: {
        id: 'range',
        src: 'range',
        input: ({ context: { openedAt, timeZone, filter } }) => ({
          now: openedAt,
          timeZone,
          ...(filter.range === null ? {} : { range: filter.range }),
        }),
      },
      on: {
        'health.closed': 'closed',
        'health.filterChosen': {
          guard: { type: 'isOther', params: ({ event }) => event.change },
          actions: [
            { type: 'changeFilter', params: ({ event }) => event },
            keepAddress,
            'leaveList',
            raise({ type: 'health.loadDue' }),
          ],
        },
        'health.customChosen': { actions: { type: 'startRange', params: ({ event }) => event } },
        'range.changed': {
          guard: {
            type: 'isOther',
            params: ({ event: { from, to } }) => ({ period: 'custom', range: { from, to } }),
          },
          actions: [
            {
              type: 'changeFilter',
              params: ({ event: { from, to } }) => ({ change: { period: 'custom', range: { from, to } } }),
            },
            keepAddress,
            'leaveList',
            raise({ type: 'health.loadDue' }),
          ],
        },
        'health.reset': {
          actions: ['resetFilter', keepAddress, 'leaveList', raise({ type: 'health.loadDue' })],
        },
      },
      states: {
        list: {
          initial: 'loading',
          on: { 'health.loadDue': '.loading' },
          states: {
            loading: {
              tags: 'loading',
              entry: 'dropFound',
              invoke: {
                id: 'load',
                src: 'loadHealth',
                input: request,
                onDone: {
                  target: 'shown',
                  actions: [
                    { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
                    raise({ type: 'health.rowDue' }),
                  ],
                },
                onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
              },
            },
            shown: { on: { 'health.reloaded': 'loading' } },
            failed: { on: { 'health.reloaded': 'loading' } },
          },
        },
        address: {
          initial: 'read',
          states: {
            read: { on: { 'health.opened': 'reading' } },
            reading: {
              invoke: {
                id: 'read',
                src: 'readAddress',
                input: { isOpen: true },
                onDone: [
                  {
                    guard: { type: 'isOther', params: ({ event }) => event.output.filter },
                    target: 'read',
                    actions: [
                      { type: 'setAddress', params: addressParams },
                      { type: 'showRange', params: addressParams },
                      'leaveList',
                      raise({ type: 'health.loadDue' }),
                    ],
                  },
                  {
                    guard: { type: 'isOtherRow', params: ({ event }) => ({ rowId: event.output.open }) },
                    target: 'read',
                    actions: [
                      { type: 'setAddress', params: addressParams },
                      raise({ type: 'health.rowDue' }),
                    ],
                  },
                  { target: 'read' },
                ],
                onError: 'read',
              },
              on: { 'health.opened': { target: 'reading', reenter: true } },
            },
          },
        },
        row: {
          initial: 'idle',
          on: {
            'health.loadDue': '.idle',
            'health.reloaded': '.idle',
            'health.rowDue': '.deciding',
            'health.rowClosed': {
              guard: { type: 'isOtherRow', params: { rowId: null } },
              target: '.idle',
              actions: [{ type: 'setRow', params: { rowId: null } }, keepAddress],
            },
            'health.rowOpened': {
              guard: { type: 'isOtherRow', params: ({ event }) => event },
              target: '.deciding',
              actions: [{ type: 'setRow', params: ({ event }) => event }, keepAddress],
            },
          },
          states: {
            idle: { entry: 'dropLevelsFailure' },
            deciding: { always: [{ guard: 'hasLevels', target: 'loading' }, { target: 'idle' }] },
            loading: {
              tags: 'levelsLoading',
              entry: 'dropLevelsFailure',
              invoke: {
                id: 'levels',
                src: 'loadLevels',
                input: ({ context }) => ({ vehicleId: Number(context.rowId) }),
                onDone: 'idle',
                onError: {
                  target: 'failed',
                  actions: { type: 'setLevelsFailure', params: failureParams },
                },
              },
            },
            failed: { on: { 'health.levelsRetried': 'loading' } },
          },
        },
        change: {
          initial: 'idle',
          states: {
            idle: {
              on: {
                'health.formOpened': {
                  guard: { type: 'mayOpen', params: ({ event }) => event.form },
                  actions: { type: 'setForm', params: ({ event }) => event },
                },
                'health.formClosed': { actions: { type: 'setForm', params: { form: null } } },
                'health.serviceChanged': {
                  guard: { type: 'mayChange', params: ({ event }) => event.change },
                  target: 'sending',
                },
              },
            },
            sending: {
              tags: 'changing',
              entry: 'beginChange',
              invoke: {
                id: 'change',
                src: 'changeService',
                input: ({ event }) =>
                  event.type === 'health.serviceChanged' ? event.change : { kind: 'undo', serviceId: 0 },
                onDone: {
                  target: 'idle',
                  actions: ['endChange', raise({ type: 'health.loadDue' })],
                },
                onError: [
                  {
                    guard: 'isListLeft',
                    target: 'idle',
                    actions: { type: 'notify', params: failureNotice },
                  },
                  { target: 'idle', actions: { type: 'setChangeFailure', params: failureParams } },
                ],
              },
            },
          },
        },
        choices: {
          initial: 'loading',
          states: {
            loading: {
              invoke: {
                id: 'choices',
                src: 'loadChoices',
                onDone: {
                  target: 'loaded',
                  actions: { type: 'setChoices', params: ({ event }) => ({ choices: event.output }) },
                },
                onError: 'failed',
              },
            },
            loaded: {},
            failed: { tags: 'choicesFailed', on: { 'health.choicesRetried': 'loading' } },
          },
        },
      },
    },
  },
})
