import { assign, sendTo, setup } from 'xstate'
import { parent } from '../kit/port.ts'
import { defaultRange, type Range, rangeWithin, withEnd, withStart } from './date-range.logic.ts'

/** Events of the pickers. Times in ms since 1970 UTC, cut to whole hours; `now` is the clock at the event. */
export type DateRangeEvent =
  | { type: 'range.startChosen'; at: number; now: number }
  | { type: 'range.endChosen'; at: number; now: number }
  | { type: 'range.chosen'; from: number; to: number; now: number }

/** Sent to the parent after each choice. */
export type DateRangeChangedEvent = { type: 'range.changed'; from: number; to: number }

/** The clock in ms, and the first range where it is not the default one; it must be one that may be shown. */
export type DateRangeInput = { readonly now: number; readonly range?: Range }

export type DateRangeContext = {
  readonly range: Range
  /** The clock at the latest event. */
  readonly now: number
}

/** The date and hour picker (OPEN-27): start and end stay whole IST hours, at least an hour apart, not after now. */
export const dateRangeMachine = setup({
  types: {
    context: {} as DateRangeContext,
    events: {} as DateRangeEvent,
    input: {} as DateRangeInput,
  },
  actions: {
    chooseStart: assign(({ context }, { at, now }: { at: number; now: number }) => ({
      range: withStart(context.range, at, now),
      now,
    })),
    chooseEnd: assign(({ context }, { at, now }: { at: number; now: number }) => ({
      range: withEnd(context.range, at, now),
      now,
    })),
    choose: assign((_, { from, to, now }: { from: number; to: number; now: number }) => ({
      range: rangeWithin({ from, to }, now),
      now,
    })),
    notifyParent: sendTo(
      parent,
      ({ context }): DateRangeChangedEvent => ({ type: 'range.changed', ...context.range }),
    ),
  },
}).createMachine({
  id: 'range',
  context: ({ input }) => ({
    range: input.range ?? defaultRange(input.now),
    now: input.now,
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
  },
})
