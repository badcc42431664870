import { assign, raise, sendTo, setup } from 'xstate'
import {
  DEFAULT_DRIVING_FILTER,
  type DrivingFilter,
  type OpenScore,
} from '#contract/links/driving-analysis.ts'
import type { PeriodValidity } from '#contract/links/link-fields.ts'
import type { IncidentCode } from '#domain/driving-incidents.ts'
import { customRange } from '../date-range/date-range.logic.ts'
import { type DateRangeChangedEvent, dateRangeMachine } from '../date-range/date-range.machine.ts'
import type { PeriodNoticeEvent } from '../date-range/period.logic.ts'
import type { Failure } from '../kit/failure.ts'
import { actionPort, promisePort } from '../kit/port.ts'
import {
  changedFilter,
  hasSameScores,
  hasSameTrend,
  isSameFilter,
  isSameOpen,
  type Shown,
  toggledCompared,
} from './driving-analysis.logic.ts'
import type {
  DrivingAddress,
  DrivingChoices,
  IncidentsRequest,
  KeptDriving,
  ScoresRequest,
  ScoresSummary,
  TrendRequest,
} from './driving-analysis.ports.ts'

/** Events of the driving analysis. `now` is ms UTC. */
export type DrivingEvent =
  | { type: 'driving.opened' }
  | { type: 'driving.closed' }
  | { type: 'driving.filterChosen'; change: Partial<DrivingFilter> }
  | { type: 'driving.customChosen'; now: number }
  | { type: 'driving.reset' }
  | { type: 'driving.sorted'; column: string }
  | { type: 'driving.compared'; subjectId: number }
  | { type: 'driving.scoreOpened'; subjectId: number; incident: IncidentCode | null }
  | { type: 'driving.incidentOpened'; incident: IncidentCode | null }
  | { type: 'driving.scoreClosed' }
  | { type: 'driving.retry' }
  | { type: 'driving.trendRetried' }
  | { type: 'driving.incidentsRetried' }
  | { type: 'driving.choicesRetried' }
  /** Sent by itself: what is shown has changed. */
  | { type: 'driving.scoresDue' }
  | { type: 'driving.trendDue' }
  | { type: 'driving.incidentsDue' }
  | DateRangeChangedEvent
  | PeriodNoticeEvent

export type DrivingInput = { readonly timeZone: string }

/** The rows, the trend and the incidents themselves are in the driving store. */
export type DrivingContext = Shown &
  PeriodValidity & {
    readonly timeZone: string
    /** The clock when the analysis was opened, ms UTC. */
    readonly openedAt: number
    /** null until the first reply for this filter. */
    readonly found: ScoresSummary | null
    readonly failure: Failure | null
    readonly trendFailure: Failure | null
    readonly incidentsFailure: Failure | null
    readonly choices: DrivingChoices | null
  }

/** While figures are being derived, it is asked again so often, ms. */
const PENDING_MS = 10_000

