import { driverScores, driverScoreTrend, drivingIncidents } from '#contract/calls/driving-analysis.ts'
import { type Route, route } from '../http/handler.ts'
import type { DrivingAnalysis } from './driving-analysis.service.ts'

/** The driver reports (DRV-02). */
export const drivingAnalysisRoutes = ({ drivingAnalysis }: { drivingAnalysis: DrivingAnalysis }): Route[] => [
  route(driverScores, ({ caller, body, signal }) => drivingAnalysis.scores(caller, body, signal)),
  route(driverScoreTrend, ({ caller, body, signal }) => drivingAnalysis.trend(caller, body, signal)),
  route(drivingIncidents, ({ caller, body, signal }) => drivingAnalysis.incidents(caller, body, signal)),
]
