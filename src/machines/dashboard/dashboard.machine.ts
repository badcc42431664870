import { assign, raise, sendTo, setup } from 'xstate'
import {
  type DashboardEvidence,
  type DashboardFilter,
  type DashboardLayout,
  type DashboardPlace,
  DEFAULT_DASHBOARD_FILTER,
  DEFAULT_DASHBOARD_LAYOUT,
} from '#contract/links/dashboard.ts'
import type { PeriodValidity } from '#contract/links/link-fields.ts'
import { DASHBOARD_WIDGETS, type DashboardWidget } from '#domain/dashboard.ts'
import type { Clock } from '../date-range/date-range.logic.ts'
import type { PeriodNoticeEvent } from '../date-range/period.logic.ts'
import { actionPort, eventPort, promisePort } from '../kit/port.ts'
import {
  changedFilter,
  isSame,
  isSameAddress,
  layoutOf,
  requestOf,
  rowsRequestOf,
  withHidden,
  withMoved,
  withShown,
} from './dashboard.logic.ts'
import type {
  DashboardAddress,
  DashboardChoices,
  FiguresRefreshEvent,
  FiguresRequest,
  FiguresSource,
  KeptPlace,
} from './dashboard.ports.ts'
import { widgetMachine } from './widget.machine.ts'

/** Events of the dashboard; a `place` is that of a widget among those shown, 0 for the first. */
export type DashboardEvent =
  | { type: 'dashboard.opened' }
  | { type: 'dashboard.closed' }
  | { type: 'dashboard.filterChosen'; change: Partial<DashboardFilter> }
  | { type: 'dashboard.choicesRetried' }
  | { type: 'dashboard.widgetHidden'; widget: DashboardWidget }
  | { type: 'dashboard.widgetShown'; widget: DashboardWidget }
  | { type: 'dashboard.widgetMoved'; widget: DashboardWidget; place: number }
  | { type: 'dashboard.layoutReset' }
  | { type: 'dashboard.tableToggled'; widget: DashboardWidget }
  | { type: 'dashboard.evidenceOpened'; evidence: DashboardEvidence }
  | { type: 'dashboard.evidenceClosed' }
  /** Sent by itself: what is shown has changed. */
  | { type: 'dashboard.placeChanged' }
  | FiguresRefreshEvent
  | PeriodNoticeEvent

export type DashboardInput = { readonly timeZone: string }

/** The dashboard's context; the figures themselves are in the store of figures. */
export type DashboardContext = PeriodValidity & {
  readonly timeZone: string
  /** The clock when the figures were last requested, ms UTC. */
  readonly now: number
  readonly place: DashboardPlace
  /** The layout that the user keeps, which holds where the address names none. */
  readonly keptLayout: DashboardLayout | null
  readonly choices: DashboardChoices | null
}

const clockOf = ({ now, timeZone }: DashboardContext): Clock => ({ now, timeZone })
const kept = ({ context }: { context: DashboardContext }): KeptPlace => ({
  place: { ...context.place, layout: layoutOf(context) },
  replace: false,
})
const replaced = (args: { context: DashboardContext }): KeptPlace => ({ ...kept(args), replace: true })
const afterLayout = [
  'setKeptLayout',
  {
    type: 'saveLayout',
    params: ({ context }: { context: DashboardContext }) => ({ layout: layoutOf(context) }),
  },
  { type: 'keepPlace', params: replaced },
  'reload',
] as const
/** What a widget is to show; null where it is hidden. */
const wantedBy = (source: FiguresSource, context: DashboardContext): FiguresRequest | null => {
  const { filter, evidence } = context.place
  if (source === 'rows') return evidence === null ? null : rowsRequestOf(evidence, filter, clockOf(context))
  return layoutOf(context).shown.includes(source) ? requestOf(source, filter, clockOf(context)) : null
}
const SOURCES: readonly FiguresSource[] = [...DASHBOARD_WIDGETS, 'rows']
const loadAll = SOURCES.map((source) => ({ type: 'load', params: { source } }) as const)
const refreshAll = SOURCES.map((source) => ({ type: 'refresh', params: { source } }) as const)

