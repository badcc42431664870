import * as z from 'zod/mini'
import {
  fleetDtcData,
  fluidHistory,
  getLiveDtc,
  recordService,
  serviceCount,
  serviceDone,
  serviceDueSoon,
  serviceOverdue,
  serviceReminders,
  setServiceInterval,
  undoService,
  vehicleFluids,
} from '#contract/calls/health.ts'
import { HEALTH_PATH, type HealthFilter, healthLinkSearch, readHealthLink } from '#contract/links/health.ts'
import { payloadRange } from '#domain/ist.ts'
import type {
  HealthAddress,
  HealthChoices,
  HealthRequest,
  HealthSummary,
  KeptHealth,
  LiveDtcCounts,
  ServiceChange,
} from '#src/machines/health/health.ports.ts'
import type { createReportOwners } from '../fleet-filter/report-owners.ts'
import type { VehicleOptions } from '../fleet-filter/vehicle-options.ts'
import type { Http } from '../http/http.ts'
import type { AppLocation } from '../location/location.ts'
import { type AppStorage, STORED } from '../storage/storage.ts'
import { createHealthStore, type HealthStore } from './health-store.ts'

type Dependencies = {
  readonly http: Pick<Http, 'call'>
  readonly storage: Pick<AppStorage, 'get' | 'remove' | 'getSession' | 'setSession'>
  readonly location: Pick<AppLocation, 'current' | 'navigate'>
  readonly vehicleOptions: Pick<VehicleOptions, 'load'>
  readonly owners: ReturnType<typeof createReportOwners>
  /** The range of the filter's period now, ms UTC. */
  readonly rangeOf: (
    period: HealthFilter['period'],
    range: HealthFilter['range'],
    clock: { now: number; timeZone: string },
  ) => { from: number; to: number }
  readonly now: () => number
}

const REMINDERS = { overdue: serviceOverdue, dueSoon: serviceDueSoon, all: serviceReminders } as const

