import { assign, setup } from 'xstate'
import { LIST_PAGE } from '#contract/constants.ts'
import { type Failure, failureOf } from '../kit/failure.ts'
import { eventPort, promisePort } from '../kit/port.ts'
import type { Whose, WhoseFact } from '../support-view/support-view.machine.ts'
import { moreCards, type TripsAsked, type TripsSummary, tripSearch } from './trips.logic.ts'

/** The stored refresh rate has gone by. */
export type TripsRefreshFact = { type: 'refresh.due' }

/** What the second tab of the fleet map can hear. `narrow` is a tablet or a Linux agent (MAP-15). */
export type TripsEvent =
  | { type: 'trips.opened' }
  | { type: 'trips.left' }
  | { type: 'trips.searched'; text: string }
  | { type: 'trips.scrolledToEnd'; narrow: boolean }
  | { type: 'trips.retry' }
  | WhoseFact
  | TripsRefreshFact

/** Whose trips the tab shows; null: all that may be seen. */
export type TripsInput = { readonly whose: Whose | null }

/** What the tab remembers; the trips themselves lie in the trip store. */
export type TripsContext = {
  /** null until the first answer. */
  readonly found: TripsSummary | null
  readonly whose: Whose | null
  readonly search: string
  readonly cards: number
  readonly failure: Failure | null
}

const tripsSetup = setup({
  types: {
    context: {} as TripsContext,
    events: {} as TripsEvent,
    input: {} as TripsInput,
    tags: {} as 'open' | 'loading',
  },
  actors: {
    loadTrips: promisePort<TripsSummary, TripsAsked>('trips.loadTrips'),
    refreshRate: eventPort<TripsRefreshFact>('trips.refreshRate'),
  },
  actions: {
    keepFound: assign((_, { found }: { found: TripsSummary }) => ({ found, failure: null })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    keepSearch: assign((_, { text }: { text: string }) => ({
      search: tripSearch(text),
      cards: LIST_PAGE.first,
    })),
    keepWhose: assign((_, { whose }: { whose: Whose | null }) => ({
      ...{ whose, found: null },
      cards: LIST_PAGE.first,
    })),
    showMore: assign(({ context }, { narrow }: { narrow: boolean }) => ({
      cards: moreCards(context.cards, context.found?.shown ?? 0, narrow),
    })),
  },
  delays: {
    /** Keys pressed within this many ms are one search. */
    searchPause: 250,
  },
})

const tripsAsked = ({ context: { search, whose } }: { context: TripsContext }): TripsAsked => ({
  search,
  whose,
})

const keepWhose = { type: 'keepWhose', params: ({ event }: { event: WhoseFact }) => event } as const

/** The running trips beside the fleet (OPEN-22): `away` while the fleet's tab is open, which it is at first (MAP-03). */
export const tripsMachine = tripsSetup.createMachine({
  id: 'trips',
  context: ({ input: { whose } }) => ({
    ...{ whose, found: null, failure: null },
    ...{ search: '', cards: LIST_PAGE.first },
  }),
  initial: 'away',
  states: {
    away: { on: { 'trips.opened': 'open', 'whose.chosen': { actions: keepWhose } } },
    open: {
      tags: 'open',
      initial: 'loading',
      invoke: { id: 'refreshRate', src: 'refreshRate' },
      on: {
        'trips.left': 'away',
        'whose.chosen': { target: '.loading', actions: keepWhose },
        'trips.searched': {
          target: '.pausing',
          actions: { type: 'keepSearch', params: ({ event }) => event },
        },
        'trips.scrolledToEnd': { actions: { type: 'showMore', params: ({ event }) => event } },
      },
      states: {
        pausing: { after: { searchPause: 'loading' } },
        loading: {
          tags: 'loading',
          invoke: {
            id: 'load',
            src: 'loadTrips',
            input: tripsAsked,
            onDone: {
              target: 'shown',
              actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
            },
            onError: {
              target: 'failed',
              actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
        shown: { on: { 'refresh.due': 'refreshing' } },
        refreshing: {
          invoke: {
            id: 'refresh',
            src: 'loadTrips',
            input: tripsAsked,
            onDone: {
              target: 'shown',
              actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
            },
            onError: 'shown',
          },
        },
        failed: { on: { 'trips.retry': 'loading', 'refresh.due': 'loading' } },
      },
    },
  },
})