const addressParams = ({ event }: { readonly event: { readonly output: DashboardAddress } }) => event.output

const dashboardSetup = setup({
  types: {
    context: {} as DashboardContext,
    events: {} as DashboardEvent,
    input: {} as DashboardInput,
    children: {} as Record<FiguresSource, 'widget'>,
    tags: {} as 'open' | 'opening' | 'unread' | 'choicesFailed',
  },
  actors: {
    /** What the address says, and the layout that the user keeps. */
    readAddress: promisePort<DashboardAddress>('dashboard.readAddress'),
    loadChoices: promisePort<DashboardChoices>('dashboard.loadChoices'),
    refreshes: eventPort<FiguresRefreshEvent>('dashboard.refreshes'),
    widget: widgetMachine,
  },
  actions: {
    keepPlace: actionPort<KeptPlace>('dashboard.keepPlace'),
    saveLayout: actionPort<{ layout: DashboardLayout }>('dashboard.saveLayout'),
    setAddress: assign((_, { place, keptLayout, now, isPeriodInvalid }: DashboardAddress) => ({
      ...{ place, keptLayout, now, isPeriodInvalid },
    })),
    openPeriodNotice: assign({ isPeriodInvalid: true }),
    closePeriodNotice: assign({ isPeriodInvalid: false }),
    setNow: assign((_, { now }: { now: number }) => ({ now })),
    setChoices: assign((_, { choices }: { choices: DashboardChoices }) => ({ choices })),
    changeFilter: assign(({ context: { place } }, { change }: { change: Partial<DashboardFilter> }) => ({
      place: { ...place, filter: changedFilter(place.filter, change), evidence: null },
      isPeriodInvalid: false,
    })),
    hide: assign(({ context }, { widget }: { widget: DashboardWidget }) => ({
      place: { ...context.place, layout: withHidden(layoutOf(context), widget) },
    })),
    show: assign(({ context }, { widget }: { widget: DashboardWidget }) => ({
      place: { ...context.place, layout: withShown(layoutOf(context), widget) },
    })),
    move: assign(({ context }, { widget, place }: { widget: DashboardWidget; place: number }) => ({
      place: { ...context.place, layout: withMoved(layoutOf(context), widget, place) },
    })),
    resetLayout: assign(({ context: { place } }) => ({
      place: { ...place, layout: DEFAULT_DASHBOARD_LAYOUT },
    })),
    setKeptLayout: assign(({ context }) => ({ keptLayout: layoutOf(context) })),
    toggleTable: assign(({ context: { place } }, { widget }: { widget: DashboardWidget }) => ({
      place: { ...place, table: place.table === widget ? null : widget },
    })),
    setEvidence: assign(({ context: { place } }, { evidence }: { evidence: DashboardEvidence | null }) => ({
      place: { ...place, evidence },
    })),
    reload: raise({ type: 'dashboard.placeChanged' }),
    /** Tells a widget what it is to show; one that shows it already stays as it is. */
    load: sendTo(
      (_, { source }: { source: FiguresSource }) => source,
      ({ context }, { source }: { source: FiguresSource }) => ({
        type: 'widget.load',
        request: wantedBy(source, context),
      }),
    ),
    refresh: sendTo((_, { source }: { source: FiguresSource }) => source, { type: 'widget.refreshDue' }),
  },
  guards: {
    isOtherFilter: ({ context: { place } }, { change }: { change: Partial<DashboardFilter> }) =>
      !isSame(changedFilter(place.filter, change), place.filter),
    isOtherPlace: ({ context }, address: DashboardAddress) => !isSameAddress(address, context),
    isPeriodInvalid: (_, { isPeriodInvalid }: PeriodValidity) => isPeriodInvalid,
    hasEvidence: ({ context }) => context.place.evidence !== null,
    hasSeveral: ({ context }) => layoutOf(context).shown.length > 1,
  },
})

