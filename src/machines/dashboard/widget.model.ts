import { DEFAULT_DASHBOARD_FILTER } from '#contract/links/dashboard.ts'
import { MODEL_CLOCK, MODEL_NOW } from '../date-range/date-range.model.ts'
import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import { requestOf } from './dashboard.logic.ts'
import type { WidgetContext, WidgetEvent } from './widget.machine.ts'

const week = requestOf('MILAGE_DAILY', DEFAULT_DASHBOARD_FILTER, MODEL_CLOCK)
const month = requestOf(
  'MILAGE_DAILY',
  { ...DEFAULT_DASHBOARD_FILTER, selectedPeriod: 'last30Days' },
  MODEL_CLOCK,
)

/** Everything that can happen to a widget. */
export const widgetModel: Model<WidgetContext, WidgetEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'widget.load', request: week },
    { type: 'widget.load', request: month },
    { type: 'widget.load', request: null },
    { type: 'widget.refreshDue' },
    { type: 'widget.retry' },
    doneOf('load', { answeredAt: MODEL_NOW, pendingDays: 0, waitingDays: 0 }),
    doneOf('load', { answeredAt: MODEL_NOW, pendingDays: 3, waitingDays: 0 }),
    errorOf('load', { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }),
    afterOf('pendingPoll', 'widget.pending'),
  ],
  key: ({ request, held, failure }) => [
    request?.timeDiffGreaterThan7Days,
    held?.pendingDays,
    failure !== null,
  ],
  unreachable: {},
}
