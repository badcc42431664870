import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import type { Model } from '../kit/stimuli.ts'
import type { Clock } from './date-range.logic.ts'
import type { DateRangeContext, DateRangeEvent, DateRangeInput } from './date-range.machine.ts'

/** 2026-11-20 10:45 IST. */
export const MODEL_NOW = Date.UTC(2026, 10, 20, 5, 15)
/** The clock at that time. */
export const MODEL_CLOCK: Clock = { now: MODEL_NOW, timeZone: DEFAULT_TIME_ZONE }

/** Everything that can happen to a pair of date pickers, opened at `MODEL_NOW`. */
export const dateRangeModel: Model<DateRangeContext, DateRangeEvent, DateRangeInput> = {
  inputs: [MODEL_CLOCK, { now: MODEL_NOW, timeZone: 'Europe/Berlin' }],
  stimuli: [
    { type: 'range.startChosen', at: MODEL_NOW - 3 * DAY_MS, now: MODEL_NOW },
    { type: 'range.startChosen', at: MODEL_NOW - 2 * HOUR_MS, now: MODEL_NOW },
    { type: 'range.startChosen', at: MODEL_NOW + DAY_MS, now: MODEL_NOW },
    { type: 'range.endChosen', at: MODEL_NOW - 5 * HOUR_MS, now: MODEL_NOW },
    { type: 'range.endChosen', at: MODEL_NOW + DAY_MS, now: MODEL_NOW },
    { type: 'range.endChosen', at: MODEL_NOW - 9 * DAY_MS, now: MODEL_NOW },
    { type: 'range.chosen', from: MODEL_NOW - DAY_MS, to: MODEL_NOW, now: MODEL_NOW },
    { type: 'range.chosen', from: MODEL_NOW, to: MODEL_NOW - DAY_MS, now: MODEL_NOW },
    {
      type: 'range.restored',
      range: { from: MODEL_NOW - 2 * DAY_MS, to: MODEL_NOW - DAY_MS },
      now: MODEL_NOW,
    },
    { type: 'range.restored', range: null, now: MODEL_NOW },
  ],
  key: (context) => context,
  unreachable: {},
}
