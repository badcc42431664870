import type { Kysely } from 'kysely'
import type { Tables } from './db/tables.ts'
import type { Identity } from './identity/identity.ts'
import type { PasswordCare } from './identity/password-care.ts'
import type { LiveHub } from './live/hub.ts'
import type { StreamGuard } from './live/stream-guard.ts'
import type { Outbox } from './mail/outbox.ts'
import { createEventRepository } from './repositories/events.ts'
import { createFleetRepository } from './repositories/fleet.ts'
import { createGeofenceRepository } from './repositories/geofences.ts'
import { createMembershipRepository } from './repositories/memberships.ts'
import { createSettingRepository } from './repositories/settings.ts'
import { createTickerRepository } from './repositories/ticker.ts'
import { createTripRepository } from './repositories/trips.ts'
import { createUserRepository } from './repositories/users.ts'
import { fleetRoutes } from './routes/fleet.ts'
import { geofenceRoutes } from './routes/geofences.ts'
import type { Route } from './routes/handler.ts'
import { liveRoutes } from './routes/live.ts'
import { maintenanceRoutes } from './routes/maintenance.ts'
import { manualRoutes } from './routes/manual.ts'
import { passwordRoutes } from './routes/passwords.ts'
import { pastRoutes } from './routes/past.ts'
import { paymentRoutes } from './routes/payment.ts'
import { peopleRoutes } from './routes/people.ts'
import { sessionRoutes } from './routes/session.ts'
import { tickerRoutes } from './routes/ticker.ts'
import type { Acting } from './services/acting.ts'
import { createAlertMarkers } from './services/alert-markers.ts'
import { createFleetService } from './services/fleet.ts'
import { createGeofenceService } from './services/geofences.ts'
import { createGroupings } from './services/groupings.ts'
import type { Manual } from './services/manual.ts'
import { createPlaybackService, type ReadTrack } from './services/playback.ts'
import { createSeenBy } from './services/seen-by.ts'
import { createTripService } from './services/trips.ts'
import type { VisibleVehiclesOf } from './services/visible-vehicles.ts'

type Dependencies = {
  readonly db: Kysely<Tables>
  readonly identity: Identity
  readonly care: PasswordCare
  readonly outbox: Outbox
  readonly hub: LiveHub
  readonly guard: StreamGuard
  readonly acting: Acting
  readonly visibleVehicles: VisibleVehiclesOf
  readonly readTrack: ReadTrack
  readonly manual: Manual
  /** Where PayHub leads, null where the operator has set nothing. */
  readonly paymentUrl: string | null
  /** Hears that fences of a company were changed. */
  readonly fencesChanged: (companyId: number) => void
  readonly now: () => number
}

/** The handlers of every built call, on one database. */
export const createApi = ({
  db,
  identity,
  care,
  outbox,
  hub,
  guard,
  acting,
  visibleVehicles,
  readTrack,
  manual,
  paymentUrl,
  fencesChanged,
  now,
}: Dependencies): Route[] => {
  const groupings = createGroupings({ memberships: createMembershipRepository({ db }), visibleVehicles })
  const users = createUserRepository({ db })
  const seenBy = createSeenBy({ visibleVehicles, users })
  const fleet = createFleetService({
    fleet: createFleetRepository({ db }),
    ...{ groupings, visibleVehicles, seenBy, now },
  })
  const playback = createPlaybackService({ fleet, readTrack, mac: identity.keys.mac, now })
  return [
    ...sessionRoutes({ identity }),
    ...passwordRoutes({ care, outbox }),
    ...fleetRoutes({ fleet, groupings }),
    ...liveRoutes({ hub, guard, acting, visibleVehicles, now }),
    ...pastRoutes({
      playback,
      alertMarkers: createAlertMarkers({ fleet, events: createEventRepository({ db }) }),
      trips: createTripService({
        trips: createTripRepository({ db }),
        ...{ playback, visibleVehicles, seenBy, now },
      }),
    }),
    ...geofenceRoutes({
      fences: createGeofenceService({
        geofences: createGeofenceRepository({ db }),
        ...{ groupings, visibleVehicles, fencesChanged, now },
      }),
    }),
    ...peopleRoutes({ users, acting }),
    ...tickerRoutes({ ticker: createTickerRepository({ db }) }),
    ...maintenanceRoutes({ settings: createSettingRepository({ db }) }),
    ...manualRoutes({ manual }),
    ...paymentRoutes({ paymentUrl }),
  ]
}
