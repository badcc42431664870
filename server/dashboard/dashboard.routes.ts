import {
  adblueByDate,
  drivingScore,
  figureRows,
  getPerformance,
  mileageVsDate,
  rpmBand,
  speedBand,
  tripRows,
  tripStatusForDashboard,
  truckInsight,
  utilizationVsDate,
} from '#contract/calls/dashboard.ts'
import { RPM_BANDS, SPEED_BANDS } from '#domain/bands.ts'
import { computedRoute, listRoute, ownTurnsRoute, type Route } from '../http/handler.ts'
import type { Dashboard } from './dashboard.service.ts'
import type { Insights } from './insights.service.ts'
import type { TripStatus } from './trip-status.service.ts'

type Dependencies = {
  readonly dashboard: Dashboard
  readonly insights: Insights
  readonly tripStatus: TripStatus
}

/** The dashboard's figures (DSH-01), by the functions of DSH-02. */
export const dashboardRoutes = ({ dashboard, insights, tripStatus }: Dependencies): Route[] => [
  ownTurnsRoute(mileageVsDate, ({ caller, body, signal }) => dashboard.mileage(caller, body, signal)),
  ownTurnsRoute(adblueByDate, ({ caller, body, signal }) => dashboard.adblue(caller, body, signal)),
  ownTurnsRoute(utilizationVsDate, ({ caller, body, signal }) => dashboard.utilization(caller, body, signal)),
  ownTurnsRoute(speedBand, ({ caller, body, signal }) =>
    dashboard.bandsOf(SPEED_BANDS, caller, body, signal),
  ),
  ownTurnsRoute(rpmBand, ({ caller, body, signal }) => dashboard.bandsOf(RPM_BANDS, caller, body, signal)),
  ownTurnsRoute(drivingScore, ({ caller, body, signal }) => dashboard.score(caller, body, signal)),
  ownTurnsRoute(truckInsight, ({ caller, body, signal }) => insights(caller, body, signal)),
  listRoute(tripStatusForDashboard, ({ caller, body }) => tripStatus.counts(caller, body)),
  listRoute(tripRows, ({ caller, body }) => tripStatus.rows(caller, body)),
  listRoute(getPerformance, ({ caller, body }) => dashboard.performance(caller, body)),
  computedRoute(figureRows, ({ caller, body, signal }) => dashboard.rows(caller, body, signal)),
]
