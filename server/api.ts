import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { VisibleVehiclesOf } from './access/visible-vehicles.repository.ts'
import { createVehiclesOfUsers } from './access/visible-vehicles.service.ts'
import { createAlertChoices } from './alerts/alert-choices.repository.ts'
import { createAlertReadsRepository } from './alerts/alert-reads.repository.ts'
import { createAlertReads } from './alerts/alert-reads.service.ts'
import { createAlertSettingRepository } from './alerts/alert-settings.repository.ts'
import { alertSettingRoutes } from './alerts/alert-settings.routes.ts'
import { createAlertSettings } from './alerts/alert-settings.service.ts'
import { alertRoutes } from './alerts/alerts.routes.ts'
import { createBackTestRepository } from './alerts/back-test.repository.ts'
import { createBackTests } from './alerts/back-test.service.ts'
import { deliveryRoutes } from './alerts/deliveries.routes.ts'
import type { Notifications } from './alerts/notifications.service.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { createDashboard } from './dashboard/dashboard.service.ts'
import { dashboardFunctionsRoute } from './dashboard/functions.routes.ts'
import { createInsights } from './dashboard/insights.service.ts'
import { createTripStatus } from './dashboard/trip-status.service.ts'
import { createSettingRepository } from './db/settings.repository.ts'
import type { Tables } from './db/tables.ts'
import { createDrivingAnalysisRepository } from './driving-analysis/driving-analysis.repository.ts'
import { drivingAnalysisRoutes } from './driving-analysis/driving-analysis.routes.ts'
import { createDrivingAnalysis } from './driving-analysis/driving-analysis.service.ts'
import { createFiguresRepository } from './figures/figures.repository.ts'
import { createFigures } from './figures/figures.service.ts'
import type { FiguresBacklog } from './figures/figures-backlog.ts'
import { readRangeFigures } from './figures/range-figures.repository.ts'
import { createFleetRepository } from './fleet/fleet.repository.ts'
import { fleetRoutes } from './fleet/fleet.routes.ts'
import { createFleetService } from './fleet/fleet.service.ts'
import { createMembershipRepository } from './fleet/groupings.repository.ts'
import { createGroupings } from './fleet/groupings.service.ts'
import { createHeldLists } from './fleet/held-lists.ts'
import { createFilteredVehicles, createKnownVehicles } from './fleet/report-filters.ts'
import { gatewayRoutes } from './gateway/gateway.routes.ts'
import type { GatewaySettings } from './gateway/gateway.service.ts'
import { createGeofenceRepository } from './geofences/geofences.repository.ts'
import { geofenceRoutes } from './geofences/geofences.routes.ts'
import { createGeofenceService } from './geofences/geofences.service.ts'
import { createDtcRepository } from './health/dtcs.repository.ts'
import { createDtcReads } from './health/dtcs.service.ts'
import { createFluidRepository } from './health/fluids.repository.ts'
import { createFluidReads } from './health/fluids.service.ts'
import { healthRoutes } from './health/health.routes.ts'
import { createServiceRepository } from './health/services.repository.ts'
import { createServiceReminders } from './health/services.service.ts'
import { manualRoutes } from './help/manual.routes.ts'
import type { Manual } from './help/manual.service.ts'
import type { Route } from './http/handler.ts'
import type { Identity } from './identity/identity.service.ts'
import type { SingleSignOn } from './identity/single-sign-on.service.ts'
import { createUserRepository } from './identity/users.repository.ts'
import { importRoutes } from './import/import.routes.ts'
import type { Uploads } from './import/uploads.service.ts'
import type { LiveHub } from './live/hub.ts'
import { liveRoutes } from './live/live.routes.ts'
import type { StreamGuard } from './live/stream-guard.ts'
import type { Arrivals } from './live-share/arrivals.ts'
import { createLinkIds } from './live-share/link-ids.ts'
import type { LiveShareRepository } from './live-share/live-share.repository.ts'
import { liveShareRoutes } from './live-share/live-share.routes.ts'
import { createLiveShareService } from './live-share/live-share.service.ts'
import { createShareAccess } from './live-share/share-access.ts'
import type { Viewers } from './live-share/viewers.ts'
import { mailRoutes } from './mail/mail.routes.ts'
import type { Outbox } from './mail/outbox.repository.ts'
import { maintenanceRoutes } from './maintenance/maintenance.routes.ts'
import { paymentRoutes } from './payment/payment.routes.ts'
import { createAlertMarkers } from './playback/alerts-plot.service.ts'
import { createEventRepository } from './playback/events.repository.ts'
import { playbackRoutes } from './playback/playback.routes.ts'
import { createPlaybackService, type ReadTrack } from './playback/playback.service.ts'
import type { PreferencesRepository } from './preferences/preferences.repository.ts'
import { preferencesRoutes } from './preferences/preferences.routes.ts'
import { problemReportRoutes } from './problem-report/problem-report.routes.ts'
import type { ProblemReportService } from './problem-report/problem-report.service.ts'
import type { PasswordService } from './session/passwords.service.ts'
import { passwordRoutes, sessionRoutes } from './session/session.routes.ts'
import { createScalingRepository } from './settings/scaling.repository.ts'
import { scalingRoutes } from './settings/scaling.routes.ts'
import { createScaling } from './settings/scaling.service.ts'
import { createScoredAlertsRepository } from './settings/scored-alerts.repository.ts'
import { scoredAlertsRoutes } from './settings/scored-alerts.routes.ts'
import { createScoredAlerts } from './settings/scored-alerts.service.ts'
import type { Acting } from './support/acting.service.ts'
import { supportRoutes } from './support/support.routes.ts'
import type { SupportChanges } from './support/support-changes.service.ts'
import { createTickerRepository } from './ticker/ticker.repository.ts'
import { tickerRoutes } from './ticker/ticker.routes.ts'
import { createTripRepository } from './trips/trips.repository.ts'
import { tripRoutes } from './trips/trips.routes.ts'
import { createTripService } from './trips/trips.service.ts'

