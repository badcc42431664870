import { fromPromise } from 'xstate'
import { drivingAnalysisMachine } from '#src/machines/driving-analysis/driving-analysis.machine.ts'
import type {
  DrivingAddress,
  DrivingChoices,
  IncidentsRequest,
  KeptDriving,
  ScoresRequest,
  ScoresSummary,
  TrendRequest,
} from '#src/machines/driving-analysis/driving-analysis.ports.ts'
import type { MapServices } from './member.ts'

/** Wires the driving analysis. */
export const wireDrivingAnalysis = ({ drivingAnalysis }: Pick<MapServices, 'drivingAnalysis'>) =>
  drivingAnalysisMachine.provide({
    actors: {
      readAddress: fromPromise<DrivingAddress, { isOpen: boolean }>(async ({ input }) =>
        drivingAnalysis.readAddress(input),
      ),
      loadScores: fromPromise<ScoresSummary, ScoresRequest>(({ input, signal }) =>
        drivingAnalysis.loadScores(input, signal),
      ),
      loadTrend: fromPromise<void, TrendRequest>(({ input, signal }) =>
        drivingAnalysis.loadTrend(input, signal),
      ),
      loadIncidents: fromPromise<void, IncidentsRequest>(({ input, signal }) =>
        drivingAnalysis.loadIncidents(input, signal),
      ),
      loadChoices: fromPromise<DrivingChoices, undefined>(({ signal }) =>
        drivingAnalysis.loadChoices(signal),
      ),
    },
    actions: { keepAddress: (_, kept: KeptDriving) => drivingAnalysis.keepAddress(kept) },
  })