/** Context, ports, actions and guards of the driving analysis; its states are in driving-analysis.machine.ts. */
export const drivingSetup = setup({
  types: {
    context: {} as DrivingContext,
    events: {} as DrivingEvent,
    input: {} as DrivingInput,
    children: {} as { range: 'range' },
    tags: {} as 'open' | 'loading' | 'trendLoading' | 'incidentsLoading' | 'choicesFailed',
  },
  actors: {
    /** What the address says, else what is kept in the tab; while the analysis is open, the address alone. */
    readAddress: promisePort<DrivingAddress, { isOpen: boolean }>('driving.readAddress'),
    loadScores: promisePort<ScoresSummary, ScoresRequest>('driving.loadScores'),
    loadTrend: promisePort<void, TrendRequest>('driving.loadTrend'),
    loadIncidents: promisePort<void, IncidentsRequest>('driving.loadIncidents'),
    loadChoices: promisePort<DrivingChoices>('driving.loadChoices'),
    range: dateRangeMachine,
  },
  actions: {
    /** Keeps what is shown in the address and in the tab (SHL-47). */
    keepAddress: actionPort<KeptDriving>('driving.keepAddress'),
    reloadScores: raise({ type: 'driving.scoresDue' }),
    reloadTrend: raise({ type: 'driving.trendDue' }),
    reloadIncidents: raise({ type: 'driving.incidentsDue' }),
    setAddress: assign((_, { filter, open, isPeriodInvalid }: DrivingAddress) => ({
      ...{ filter, open, isPeriodInvalid },
    })),
    closePeriodNotice: assign({ isPeriodInvalid: false }),
    // The pickers answer with the range that they show.
    startRange: sendTo('range', ({ context: { timeZone } }, { now }: { now: number }) =>
      customRange({ now, timeZone }),
    ),
    showRange: sendTo('range', (_, { filter: { range }, now }: DrivingAddress) => ({
      ...{ type: 'range.restored' as const, range, now },
    })),
    setOpenedAt: assign((_, { now }: DrivingAddress) => ({ openedAt: now })),
    changeFilter: assign(({ context }, { change }: { change: Partial<DrivingFilter> }) => ({
      ...changedFilter(context, change),
      isPeriodInvalid: false,
    })),
    resetFilter: assign(({ context }) => ({
      ...changedFilter(context, { ...DEFAULT_DRIVING_FILTER, report: context.filter.report, compared: [] }),
      isPeriodInvalid: false,
    })),
    turnSort: assign(({ context: { filter } }, { column }: { column: string }) => ({
      filter: {
        ...filter,
        sort:
          filter.sort?.column !== column
            ? { column, isDescending: false }
            : filter.sort.isDescending
              ? null
              : { column, isDescending: true },
      },
    })),
    toggleCompared: assign(({ context: { filter } }, { subjectId }: { subjectId: number }) => ({
      filter: { ...filter, compared: toggledCompared(filter.compared, subjectId) },
    })),
    setOpen: assign((_, { open }: { open: OpenScore | null }) => ({ open })),
    setIncident: assign(({ context: { open } }, { incident }: { incident: IncidentCode | null }) => ({
      open: open === null ? null : { ...open, incident },
    })),
    dropFound: assign({ found: null, failure: null }),
    setFound: assign((_, { found }: { found: ScoresSummary }) => ({ found, failure: null })),
    /** Who is compared but is not in the list could not be taken out of the comparison. */
    dropAbsent: assign(({ context: { filter } }, { absent }: ScoresSummary) => ({
      filter: { ...filter, compared: filter.compared.filter((id) => !absent.includes(id)) },
    })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    setTrendFailure: assign((_, { failure }: { failure: Failure | null }) => ({ trendFailure: failure })),
    setIncidentsFailure: assign((_, { failure }: { failure: Failure | null }) => ({
      incidentsFailure: failure,
    })),
    setChoices: assign((_, { choices }: { choices: DrivingChoices }) => ({ choices })),
  },
  guards: {
    isOther: ({ context }, change: Partial<DrivingFilter>) =>
      !isSameFilter(changedFilter(context, change).filter, context.filter),
    hasOtherScores: ({ context }, change: Partial<DrivingFilter>) =>
      !hasSameScores(changedFilter(context, change).filter, context.filter),
    hasOtherTrend: ({ context }, change: Partial<DrivingFilter>) =>
      !hasSameTrend(changedFilter(context, change).filter, context.filter),
    isOtherOpen: ({ context }, { open }: { open: OpenScore | null }) => !isSameOpen(context.open, open),
    isPeriodInvalid: (_, { isPeriodInvalid }: PeriodValidity) => isPeriodInvalid,
    isScoreOpen: ({ context }) => context.open !== null,
    hasAbsent: (_, { absent }: ScoresSummary) => absent.length > 0,
    isPending: ({ context: { found } }) => found !== null && (found.pendingDays > 0 || found.waitingDays > 0),
    isTrendShown: ({ context }) =>
      context.filter.report === 'DRIVER_SCORE_TREND' && context.found?.pendingDays === 0,
    isIncidentOpen: ({ context }) =>
      context.open !== null && context.open.incident !== null && context.found?.pendingDays === 0,
  },
  delays: { pendingRest: PENDING_MS },
})
