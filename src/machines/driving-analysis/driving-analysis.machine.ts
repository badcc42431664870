import { DEFAULT_DRIVING_FILTER } from '#contract/links/driving-analysis.ts'
import { failureParams } from '../kit/failure.ts'
import { scopeOf } from './driving-analysis.logic.ts'
import type { DrivingAddress, KeptDriving, ScoresRequest } from './driving-analysis.ports.ts'
import { type DrivingContext, drivingSetup } from './driving-analysis.setup.ts'

type OfAddress = { readonly event: { readonly output: DrivingAddress } }
const addressParams = ({ event }: OfAddress): DrivingAddress => event.output
const kept = ({ context: { filter, open } }: { context: DrivingContext }): KeptDriving => ({
  ...{ filter, open, replace: false },
})
const scoresRequest = ({ context: { filter, timeZone } }: { context: DrivingContext }): ScoresRequest => ({
  scope: scopeOf(filter),
  period: { dateType: filter.dateType, range: filter.range },
  compared: filter.compared,
  timeZone,
})
const rangeOfFound = ({ found }: DrivingContext) => found?.range ?? { from: 0, to: 0 }
const keepAddress = { type: 'keepAddress', params: kept } as const
const setTrendFailure = { type: 'setTrendFailure', params: failureParams } as const
const setIncidentsFailure = { type: 'setIncidentsFailure', params: failureParams } as const

/**
 * The driving analysis (DRV-01, DRV-02): the report, its filter (RPT-05), who is compared, and the score that is opened into its parts and
 * incidents. The address carries all of it, so that links and the back button work; it is read at every change of the page's place.
 */
