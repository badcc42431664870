import { assign, sendTo, setup } from 'xstate'
import { parent } from '../kit/port.ts'
import { type Clock, defaultRange, type Range, rangeWithin, withEnd, withStart } from './date-range.logic.ts'

/** Events of the pickers. Times in ms since 1970 UTC, cut to whole hours; `now` is the clock at the event. */
export type DateRangeEvent =
  | { type: 'range.startChosen'; at: number; now: number }
  | { type: 'range.endChosen'; at: number; now: number }
  | { type: 'range.chosen'; from: number; to: number; now: number }
  /** The parent shows another range, or none (null). It is not told which whole hours the pickers show for it. */
  | { type: 'range.restored'; range: Range | null; now: number }

/** Sent to the parent after each choice of its user. */
export type DateRangeChangedEvent = { type: 'range.changed'; from: number; to: number }

/** The clock, and the first range where it is not the default one; it must be one that may be shown. */
export type DateRangeInput = Clock & { readonly range?: Range }

export type DateRangeContext = {
  readonly range: Range
  /** The clock at the latest event. */
  readonly clock: Clock
}

const clockAt = ({ clock }: DateRangeContext, now: number): Clock => ({ now, timeZone: clock.timeZone })

/** The date and hour picker (OPEN-27): start and end stay whole hours of the company's clock, at least an hour apart, not after now. */
export const dateRangeMachine = setup({
  types: {
    context: {} as DateRangeContext,
    events: {} as DateRangeEvent,
    input: {} as DateRangeInput,
  },
  actions: {
    chooseStart: assign(({ context }, { at, now }: { at: number; now: number }) => {
      const clock = clockAt(context, now)
      return { range: withStart(context.range, at, clock), clock }
    }),
    chooseEnd: assign(({ context }, { at, now }: { at: number; now: number }) => {
      const clock = clockAt(context, now)
      return { range: withEnd(context.range, at, clock), clock }
    }),
    choose: assign(({ context }, { from, to, now }: { from: number; to: number; now: number }) => {
      const clock = clockAt(context, now)
      return { range: rangeWithin({ from, to }, clock), clock }
    }),
    restore: assign(({ context }, { range, now }: { range: Range | null; now: number }) => {
      const clock = clockAt(context, now)
      return { range: range === null ? defaultRange(clock) : rangeWithin(range, clock), clock }
    }),
    notifyParent: sendTo(
      parent,
      ({ context }): DateRangeChangedEvent => ({ type: 'range.changed', ...context.range }),
    ),
  },
}).createMachine({
  id: 'range',
  context: ({ input }) => ({
    range: input.range ?? defaultRange(input),
    clock: { now: input.now, timeZone: input.timeZone },
  }),
  on: {
    'range.startChosen': {
      actions: [{ type: 'chooseStart', params: ({ event }) => event }, 'notifyParent'],
    },
    'range.endChosen': {
      actions: [{ type: 'chooseEnd', params: ({ event }) => event }, 'notifyParent'],
    },
    'range.chosen': {
      actions: [{ type: 'choose', params: ({ event }) => event }, 'notifyParent'],
    },
    'range.restored': { actions: { type: 'restore', params: ({ event }) => event } },
  },
})
