import * as z from 'zod/mini'
import { fleetGroups } from '#contract/calls/fleet.ts'
import {
  fleetDtcData,
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
import { HEALTH_PATH, type HealthFilter, healthLinkSearch, readHealthLink } from '#domain/health-link.ts'
import { toPayloadTime } from '#domain/ist.ts'
import type {
  HealthChoices,
  HealthRequest,
  HealthSummary,
  KeptHealthFilter,
  LiveDtcCounts,
  ServiceChange,
} from '#src/machines/health/health.ports.ts'
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
  /** The user whose groups are listed. */
  readonly recordId: () => number
  /** The range of the filter's period now, ms UTC. */
  readonly rangeOf: (
    filter: HealthFilter,
    clock: { now: number; timeZone: string },
  ) => { from: number; to: number }
  readonly now: () => number
}

/** The last second of a range, which the filter of reports names as its end. */
const LAST_MS = 1000

type OfVehicle = { readonly vehicleId: number }
type Groups = ReadonlyArray<HealthChoices['groups'][number] & { readonly vehicleIds: ReadonlySet<number> }>

/** Loads fleet health into a store, and changes services. Errors are those of the request builder. */
export const createHealth = ({
  http,
  storage,
  location,
  vehicleOptions,
  recordId,
  rangeOf,
  now,
}: Dependencies) => {
  const store = createHealthStore()
  let groups: Groups | null = null

  const loadGroups = async (signal?: AbortSignal): Promise<Groups> => {
    if (groups !== null) return groups
    const reply = await http.call(fleetGroups, { query: { userId: recordId() } }, signal)
    groups = reply.groups.map(({ groupId, groupName, vehicles }) => ({
      ...{ groupId, groupName, vehicleIds: new Set(vehicles.map(({ vehicleId }) => vehicleId)) },
    }))
    return groups
  }

  /** Whether a row is of the chosen vehicle or group. A group that is no longer there has no rows. */
  const ownedBy = async (
    { vehicleId, groupId }: HealthFilter,
    signal?: AbortSignal,
  ): Promise<(row: OfVehicle) => boolean> => {
    if (vehicleId !== null) return (row) => row.vehicleId === vehicleId
    if (groupId === null) return () => true
    const group = (await loadGroups(signal)).find((each) => each.groupId === groupId)
    return (row) => group?.vehicleIds.has(row.vehicleId) ?? false
  }

  const loadLive = async (filter: HealthFilter, signal?: AbortSignal): Promise<HealthSummary> => {
    const { codes } = await http.call(getLiveDtc, {}, signal)
    const isOwned = await ownedBy(filter, signal)
    signal?.throwIfAborted()
    const dtcs = codes.filter(
      (row) => isOwned(row) && (filter.severity === null || row.severity === filter.severity),
    )
    store.show({ dtcs })
    return { shown: dtcs.length, total: dtcs.length }
  }

  const loadHistory = async (
    { filter, timeZone }: HealthRequest,
    signal?: AbortSignal,
  ): Promise<HealthSummary> => {
    const { vehicleId, groupId, severity } = filter
    const { from, to } = rangeOf(filter, { now: now(), timeZone })
    const group =
      groupId === null ? undefined : (await loadGroups(signal)).find((each) => each.groupId === groupId)
    const body = {
      ...(vehicleId === null ? {} : { vehicleIds: [vehicleId] }),
      ...(groupId === null ? {} : { groupNames: [group?.groupName ?? ''] }),
      ...(severity === null ? {} : { severities: [severity] }),
      ...{ fromTsInIST: toPayloadTime(from), toTsInIST: toPayloadTime(to - LAST_MS) },
    }
    const { rows, total } = await http.call(fleetDtcData, { body }, signal)
    signal?.throwIfAborted()
    store.show({ dtcs: rows })
    return { shown: rows.length, total }
  }

  const REMINDERS = { overdue: serviceOverdue, dueSoon: serviceDueSoon, all: serviceReminders } as const

  const loadServices = async (filter: HealthFilter, signal?: AbortSignal): Promise<HealthSummary> => {
    const isOwned = await ownedBy(filter, signal)
    const counts = http.call(serviceCount, {}, signal)
    if (filter.services === 'done') {
      const [serviceCounts, { records: all }] = await Promise.all([
        counts,
        http.call(serviceDone, {}, signal),
      ])
      signal?.throwIfAborted()
      const records = all.filter(isOwned)
      store.show({ records, serviceCounts })
      return { shown: records.length, total: records.length }
    }
    const { [filter.services]: call } = REMINDERS
    const [serviceCounts, { reminders: all }] = await Promise.all([counts, http.call(call, {}, signal)])
    signal?.throwIfAborted()
    const reminders = all.filter(isOwned)
    store.show({ reminders, serviceCounts })
    return { shown: reminders.length, total: reminders.length }
  }

  const loadFluids = async (filter: HealthFilter, signal?: AbortSignal): Promise<HealthSummary> => {
    const isOwned = await ownedBy(filter, signal)
    const { vehicles } = await http.call(vehicleFluids, {}, signal)
    signal?.throwIfAborted()
    const fluids = vehicles.filter(isOwned)
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
      groups = null
      const [loaded] = await Promise.all([loadGroups(signal), vehicleOptions.load(signal)])
      return { groups: loaded.map(({ groupId, groupName }) => ({ groupId, groupName })) }
    },
    changeService: async (change: ServiceChange, signal?: AbortSignal): Promise<void> => {
      switch (change.kind) {
        case 'record': {
          const { vehicleId, doneAt, odo, note } = change
          await http.call(
            recordService,
            { body: { vehicleId, doneAt, note, ...(odo === null ? {} : { odo }) } },
            signal,
          )
          return
        }
        case 'undo':
          await http.call(undoService, { body: { serviceId: change.serviceId } }, signal)
          return
        case 'interval': {
          const { vehicleId, interval } = change
          await http.call(setServiceInterval, { body: { vehicleId, interval } }, signal)
        }
      }
    },
    /** The filter of the address. An address without one stands for what the tab has kept, or, while the screen is open, for the default. */
    readAddress: ({ isOpen }: { isOpen: boolean }): HealthFilter => {
      const { search } = location.current()
      return readHealthLink(
        search === '' && !isOpen ? (storage.getSession('serviceDue', z.string()) ?? '') : search,
      )
    },
    keepFilter: ({ filter, replace }: KeptHealthFilter): void => {
      const search = healthLinkSearch(filter)
      storage.setSession('serviceDue', search)
      location.navigate(`${HEALTH_PATH}${search}`, { replace })
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
      groups = null
      store.clear()
    },
  }
}