type Dependencies = {
  readonly db: Kysely<Tables>
  readonly pool: pg.Pool
  readonly identity: Identity
  readonly singleSignOn: Pick<SingleSignOn, 'exchange'>
  readonly passwordService: PasswordService
  readonly preferences: PreferencesRepository
  readonly outbox: Outbox
  readonly hasMailServer: boolean
  readonly hasSmsGateway: boolean
  readonly hub: LiveHub
  readonly guard: StreamGuard
  readonly shareLinks: LiveShareRepository
  readonly viewers: Viewers
  readonly arrivals: Pick<Arrivals, 'refresh'>
  readonly acting: Acting
  readonly supportChanges: SupportChanges
  readonly visibleVehicles: VisibleVehiclesOf
  readonly readTrack: ReadTrack
  readonly manual: Manual
  readonly uploads: Uploads
  readonly problemReports: ProblemReportService
  readonly gateway: GatewaySettings
  readonly undelivered: Notifications['undelivered']
  /** Address of the payment portal (PayHub); null if the operator has set none. */
  readonly paymentUrl: string | null
  /** Called after fences of a company have changed. */
  readonly fencesChanged: (companyId: number) => void
  /** Called after thresholds of alerts may have changed: those of a company's users, or of the staff (null). */
  readonly rulesChanged: (companyId: number | null) => Promise<void>
  readonly figuresBacklog: Pick<FiguresBacklog, 'asOf' | 'waitingDays'>
  readonly now: () => number
}

