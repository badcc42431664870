import { getScoredAlerts, setScoredAlerts } from '#contract/calls/settings.ts'
import { REPLIES } from '#contract/replies.ts'
import { type Route, route } from '../http/handler.ts'
import type { ScoredAlertsService } from './scored-alerts.service.ts'

/** Which alerts the driving score of the caller's company counts (OPEN-90). */
export const scoredAlertsRoutes = ({ scoredAlerts }: { scoredAlerts: ScoredAlertsService }): Route[] => [
  route(getScoredAlerts, async ({ caller }) => ({ scoredAlerts: await scoredAlerts.read(caller) })),
  route(setScoredAlerts, async ({ caller, body }) => ({
    message: REPLIES.scoredAlertsSaved,
    scoredAlerts: await scoredAlerts.set(caller, body.scoredAlerts),
  })),
]
