import { DEFAULT_DRIVING_FILTER } from '#contract/links/driving-analysis.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS } from '#domain/units.ts'
import { defaultRange } from '../date-range/date-range.logic.ts'
import { MODEL_NOW } from '../date-range/date-range.model.ts'
import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { DrivingAddress, ScoresSummary } from './driving-analysis.ports.ts'
import type { DrivingContext, DrivingEvent, DrivingInput } from './driving-analysis.setup.ts'

const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }
const address: DrivingAddress = {
  ...{ filter: DEFAULT_DRIVING_FILTER, open: null, now: MODEL_NOW, isPeriodInvalid: false },
}
const found: ScoresSummary = {
  shown: 2,
  pendingDays: 0,
  waitingDays: 0,
  range: { from: MODEL_NOW - DAY_MS, to: MODEL_NOW },
  absent: [],
}

/** Everything that can happen to the driving analysis. */
export const drivingAnalysisModel: Model<DrivingContext, DrivingEvent, DrivingInput> = {
  inputs: [{ timeZone: DEFAULT_TIME_ZONE }],
  stimuli: [
    { type: 'driving.opened' },
    { type: 'driving.closed' },
    { type: 'driving.filterChosen', change: { report: 'DRIVER_SCORE_TREND' } },
    { type: 'driving.filterChosen', change: { dateType: DEFAULT_DRIVING_FILTER.dateType } },
    { type: 'driving.filterChosen', change: { sort: DEFAULT_DRIVING_FILTER.sort } },
    { type: 'driving.customChosen', now: MODEL_NOW },
    { type: 'driving.reset' },
    { type: 'driving.sorted', column: 'DriverScore' },
    { type: 'driving.compared', subjectId: 7 },
    { type: 'driving.scoreOpened', subjectId: 7, incident: null },
    { type: 'driving.incidentOpened', incident: 'OS' },
    { type: 'driving.scoreClosed' },
    { type: 'driving.retry' },
    { type: 'driving.trendRetried' },
    { type: 'driving.incidentsRetried' },
    { type: 'driving.choicesRetried' },
    { type: 'range.changed', ...defaultRange({ now: MODEL_NOW, timeZone: DEFAULT_TIME_ZONE }) },
    { type: 'period.noticeClosed' },
    ...['restore', 'read'].flatMap((id) => [
      doneOf(id, address),
      doneOf(id, { ...address, isPeriodInvalid: true }),
      doneOf(id, { ...address, open: { subjectId: 7, incident: 'OS' } }),
      errorOf(id, away),
    ]),
    doneOf('scores', found),
    doneOf('scores', { ...found, pendingDays: 3, waitingDays: 1 }),
    doneOf('scores', { ...found, absent: [7] }),
    errorOf('scores', away),
    afterOf('pendingRest', 'driving.open.scores.shown'),
    doneOf('trend'),
    errorOf('trend', away),
    doneOf('incidents'),
    errorOf('incidents', away),
    doneOf('choices', { groups: [{ groupId: 4, groupName: 'North' }] }),
    errorOf('choices', away),
  ],
  // What reading the address depends on is how the filter differs from that of the address, the default.
  key: ({ filter, open, found: shown, isPeriodInvalid }) => [
    ...[filter.report, filter.dateType, filter.compared, filter.sort === null, open, shown?.pendingDays],
    isPeriodInvalid,
  ],
  unreachable: {},
}
