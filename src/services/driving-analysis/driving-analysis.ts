import * as z from 'zod/mini'
import { driverScores, driverScoreTrend, drivingIncidents } from '#contract/calls/driving-analysis.ts'
import { DRIVING_PATHS, drivingLinkSearch, readDrivingLink } from '#contract/links/driving-analysis.ts'
import { payloadRange } from '#domain/ist.ts'
import type {
  DrivingAddress,
  DrivingChoices,
  DrivingScope,
  IncidentsRequest,
  KeptDriving,
  ScoresRequest,
  ScoresSummary,
  TrendRequest,
} from '#src/machines/driving-analysis/driving-analysis.ports.ts'
import type { createReportOwners } from '../fleet-filter/report-owners.ts'
import type { VehicleOptions } from '../fleet-filter/vehicle-options.ts'
import type { Http } from '../http/http.ts'
import type { AppLocation } from '../location/location.ts'
import type { AppStorage } from '../storage/storage.ts'
import { createDrivingStore, type DrivingStore } from './driving-store.ts'

type Range = { readonly from: number; readonly to: number }

type Dependencies = {
  readonly http: Pick<Http, 'call'>
  readonly storage: Pick<AppStorage, 'getSession' | 'setSession'>
  readonly location: Pick<AppLocation, 'current' | 'navigate'>
  readonly vehicleOptions: Pick<VehicleOptions, 'load'>
  readonly owners: ReturnType<typeof createReportOwners>
  /** The range of a period now, ms UTC. */
  readonly rangeOf: (
    dateType: ScoresRequest['period']['dateType'],
    range: ScoresRequest['period']['range'],
    clock: { now: number; timeZone: string },
  ) => Range
  readonly now: () => number
}

/** Loads the driving analysis into a store; keeps what is shown in the address and in the tab. Errors are those of the request builder. */
export const createDrivingService = ({
  http,
  storage,
  location,
  vehicleOptions,
  owners,
  rangeOf,
  now,
}: Dependencies) => {
  const store = createDrivingStore()
  const bodyOf = async (scope: DrivingScope, range: Range, signal?: AbortSignal) => ({
    ...(await owners.ownersOf(
      {
        filterBy: scope.filterBy,
        vehicleIds: scope.ownerId === null ? [] : [scope.ownerId],
        groupId: scope.ownerId,
      },
      signal,
    )),
    ...payloadRange(range),
    by: scope.by,
  })

  return {
    store: { subscribe: store.subscribe, getSnapshot: store.getSnapshot } satisfies DrivingStore,
    loadScores: async (
      { scope, period, compared, timeZone }: ScoresRequest,
      signal?: AbortSignal,
    ): Promise<ScoresSummary> => {
      store.clear()
      const range = rangeOf(period.dateType, period.range, { now: now(), timeZone })
      const body = { ...(await bodyOf(scope, range, signal)), scoredBy: scope.scoredBy }
      const scores = await http.call(driverScores, { body }, signal)
      signal?.throwIfAborted()
      store.show({ scores })
      const { rows, pendingDays, waitingDays = 0 } = scores
      const listed = new Set(rows.map(({ id }) => id))
      const absent = pendingDays > 0 ? [] : compared.filter((id) => !listed.has(id))
      return { shown: rows.length, pendingDays, waitingDays, range, absent }
    },
    loadTrend: async (
      { scope, range, step, subjectIds }: TrendRequest,
      signal?: AbortSignal,
    ): Promise<void> => {
      store.show({ trend: null })
      const body = {
        ...(await bodyOf(scope, range, signal)),
        ...{ step, subjectIds: [...subjectIds], scoredBy: scope.scoredBy },
      }
      const trend = await http.call(driverScoreTrend, { body }, signal)
      signal?.throwIfAborted()
      store.show({ trend })
    },
    loadIncidents: async (
      { scope, range, subjectId, incident }: IncidentsRequest,
      signal?: AbortSignal,
    ): Promise<void> => {
      store.show({ incidents: null })
      const body = { ...(await bodyOf(scope, range, signal)), subjectId, incident }
      const { incidents, total } = await http.call(drivingIncidents, { body }, signal)
      signal?.throwIfAborted()
      store.show({ incidents: { incidents, total } })
    },
    loadChoices: async (signal?: AbortSignal): Promise<DrivingChoices> => {
      const [loaded] = await Promise.all([owners.load(signal), vehicleOptions.load(signal)])
      return { groups: loaded.map(({ groupId, groupName }) => ({ groupId, groupName })) }
    },
    /** What the address says. An address without a search stands for what the tab has kept, or, while it is open, for the default. */
    readAddress: ({ isOpen }: { isOpen: boolean }): DrivingAddress => {
      const { search } = location.current()
      const kept = search === '' && !isOpen ? (storage.getSession('driverScore', z.string()) ?? '') : search
      return { ...readDrivingLink(kept), now: now() }
    },
    keepAddress: ({ filter, open, replace }: KeptDriving): void => {
      storage.setSession('driverScore', drivingLinkSearch(filter, null))
      const { path } = location.current()
      const here = DRIVING_PATHS.find((each) => each === path) ?? DRIVING_PATHS[0]
      location.navigate(`${here}${drivingLinkSearch(filter, open)}`, { replace })
    },
    /** Drops everything, so that the next user sees nothing of it. */
    clear: (): void => {
      store.clear()
    },
  }
}