/** The routes of all built calls. */
export const createApi = ({
  db,
  pool,
  identity,
  singleSignOn,
  passwordService,
  preferences,
  outbox,
  hasMailServer,
  hasSmsGateway,
  hub,
  guard,
  shareLinks,
  viewers,
  arrivals,
  acting,
  supportChanges,
  visibleVehicles,
  readTrack,
  manual,
  uploads,
  problemReports,
  gateway,
  undelivered,
  paymentUrl,
  fencesChanged,
  rulesChanged,
  figuresBacklog,
  now,
}: Dependencies): Route[] => {
  const groupings = createGroupings({ memberships: createMembershipRepository({ db }), visibleVehicles })
  const users = createUserRepository({ db })
  const vehiclesOfUsers = createVehiclesOfUsers({ visibleVehicles, users })
  const fleet = createFleetService({
    fleet: createFleetRepository({ db }),
    heldLists: createHeldLists(),
    groupings,
    visibleVehicles,
    vehiclesOfUsers,
    now,
  })
  const playback = createPlaybackService({
    fleet,
    readTrack,
    readFigures: (range) => readRangeFigures(db, range),
    mac: identity.keys.mac,
    now,
  })
  const alertMarkers = createAlertMarkers({
    fleet,
    events: createEventRepository({ db }),
    choices: createAlertChoices({ db }),
  })
  const trips = createTripService({
    trips: createTripRepository({ db, now }),
    playback,
    visibleVehicles,
    vehiclesOfUsers,
    now,
  })
  const vehiclesOf = createFilteredVehicles({ groupings, visibleVehicles })
  const knownVehicles = createKnownVehicles({ vehiclesOf, visibleVehicles })
  const scaling = createScaling({ scaling: createScalingRepository({ db }), now })
  const scoredAlerts = createScoredAlerts({
    scoredAlerts: createScoredAlertsRepository({ db }),
    choices: createAlertChoices({ db }),
    now,
  })
  const figuresRepository = createFiguresRepository({ db, pool })
  const figures = createFigures({
    figures: figuresRepository,
    backlog: figuresBacklog,
    vehiclesOf: knownVehicles,
    scalesOf: scaling.ofFigures,
    now,
  })
  const dashboard = createDashboard({
    figures,
    fleet,
    scoredAlerts,
    now,
  })
  const drivingAnalysis = createDrivingAnalysis({
    figures,
    days: figuresRepository,
    drivers: createDrivingAnalysisRepository({ db }),
    scoredAlerts,
  })
  const alertReads = createAlertReads({
    alerts: createAlertReadsRepository({ db }),
    choices: createAlertChoices({ db }),
    vehiclesOf,
    visibleVehicles,
    now,
  })
  const fences = createGeofenceService({
    geofences: createGeofenceRepository({ db }),
    groupings,
    visibleVehicles,
    fencesChanged,
    now,
  })
  const alertSettings = createAlertSettings({
    settings: createAlertSettingRepository({ db }),
    choices: createAlertChoices({ db }),
    hasMobile: async (userId) => Boolean((await users.byId(userId))?.mobile),
    rulesChanged,
    now,
  })
  const backTests = createBackTests({ backTests: createBackTestRepository({ db }), visibleVehicles, now })
  const linkIds = createLinkIds(identity.keys)
  const shares = createLiveShareService({
    links: shareLinks,
    ids: linkIds,
    visibleVehicles,
    made: arrivals.refresh,
    ended: viewers.check,
    now,
  })
  const routes = [
    ...sessionRoutes({ identity, singleSignOn }),
    ...passwordRoutes({ passwordService }),
    ...fleetRoutes({ fleet, groupings }),
    ...liveRoutes({ hub, guard, acting, visibleVehicles, now }),
    ...liveShareRoutes({
      shares,
      links: shareLinks,
      ids: linkIds,
      access: createShareAccess({ links: shareLinks, ids: linkIds, now }),
      viewers,
      now,
    }),
    ...playbackRoutes({ playback, alertMarkers }),
    ...tripRoutes({ trips }),
    ...geofenceRoutes({ fences }),
    ...alertRoutes({ reads: alertReads }),
    ...dashboardRoutes({
      dashboard,
      insights: createInsights({ figures, scoredAlerts }),
      tripStatus: createTripStatus({ figures, trips: createTripRepository({ db, now }) }),
    }),
    ...healthRoutes({
      dtcs: createDtcReads({ dtcs: createDtcRepository({ db }), vehiclesOf: knownVehicles, now }),
      fluids: createFluidReads({ fluids: createFluidRepository({ db }), vehiclesOf: knownVehicles, now }),
      services: createServiceReminders({
        services: createServiceRepository({ db }),
        vehiclesOf: knownVehicles,
        now,
      }),
    }),
    ...drivingAnalysisRoutes({ drivingAnalysis }),
    ...supportRoutes({ users, acting, supportChanges }),
    ...preferencesRoutes({ preferences }),
    ...problemReportRoutes({ reports: problemReports }),
    ...tickerRoutes({ ticker: createTickerRepository({ db }) }),
    ...maintenanceRoutes({ settings: createSettingRepository({ db }) }),
    ...manualRoutes({ manual }),
    ...paymentRoutes({ paymentUrl }),
    ...mailRoutes({ outbox, hasMailServer }),
    ...importRoutes({ uploads }),
    ...gatewayRoutes({ gateway }),
    ...deliveryRoutes({
      undelivered,
      sends: { email: hasMailServer, sms: hasSmsGateway },
      visibleVehicles,
    }),
    ...alertSettingRoutes({ settings: alertSettings, backTests }),
    ...scalingRoutes({ scaling }),
    ...scoredAlertsRoutes({ scoredAlerts }),
  ]
  return [...routes, dashboardFunctionsRoute({ routes, figures })]
}