/** Loads fleet health into a store, and changes services. Errors are those of the request builder. */
export const createHealth = ({
  http,
  storage,
  location,
  vehicleOptions,
  owners,
  rangeOf,
  now,
}: Dependencies) => {
  const store = createHealthStore()
  /** Whose services the shown counts are of. */
  let countedOwner = ''

  /** The chosen vehicle or group, as calls name it. */
  const ownersOf = ({ vehicleId, groupId }: HealthFilter, signal?: AbortSignal) =>
    owners.ownersOf(
      {
        filterBy: vehicleId !== null ? 'Vehicle' : groupId !== null ? 'Group' : 'Fleet',
        vehicleIds: vehicleId === null ? [] : [vehicleId],
        groupId,
      },
      signal,
    )

  const loadLive = async (filter: HealthFilter, signal?: AbortSignal): Promise<HealthSummary> => {
    const { severity } = filter
    const { codes, counts } = await http.call(getLiveDtc, { query: await ownersOf(filter, signal) }, signal)
    signal?.throwIfAborted()
    const dtcs = severity === null ? codes : codes.filter((row) => row.severity === severity)
    store.show({ dtcs })
    return {
      shown: dtcs.length,
      total: severity === null ? counts.high + counts.medium + counts.low : counts[severity],
    }
  }

  const loadHistory = async (
    { filter, timeZone }: HealthRequest,
    signal?: AbortSignal,
  ): Promise<HealthSummary> => {
    const range = rangeOf(filter.period, filter.range, { now: now(), timeZone })
    const body = {
      ...(await ownersOf(filter, signal)),
      ...(filter.severity === null ? {} : { severities: [filter.severity] }),
      ...payloadRange(range),
    }
    const { rows, total } = await http.call(fleetDtcData, { body }, signal)
    signal?.throwIfAborted()
    store.show({ dtcs: rows })
    return { shown: rows.length, total }
  }

  const loadServices = async (filter: HealthFilter, signal?: AbortSignal): Promise<HealthSummary> => {
    const query = await ownersOf(filter, signal)
    signal?.throwIfAborted()
    const owner = JSON.stringify(query)
    if (owner !== countedOwner) store.show({ serviceCounts: null })
    countedOwner = owner
    const counts = http.call(serviceCount, { query }, signal)
    if (filter.services === 'done') {
      const [serviceCounts, { records, total }] = await Promise.all([
        counts,
        http.call(serviceDone, { query }, signal),
      ])
      signal?.throwIfAborted()
      store.show({ records, serviceCounts })
      return { shown: records.length, total }
    }
    const { [filter.services]: call } = REMINDERS
    const [serviceCounts, { reminders, total }] = await Promise.all([
      counts,
      http.call(call, { query }, signal),
    ])
    signal?.throwIfAborted()
    store.show({ reminders, serviceCounts })
    return { shown: reminders.length, total }
  }

  const loadFluids = async (filter: HealthFilter, signal?: AbortSignal): Promise<HealthSummary> => {
    const { vehicles: fluids } = await http.call(
      vehicleFluids,
      { query: await ownersOf(filter, signal) },
      signal,
    )
    signal?.throwIfAborted()
    store.show({ fluids })
    return { shown: fluids.length, total: fluids.length }
  }

  return {
    store: { subscribe: store.subscribe, getSnapshot: store.getSnapshot } satisfies HealthStore,
    /** Loads what the filter lists. */
    load: (request: HealthRequest, signal?: AbortSignal): Promise<HealthSummary> => {
      const { filter } = request
      switch (filter.tab) {
        case 'live':
          return loadLive(filter, signal)
        case 'history':
          return loadHistory(request, signal)
        case 'services':
          return loadServices(filter, signal)
        case 'fluids':
          return loadFluids(filter, signal)
      }
    },
    loadChoices: async (signal?: AbortSignal): Promise<HealthChoices> => {
      const [loaded] = await Promise.all([owners.load(signal), vehicleOptions.load(signal)])
      return { groups: loaded.map(({ groupId, groupName }) => ({ groupId, groupName })) }
    },
    /** Loads the levels of a vehicle's fluids, and drops those of another one first. */
    loadLevels: async (vehicleId: number, signal?: AbortSignal): Promise<void> => {
      store.show({ levels: null })
      const levels = await http.call(fluidHistory, { body: { vehicleId } }, signal)
      signal?.throwIfAborted()
      store.show({ levels })
    },
    changeService: async (change: ServiceChange, signal?: AbortSignal): Promise<void> => {
      switch (change.kind) {
        case 'record': {
          const { vehicleId, doneAt, odo, note, isConfirmed } = change
          const { before, after } = await http.call(
            recordService,
            { body: { vehicleId, doneAt, note, isConfirmed, ...(odo === null ? {} : { odo }) } },
            signal,
          )
          store.show({ serviceChanged: { kind: 'record', before, after } })
          return
        }
        case 'undo':
          await http.call(undoService, { body: { serviceId: change.serviceId } }, signal)
          return
        case 'interval': {
          const { vehicleId, interval, isConfirmed } = change
          const { before, after } = await http.call(
            setServiceInterval,
            { body: { vehicleId, interval, isConfirmed } },
            signal,
          )
          store.show({ serviceChanged: { kind: 'interval', before, after } })
        }
      }
    },
    /** What the address says. An address without a search stands for what the tab has kept, or, while the screen is open, for the default. */
    readAddress: ({ isOpen }: { isOpen: boolean }): HealthAddress => {
      const { search } = location.current()
      const kept = search === '' && !isOpen ? (storage.getSession('serviceDue', z.string()) ?? '') : search
      return { ...readHealthLink(kept), now: now() }
    },
    keepAddress: ({ filter, open, replace }: KeptHealth): void => {
      storage.setSession('serviceDue', healthLinkSearch(filter, null))
      location.navigate(`${HEALTH_PATH}${healthLinkSearch(filter, open)}`, { replace })
    },
    /** Whether the DTC popup is to be shown (HLT-04). */
    isPopupDue: (): boolean => storage.get(STORED.dtcPopup, z.boolean()) ?? false,
    clearPopupFlag: (): void => storage.remove([STORED.dtcPopup]),
    loadCounts: async (signal?: AbortSignal): Promise<LiveDtcCounts> => {
      const { counts, vehicles } = await http.call(getLiveDtc, {}, signal)
      return { counts, vehicles }
    },
    /** Drops everything, so that the next user sees nothing of it. */
    clear: (): void => {
      store.clear()
    },
  }
}