/**
 * The dashboard (DSH-01 to DSH-06): whose figures of which period are shown, by which widgets, and what is open of them. The address
 * carries all of it, so that links and the back button work; it is read at every change of the page's place.
 */
export const dashboardMachine = dashboardSetup.createMachine({
  id: 'dashboard',
  context: ({ input }) => ({
    ...input,
    now: 0,
    place: { filter: DEFAULT_DASHBOARD_FILTER, layout: null, table: null, evidence: null },
    keptLayout: null,
    choices: null,
    isPeriodInvalid: false,
  }),
  initial: 'closed',
  states: {
    closed: { on: { 'dashboard.opened': 'opening' } },
    opening: {
      tags: 'opening',
      entry: 'closePeriodNotice',
      on: { 'dashboard.closed': 'closed' },
      invoke: {
        id: 'restore',
        src: 'readAddress',
        onDone: {
          target: 'open',
          actions: [
            { type: 'setAddress', params: addressParams },
            { type: 'keepPlace', params: replaced },
          ],
        },
        onError: 'unread',
      },
    },
    unread: {
      tags: 'unread',
      on: { 'dashboard.opened': 'opening', 'dashboard.closed': 'closed' },
    },
    open: {
      tags: 'open',
      type: 'parallel',
      entry: 'reload',
      invoke: [
        ...DASHBOARD_WIDGETS.map((id) => ({ id, src: 'widget' as const })),
        { id: 'rows', src: 'widget' },
        { id: 'figuresRefreshes', src: 'refreshes' },
      ],
      on: {
        'dashboard.closed': 'closed',
        'period.noticeClosed': { actions: 'closePeriodNotice' },
        'dashboard.placeChanged': { actions: loadAll },
        'dashboard.refreshDue': {
          actions: [{ type: 'setNow', params: ({ event }) => event }, ...loadAll, ...refreshAll],
        },
        'dashboard.filterChosen': {
          guard: { type: 'isOtherFilter', params: ({ event }) => event },
          actions: [
            { type: 'changeFilter', params: ({ event }) => event },
            { type: 'keepPlace', params: kept },
            'reload',
          ],
        },
        'dashboard.widgetHidden': {
          guard: 'hasSeveral',
          actions: [{ type: 'hide', params: ({ event }) => event }, ...afterLayout],
        },
        'dashboard.widgetShown': {
          actions: [{ type: 'show', params: ({ event }) => event }, ...afterLayout],
        },
        'dashboard.widgetMoved': {
          actions: [{ type: 'move', params: ({ event }) => event }, ...afterLayout],
        },
        'dashboard.layoutReset': { actions: ['resetLayout', ...afterLayout] },
        'dashboard.tableToggled': {
          actions: [
            { type: 'toggleTable', params: ({ event }) => event },
            { type: 'keepPlace', params: kept },
          ],
        },
        'dashboard.evidenceOpened': {
          actions: [
            { type: 'setEvidence', params: ({ event }) => event },
            { type: 'keepPlace', params: kept },
            'reload',
          ],
        },
        'dashboard.evidenceClosed': {
          guard: 'hasEvidence',
          actions: [
            { type: 'setEvidence', params: { evidence: null } },
            { type: 'keepPlace', params: kept },
            'reload',
          ],
        },
      },
      states: {
        address: {
          initial: 'read',
          states: {
            read: { on: { 'dashboard.opened': 'reading' } },
            reading: {
              invoke: {
                id: 'read',
                src: 'readAddress',
                onDone: [
                  {
                    guard: { type: 'isOtherPlace', params: addressParams },
                    target: 'read',
                    actions: [{ type: 'setAddress', params: addressParams }, 'reload'],
                  },
                  {
                    guard: { type: 'isPeriodInvalid', params: addressParams },
                    target: 'read',
                    actions: 'openPeriodNotice',
                  },
                  { target: 'read' },
                ],
                onError: 'read',
              },
              on: { 'dashboard.opened': { target: 'reading', reenter: true } },
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
            failed: { tags: 'choicesFailed', on: { 'dashboard.choicesRetried': 'loading' } },
          },
        },
      },
    },
  },
})
