import { LIST_PAGE } from '#contract/constants.ts'
import type { Role } from '#contract/roles.ts'
import type { Failure } from '../kit/failure.ts'
import { searchText } from '../kit/list.logic.ts'
import type { DataOwner } from '../support/support.ports.ts'
import type { ModeOpened } from './fleet.events.ts'
import type { Counts, ListRequest, LivePoint, StreamState } from './fleet.ports.ts'
import {
  batchesOf,
  batchRequestOf,
  type ListMemo,
  listRequestOf,
  PLAIN_LIST,
  type TripPlotting,
} from './list-memo.logic.ts'

/** The vehicle that is followed live: where it was last, and the point that came last, which is an older one where it came late. */
export type Live = {
  readonly vehicleId: number
  readonly stream: StreamState
  readonly lastPoint: LivePoint | null
  readonly arrived: LivePoint | null
  readonly reason: string | null
}

/** Vehicles that no zoom shows apart, and where they are. */
export type Cluster = {
  readonly lng: number
  readonly lat: number
  readonly vehicleIds: readonly number[]
}

/** Whose map it is, and whether a company and a user can be chosen to look at (OPEN-77). */
export type FleetInput = { readonly role: Role; readonly choosesDataOwner: boolean }

/** What the fleet map remembers. */
export type FleetContext = {
  readonly role: Role
  readonly choosesDataOwner: boolean
  /** Whom the support view looks at; null: everything that may be seen. */
  readonly dataOwner: DataOwner | null
  readonly memo: ListMemo
  readonly search: string
  /** null until the first list came. */
  readonly counts: Counts | null
  /** Whether what was loaded is this list, and not the one before it (MAP-26). */
  readonly isHeld: boolean
  /** Vehicles in the loaded list, and how many of them have cards (MAP-14). */
  readonly shown: number
  readonly cards: number
  /** Batches of a large list that have come (MAP-51). */
  readonly batches: number
  readonly failure: Failure | null
  readonly selectedVehicleId: number | null
  /** Trucks that lie on each other, whose list is open on the map. */
  readonly cluster: Cluster | null
  readonly live: Live | null
  /** What was opened from the geofences, and waits until they are closed: they may have to ask first. */
  readonly next: ModeOpened | null
  readonly base: 'street' | 'satellite'
  readonly stream: StreamState
}

type OfContext = { readonly context: FleetContext }

/** The whole list, for reading it again. */
export const listRequest = ({ context }: OfContext): ListRequest =>
  listRequestOf(context.memo, context.role, context.dataOwner)

/** What is to be loaded next: the list, or its next batch. */
export const nextRequest = ({ context }: OfContext): ListRequest =>
  batchRequestOf(listRequest({ context }), context.memo, context.batches)

/** Whether a further batch is to come after the one that came now. */
export const hasFurtherBatch = ({ context }: OfContext): boolean =>
  context.batches + 1 < batchesOf(context.memo)

/** A vehicle that begins to be followed. */
export const startLive = (vehicleId: number): Live => ({
  vehicleId,
  stream: 'connecting',
  lastPoint: null,
  arrived: null,
  reason: null,
})

/** The followed vehicle after a point came; an older one than the last leaves it where it is (ST-15). */
export const withPoint = (live: Live, point: LivePoint): Live => ({
  ...live,
  lastPoint: live.lastPoint !== null && point.time < live.lastPoint.time ? live.lastPoint : point,
  arrived: point,
})

/** A map that was never opened. */
export const initialContext = (input: FleetInput): FleetContext => ({
  ...input,
  dataOwner: null,
  memo: PLAIN_LIST,
  search: '',
  counts: null,
  isHeld: false,
  shown: 0,
  cards: LIST_PAGE.first,
  batches: 0,
  failure: null,
  selectedVehicleId: null,
  cluster: null,
  live: null,
  next: null,
  base: 'street',
  stream: 'connecting',
})

/** A list that begins: its first cards, or as many as it had where it is come back to, and no trip above it any more. */
export const startList = ({ context }: OfContext): Partial<FleetContext> => ({
  cards: context.isHeld ? context.cards : LIST_PAGE.first,
  batches: 0,
  failure: null,
  memo: { ...context.memo, tripPlotting: null },
})

/** Another list, which is not there yet. */
export const changeList = (memo: ListMemo): Partial<FleetContext> => ({ memo, isHeld: false })

/** The memo with a trip, or with none (null). */
export const withTripPlotting = ({ context }: OfContext, tripPlotting: TripPlotting | null) => ({
  memo: { ...context.memo, tripPlotting },
})

/** What a search changes: the cards start anew (MAP-06). */
export const startSearch = (text: string): Partial<FleetContext> => ({
  search: searchText(text),
  cards: LIST_PAGE.first,
})

/** What lies under the vehicles after a press on the toggle (MAP-10). */
export const toggleBase = (base: FleetContext['base']): FleetContext['base'] =>
  base === 'street' ? 'satellite' : 'street'
