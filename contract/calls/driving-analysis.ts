import * as z from 'zod/mini'
import { MAX_COMPARED } from '#domain/driving-score.ts'
import {
  DrivingIncidentsReply,
  DrivingScores,
  DrivingSubject,
  DrivingSubjectId,
  DrivingTrend,
  IncidentCodeField,
  TrendStep,
} from '../records/driving-analysis.ts'
import { ScoredByField } from '../records/figures.ts'
import { ReportFilter } from '../records/report-filter.ts'
import { DICV, defineCall, VEHICLE_VIEW } from './call.ts'

/** The scores of drivers or vehicles with their parts and the columns of the driver reports, by the user's enabled alerts or the company's (DRV-04). */
export const driverScores = defineCall({
  id: 'driverScores',
  rows: ['DRV-01', 'DRV-02', 'DRV-03', 'DRV-04', 'DSH-13'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/driving-analysis/scores`,
  body: z.extend(ReportFilter, { by: DrivingSubject, scoredBy: ScoredByField }),
  reply: DrivingScores,
  ...VEHICLE_VIEW,
})

/** The score by day or week, of all together and of up to five drivers or vehicles (DRIVER_SCORE_TREND). */
export const driverScoreTrend = defineCall({
  id: 'driverScoreTrend',
  rows: ['DRV-01', 'DRV-02'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/driving-analysis/trend`,
  body: z.extend(ReportFilter, {
    by: DrivingSubject,
    subjectIds: z.array(DrivingSubjectId).check(z.maxLength(MAX_COMPARED)),
    step: TrendStep,
    scoredBy: ScoredByField,
  }),
  reply: DrivingTrend,
  ...VEHICLE_VIEW,
})

/** The incidents of one kind that a figure of a driver or a vehicle counts, newest first, at most 1,000 (DRIVING_INCIDENTS). */
export const drivingIncidents = defineCall({
  id: 'drivingIncidents',
  rows: ['DRV-01', 'DRV-02'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/driving-analysis/incidents`,
  body: z.extend(ReportFilter, {
    by: DrivingSubject,
    subjectId: DrivingSubjectId,
    incident: IncidentCodeField,
  }),
  reply: DrivingIncidentsReply,
  ...VEHICLE_VIEW,
})
