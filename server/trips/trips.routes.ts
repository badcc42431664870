import { getTripTrack, getTripUpdate } from '#contract/calls/trips.ts'
import { listRoute, type Route } from '../http/handler.ts'
import type { TripService } from './trips.service.ts'

/** The trips of a fleet and the route of each. */
export const tripRoutes = ({ trips }: { trips: TripService }): Route[] => [
  listRoute(getTripUpdate, ({ caller, query }) => trips.newest(caller, query)),
  listRoute(getTripTrack, ({ caller, query }) => trips.track(caller, query.tripId)),
]
