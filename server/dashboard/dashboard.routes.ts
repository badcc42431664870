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
import { computedRoute, listRoute, type Route, route } from '../http/handler.ts'
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
  route(mileageVsDate, ({ caller, body, signal }) => dashboard.mileage(caller, body, signal)),
  route(adblueByDate, ({ caller, body, signal }) => dashboard.adblue(caller, body, signal)),
  route(utilizationVsDate, ({ caller, body, signal }) => dashboard.utilization(caller, body, signal)),
  route(speedBand, ({ caller, body, signal }) => dashboard.bandsOf(SPEED_BANDS, caller, body, signal)),
  route(rpmBand, ({ caller, body, signal }) => dashboard.bandsOf(RPM_BANDS, caller, body, signal)),
  route(drivingScore, ({ caller, body, signal }) => dashboard.score(caller, body, signal)),
  route(truckInsight, ({ caller, body, signal }) => insights(caller, body, signal)),
  listRoute(tripStatusForDashboard, ({ caller, body }) => tripStatus.counts(caller, body)),
  listRoute(tripRows, ({ caller, body }) => tripStatus.rows(caller, body)),
  listRoute(getPerformance, ({ caller, body }) => dashboard.performance(caller, body)),
  computedRoute(figureRows, ({ caller, body, signal }) => dashboard.rows(caller, body, signal)),
]
