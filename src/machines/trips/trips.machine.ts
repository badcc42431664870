import { assign, setup } from 'xstate'
import { LIST_PAGE } from '#contract/constants.ts'
import type { Punctuality } from '#domain/trips.ts'
import type { RefreshDueEvent } from '../fleet/fleet.ports.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { cardsAfterScroll, searchText } from '../kit/list.logic.ts'
import { eventPort, promisePort } from '../kit/port.ts'
import type { DataOwner } from '../support/support.ports.ts'
import type { DataOwnerChosenEvent } from '../support/support-view.machine.ts'
import type { TripsRequest, TripsSummary } from './trips.ports.ts'

/** Events of the tab of trips. `narrow` is a tablet or a Linux agent (MAP-15). */
export type TripsEvent =
  | { type: 'trips.opened' }
  | { type: 'trips.left' }
  | { type: 'trips.searched'; text: string }
  | { type: 'trips.punctualityChosen'; punctuality: Punctuality | null }
  | { type: 'trips.scrolledToEnd'; narrow: boolean }
  | { type: 'trips.retry' }
  | DataOwnerChosenEvent
  | RefreshDueEvent

/** The company or user whose trips are shown; null: all that the user may see. */
export type TripsInput = { readonly dataOwner: DataOwner | null }

/** The tab's context; the trips themselves are in the trip store. */
export type TripsContext = {
  /** null until the first answer. */
  readonly found: TripsSummary | null
  readonly dataOwner: DataOwner | null
  readonly search: string
  /** Those shown; null: all. */
  readonly punctuality: Punctuality | null
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
    loadTrips: promisePort<TripsSummary, TripsRequest>('trips.loadTrips'),
    refreshRate: eventPort<RefreshDueEvent>('trips.refreshRate'),
  },
  actions: {
    setFound: assign((_, { found }: { found: TripsSummary }) => ({ found, failure: null })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    setSearch: assign((_, { text }: { text: string }) => ({
      search: searchText(text),
      cards: LIST_PAGE.first,
    })),
    setPunctuality: assign((_, { punctuality }: { punctuality: Punctuality | null }) => ({
      punctuality,
      cards: LIST_PAGE.first,
    })),
    setDataOwner: assign((_, { dataOwner }: { dataOwner: DataOwner | null }) => ({
      dataOwner,
      found: null,
      cards: LIST_PAGE.first,
    })),
    showMore: assign(({ context }, { narrow }: { narrow: boolean }) => ({
      cards: cardsAfterScroll(context.cards, context.found?.shown ?? 0, narrow),
    })),
  },
  delays: {
    /** Keys within this many ms are one search. */
    searchPause: 250,
  },
})

const tripsRequest = ({
  context: { search, punctuality, dataOwner },
}: {
  context: TripsContext
}): TripsRequest => ({
  search,
  punctuality,
  dataOwner,
})

const setDataOwner = {
  type: 'setDataOwner',
  params: ({ event }: { event: DataOwnerChosenEvent }) => event,
} as const

/** The running trips beside the fleet (OPEN-22): `away` while the fleet's tab is open, which it is at first (MAP-03). */
export const tripsMachine = tripsSetup.createMachine({
  id: 'trips',
  context: ({ input: { dataOwner } }) => ({
    dataOwner,
    found: null,
    failure: null,
    search: '',
    punctuality: null,
    cards: LIST_PAGE.first,
  }),
  initial: 'away',
  states: {
    away: { on: { 'trips.opened': 'open', 'dataOwner.chosen': { actions: setDataOwner } } },
    open: {
      tags: 'open',
      initial: 'loading',
      invoke: { id: 'refreshRate', src: 'refreshRate' },
      on: {
        'trips.left': 'away',
        'dataOwner.chosen': { target: '.loading', actions: setDataOwner },
        'trips.searched': {
          target: '.pausing',
          actions: { type: 'setSearch', params: ({ event }) => event },
        },
        'trips.punctualityChosen': {
          target: '.loading',
          actions: { type: 'setPunctuality', params: ({ event }) => event },
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
            input: tripsRequest,
            onDone: {
              target: 'shown',
              actions: { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
            },
            onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
          },
        },
        shown: { on: { 'refresh.due': 'refreshing' } },
        refreshing: {
          invoke: {
            id: 'refresh',
            src: 'loadTrips',
            input: tripsRequest,
            onDone: {
              target: 'shown',
              actions: { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
            },
            // The trips stay.
            onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
          },
        },
        failed: { on: { 'trips.retry': 'loading', 'refresh.due': 'loading' } },
      },
    },
  },
})
