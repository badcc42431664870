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
} from './list-restoration.logic.ts'

/** The vehicle followed live. `lastPoint` has the newest time; `arrived` came last and may be older. */
export type Live = {
  readonly vehicleId: number
  readonly stream: StreamState
  readonly lastPoint: LivePoint | null
  readonly arrived: LivePoint | null
  readonly reason: string | null
}

/** Vehicles that overlap at every zoom, and their position. */
export type Cluster = {
  readonly lng: number
  readonly lat: number
  readonly vehicleIds: readonly number[]
}

/** The user's role, whether a company and a user can be chosen (OPEN-77), and the time zone of the user's company. */
export type FleetInput = {
  readonly role: Role
  readonly choosesDataOwner: boolean
  readonly timeZone: string
}

/** Context of the fleet map. */
export type FleetContext = FleetInput & {
  /** The data owner of the support view; null: everything that the user may see. */
  readonly dataOwner: DataOwner | null
  readonly memo: ListMemo
  readonly search: string
  /** null until the first list is loaded. */
  readonly counts: Counts | null
  /** Whether the loaded vehicles are those of this list, not of the one before it (MAP-26). */
  readonly isHeld: boolean
  /** Vehicles in the loaded list, and how many of them have cards (MAP-14). */
  readonly shown: number
  readonly cards: number
  /** Loaded batches of a large list (MAP-51). */
  readonly batches: number
  readonly failure: Failure | null
  readonly selectedVehicleId: number | null
  /** Overlapping trucks whose list is open on the map. */
  readonly cluster: Cluster | null
  readonly live: Live | null
  /** The mode to enter once the geofences are closed, which may first ask about unsaved changes. */
  readonly next: ModeOpened | null
  readonly base: 'street' | 'satellite'
  readonly stream: StreamState
}

/** The time zone of the company whose vehicles are shown. */
export const shownTimeZone = ({
  dataOwner,
  timeZone,
}: Pick<FleetContext, 'dataOwner' | 'timeZone'>): string => dataOwner?.timeZone ?? timeZone

type OfContext = { readonly context: FleetContext }

/** The request of the whole list, for a refresh. */
export const listRequest = ({ context }: OfContext): ListRequest =>
  listRequestOf(context.memo, context.role, context.dataOwner)

/** The list once more, at the refresh rate. */
export const refreshRequest = ({ context }: OfContext): ListRequest => ({
  ...listRequest({ context }),
  ...(context.stream === 'open' && { streamed: true }),
})

/** The next request: the list, or its next batch. */
export const nextRequest = ({ context }: OfContext): ListRequest =>
  batchRequestOf(listRequest({ context }), context.memo, context.batches)

/** Whether another batch follows the one just loaded. */
export const hasFurtherBatch = ({ context }: OfContext): boolean =>
  context.batches + 1 < batchesOf(context.memo)

/** A vehicle before its stream is open. */
export const startLive = (vehicleId: number): Live => ({
  vehicleId,
  stream: 'connecting',
  lastPoint: null,
  arrived: null,
  reason: null,
})

/** The followed vehicle with an arrived point; an older one does not move it (ST-15). */
export const withPoint = (live: Live, point: LivePoint): Live => ({
  ...live,
  lastPoint: live.lastPoint !== null && point.time < live.lastPoint.time ? live.lastPoint : point,
  arrived: point,
})

/** The context before the map is opened. */
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

/** A list being shown: with its first cards, or as many as it had before, and no trip above it. */
export const startList = ({ context }: OfContext): Partial<FleetContext> => ({
  cards: context.isHeld ? context.cards : LIST_PAGE.first,
  batches: 0,
  failure: null,
  memo: { ...context.memo, tripPlotting: null },
})

/** Another list, not loaded yet. */
export const changeList = (memo: ListMemo): Partial<FleetContext> => ({ memo, isHeld: false })

/** The memo with a trip, or with none (null). */
export const withTripPlotting = ({ context }: OfContext, tripPlotting: TripPlotting | null) => ({
  memo: { ...context.memo, tripPlotting },
})

/** The context after a search: with the first cards (MAP-06). */
export const startSearch = (text: string): Partial<FleetContext> => ({
  search: searchText(text),
  cards: LIST_PAGE.first,
})

/** The basemap after its toggle is pressed (MAP-10). */
export const toggleBase = (base: FleetContext['base']): FleetContext['base'] =>
  base === 'street' ? 'satellite' : 'street'
