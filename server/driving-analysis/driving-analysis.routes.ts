import { driverScores, driverScoreTrend, drivingIncidents } from '#contract/calls/driving-analysis.ts'
import { computedRoute, ownTurnsRoute, type Route } from '../http/handler.ts'
import type { DrivingAnalysis } from './driving-analysis.service.ts'

/** The driver reports (DRV-02). */
export const drivingAnalysisRoutes = ({ drivingAnalysis }: { drivingAnalysis: DrivingAnalysis }): Route[] => [
  computedRoute(driverScores, async ({ caller, body, signal }) => {
    const scores = await drivingAnalysis.scores(caller, body, signal)
    return () => scores
  }),
  ownTurnsRoute(driverScoreTrend, ({ caller, body, signal }) => drivingAnalysis.trend(caller, body, signal)),
  computedRoute(drivingIncidents, async ({ caller, body, signal }) => {
    const incidents = await drivingAnalysis.incidents(caller, body, signal)
    return () => incidents
  }),
]