export const drivingAnalysisMachine = drivingSetup.createMachine({
  id: 'driving',
  context: ({ input }) => ({
    ...input,
    openedAt: 0,
    filter: DEFAULT_DRIVING_FILTER,
    open: null,
    found: null,
    failure: null,
    trendFailure: null,
    incidentsFailure: null,
    choices: null,
    isPeriodInvalid: false,
  }),
  initial: 'closed',
  states: {
    closed: { on: { 'driving.opened': 'opening' } },
    opening: {
      tags: ['open', 'loading'],
      entry: ['dropFound', 'closePeriodNotice'],
      on: { 'driving.closed': 'closed' },
      invoke: {
        id: 'restore',
        src: 'readAddress',
        input: { isOpen: false },
        onDone: {
          target: 'open',
          actions: [
            { type: 'setAddress', params: addressParams },
            { type: 'setOpenedAt', params: addressParams },
            { type: 'keepAddress', params: ({ event }) => ({ ...event.output, replace: true }) },
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
        'driving.closed': 'closed',
        'period.noticeClosed': { actions: 'closePeriodNotice' },
        'driving.filterChosen': [
          {
            guard: { type: 'hasOtherScores', params: ({ event }) => event.change },
            actions: [{ type: 'changeFilter', params: ({ event }) => event }, keepAddress, 'reloadScores'],
          },
          {
            guard: { type: 'hasOtherTrend', params: ({ event }) => event.change },
            actions: [{ type: 'changeFilter', params: ({ event }) => event }, keepAddress, 'reloadTrend'],
          },
          {
            guard: { type: 'isOther', params: ({ event }) => event.change },
            actions: [{ type: 'changeFilter', params: ({ event }) => event }, keepAddress],
          },
        ],
        'driving.customChosen': { actions: { type: 'startRange', params: ({ event }) => event } },
        'range.changed': {
          guard: {
            type: 'isOther',
            params: ({ event: { from, to } }) => ({ dateType: 'custom', range: { from, to } }),
          },
          actions: [
            {
              type: 'changeFilter',
              params: ({ event: { from, to } }) => ({ change: { dateType: 'custom', range: { from, to } } }),
            },
            keepAddress,
            'reloadScores',
          ],
        },
        'driving.reset': { actions: ['resetFilter', keepAddress, 'reloadScores'] },
        'driving.sorted': { actions: [{ type: 'turnSort', params: ({ event }) => event }, keepAddress] },
        'driving.compared': {
          actions: [{ type: 'toggleCompared', params: ({ event }) => event }, keepAddress, 'reloadTrend'],
        },
        'driving.scoreOpened': {
          actions: [
            {
              type: 'setOpen',
              params: ({ event: { subjectId, incident } }) => ({ open: { subjectId, incident } }),
            },
            keepAddress,
            'reloadIncidents',
          ],
        },
        'driving.incidentOpened': {
          guard: 'isScoreOpen',
          actions: [{ type: 'setIncident', params: ({ event }) => event }, keepAddress, 'reloadIncidents'],
        },
        'driving.scoreClosed': {
          guard: 'isScoreOpen',
          actions: [{ type: 'setOpen', params: { open: null } }, keepAddress, 'reloadIncidents'],
        },
      },
      states: {
        scores: {
          initial: 'loading',
          on: { 'driving.scoresDue': '.loading' },
          states: {
            loading: {
              tags: 'loading',
              entry: 'dropFound',
              invoke: {
                id: 'scores',
                src: 'loadScores',
                input: scoresRequest,
                onDone: [
                  {
                    guard: { type: 'hasAbsent', params: ({ event }) => event.output },
                    target: 'shown',
                    actions: [
                      { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
                      { type: 'dropAbsent', params: ({ event }) => event.output },
                      {
                        type: 'keepAddress',
                        params: ({ context }) => ({ ...kept({ context }), replace: true }),
                      },
                      'reloadTrend',
                      'reloadIncidents',
                    ],
                  },
                  {
                    target: 'shown',
                    actions: [
                      { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
                      'reloadTrend',
                      'reloadIncidents',
                    ],
                  },
                ],
                onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
              },
            },
            shown: { after: { pendingRest: { guard: 'isPending', target: 'loading' } } },
            failed: { on: { 'driving.retry': 'loading' } },
          },
        },
        trend: {
          initial: 'away',
          on: { 'driving.trendDue': '.deciding', 'driving.scoresDue': '.away' },
          states: {
            away: {},
            deciding: { always: [{ guard: 'isTrendShown', target: 'loading' }, { target: 'away' }] },
            loading: {
              tags: 'trendLoading',
              entry: { type: 'setTrendFailure', params: { failure: null } },
              invoke: {
                id: 'trend',
                src: 'loadTrend',
                input: ({ context }) => ({
                  scope: scopeOf(context.filter),
                  range: rangeOfFound(context),
                  step: context.filter.step,
                  subjectIds: context.filter.compared,
                }),
                onDone: 'shown',
                onError: { target: 'failed', actions: setTrendFailure },
              },
            },
            shown: {},
            failed: { on: { 'driving.trendRetried': 'loading' } },
          },
        },
        incidents: {
          initial: 'away',
          on: { 'driving.incidentsDue': '.deciding', 'driving.scoresDue': '.away' },
          states: {
            away: {},
            deciding: { always: [{ guard: 'isIncidentOpen', target: 'loading' }, { target: 'away' }] },
            loading: {
              tags: 'incidentsLoading',
              entry: { type: 'setIncidentsFailure', params: { failure: null } },
              invoke: {
                id: 'incidents',
                src: 'loadIncidents',
                input: ({ context }) => ({
                  scope: scopeOf(context.filter),
                  range: rangeOfFound(context),
                  subjectId: context.open?.subjectId ?? 0,
                  incident: context.open?.incident ?? 'OS',
                }),
                onDone: 'shown',
                onError: { target: 'failed', actions: setIncidentsFailure },
              },
            },
            shown: {},
            failed: { on: { 'driving.incidentsRetried': 'loading' } },
          },
        },
        address: {
          initial: 'read',
          states: {
            read: { on: { 'driving.opened': 'reading' } },
            reading: {
              invoke: {
                id: 'read',
                src: 'readAddress',
                input: { isOpen: true },
                onDone: [
                  {
                    guard: { type: 'hasOtherScores', params: ({ event }) => event.output.filter },
                    target: 'read',
                    actions: [
                      { type: 'setAddress', params: addressParams },
                      { type: 'showRange', params: addressParams },
                      'reloadScores',
                    ],
                  },
                  {
                    guard: { type: 'hasOtherTrend', params: ({ event }) => event.output.filter },
                    target: 'read',
                    actions: [
                      { type: 'setAddress', params: addressParams },
                      'reloadTrend',
                      'reloadIncidents',
                    ],
                  },
                  {
                    guard: { type: 'isOtherOpen', params: ({ event }) => event.output },
                    target: 'read',
                    actions: [{ type: 'setAddress', params: addressParams }, 'reloadIncidents'],
                  },
                  {
                    guard: { type: 'isOther', params: ({ event }) => event.output.filter },
                    target: 'read',
                    actions: { type: 'setAddress', params: addressParams },
                  },
                  {
                    guard: { type: 'isPeriodInvalid', params: addressParams },
                    target: 'read',
                    actions: { type: 'setAddress', params: addressParams },
                  },
                  { target: 'read' },
                ],
                onError: 'read',
              },
              on: { 'driving.opened': { target: 'reading', reenter: true } },
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
            failed: { tags: 'choicesFailed', on: { 'driving.choicesRetried': 'loading' } },
          },
        },
      },
    },
  },
})
