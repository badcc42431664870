import type { FleetFilter, FleetList, FleetVehicle, VehicleOption } from '#contract/records/fleet.ts'
import type { LiveMessage } from '#contract/records/live.ts'
import { TEXTS } from '#contract/texts.ts'
import type { Fix } from '#domain/fix.ts'
import { istClock, istDate, istDateTime } from '#domain/ist.ts'
import { currentSpeed } from '#domain/silence.ts'
import { statusOf, VEHICLE_STATUSES } from '#domain/status.ts'
import { percentOf } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import type { VehiclesOfUsers } from '../access/visible-vehicles.service.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { liveMessageOf } from '../live/vehicle-feed.ts'
import type { FleetRepository, FleetRow } from './fleet.repository.ts'
import type { Groupings } from './groupings.service.ts'
import type { HeldLists } from './held-lists.ts'

const statusAt = ({ latest }: FleetRow, now: number): string =>
  latest === null ? TEXTS.noRecentData : statusOf(latest, now)

const isOffline = (latest: Fix | null, now: number): boolean =>
  latest === null || statusOf(latest, now) === 'OFFLINE'

/** A forecast that has passed is none: the truck is still on its way. Nor is one of a truck that is OFFLINE. */
const tripDetailOf = ({ trip, latest }: FleetRow, now: number) =>
  trip === null
    ? null
    : {
        tripId: trip.id,
        fromCity: trip.fromCity,
        toCity: trip.toCity,
        eta: trip.eta === null || isOffline(latest, now) ? null : istDateTime(Math.max(trip.eta, now)),
      }

/** A row in the form of the fleet list; its status is as of `now` (ms). */
const toFleetVehicle = (row: FleetRow, now: number): FleetVehicle => {
  const { latest } = row
  return {
    vehicleId: row.vehicleId,
    registrationId: row.registration,
    imei: row.imei,
    latitude: latest?.lat ?? null,
    longitude: latest?.lng ?? null,
    vehicleStatus: statusAt(row, now),
    tripDetail: tripDetailOf(row, now),
    lastUpdatedDate: latest ? istDate(latest.time) : '',
    lastUpdatedTime: latest ? istClock(latest.time) : '',
    currentVehicleSpeed: latest && currentSpeed(latest.speed, latest.time, now),
    fixTime: latest?.time ?? 0,
    heading: latest?.heading ?? null,
    odo: latest?.odo ?? null,
    fuelPercent: percentOf(latest?.fuel, row.fuelTankLitres),
    adbluePercent: percentOf(latest?.adblue, row.adblueTankLitres),
    intervalS: row.intervalS,
    ...(latest?.clockAhead === undefined ? {} : { clockAheadS: latest.clockAhead }),
    model: row.model,
  }
}

const countByStatus = (vehicles: readonly FleetVehicle[]): FleetList['counts'] => {
  const of = (status: string) => vehicles.filter(({ vehicleStatus }) => vehicleStatus === status).length
  return {
    RUNNING: of('RUNNING'),
    IDLING: of('IDLE'),
    STOPPED: of('STOPPED'),
    KEYON: of('KEYON'),
    OFFLINE: of('OFFLINE'),
  }
}

/** The status of a filter; null for all. IDLING means IDLE (CONFLICT-01). */
const wantedStatus = (status: string): string | null => {
  const wanted = status === 'IDLING' ? 'IDLE' : status
  if (wanted === '') return null
  if (VEHICLE_STATUSES.some((known) => known === wanted)) return wanted
  throw new HttpError('statusUnknown', { status: status.slice(0, 40) })
}

type Dependencies = {
  readonly fleet: FleetRepository
  readonly heldLists: HeldLists
  readonly groupings: Groupings
  readonly visibleVehicles: VisibleVehiclesOf
  readonly vehiclesOfUsers: VehiclesOfUsers
  readonly now: () => number
}

/** The fleet for the map, the lists and the dropdown. */
export const createFleetService = ({
  fleet,
  heldLists,
  groupings,
  visibleVehicles,
  vehiclesOfUsers,
  now,
}: Dependencies) => {
  const rowsOf = async (caller: Caller): Promise<FleetRow[]> => {
    const { companyId, vehicleIds } = await visibleVehicles(caller)
    return (await fleet.list({ companyId })).filter(({ vehicleId }) => vehicleIds.has(vehicleId))
  }
  const vehiclesOf = async (caller: Caller): Promise<FleetVehicle[]> => {
    const at = now()
    return (await rowsOf(caller)).map((row) => toFleetVehicle(row, at))
  }

  /** How many of these vehicles that the caller may see have each status. */
  const statusesOf = async (caller: Caller, vehicleIds: ReadonlySet<number>): Promise<FleetList['counts']> =>
    countByStatus((await vehiclesOf(caller)).filter(({ vehicleId }) => vehicleIds.has(vehicleId)))

  /** A vehicle that the caller may see. Throws the common 404 for any other. */
  const vehicleOf = async (caller: Caller, vehicleId: number): Promise<FleetRow> => {
    const { companyId, vehicleIds } = await visibleVehicles(caller)
    const [row] = vehicleIds.has(vehicleId) ? await fleet.list({ companyId, vehicleId }) : []
    if (row === undefined) throw notFound()
    return row
  }

  /** The whole fleet; only what has changed for a client that holds a known revision. */
  const allOf = async (caller: Caller, held?: string) => {
    const vehicles = await vehiclesOf(caller)
    const counts = countByStatus(vehicles)
    return { ...heldLists.reply(vehicles, { counts, listed: counts }, held), counts }
  }

  /**
   * The filtered fleet; only what has changed for a client that holds a known revision. Counts ignore the status, so that
   * choosing a chip does not change the numbers on the others.
   */
  const filter = async (caller: Caller, requested: FleetFilter, held?: string) => {
    const status = wantedStatus(requested.status)
    const { overSpeed, companyIds, regionIds, groupIds, userIds = [] } = requested.filter
    const members = await groupings.membersOf(caller, { groupIds, regionIds })
    const seen = await vehiclesOfUsers(caller, userIds)
    const companies = new Set(companyIds)
    const chosen = new Set(requested.vehicleIds ?? [])
    const at = now()
    const vehicles = (await rowsOf(caller))
      .filter(({ vehicleId, companyId }) => {
        const inCompany = companies.size === 0 || companies.has(companyId)
        const isChosen = chosen.size === 0 || chosen.has(vehicleId)
        const isMember = members === null || members.has(vehicleId)
        return inCompany && isChosen && isMember && (seen === null || seen.has(vehicleId))
      })
      .map((row) => toFleetVehicle(row, at))
      .filter(({ currentVehicleSpeed, vehicleStatus }) => {
        const isTooFast = vehicleStatus !== 'OFFLINE' && (currentVehicleSpeed ?? 0) > overSpeed
        return overSpeed <= 0 || isTooFast
      })
    const shown = status === null ? vehicles : vehicles.filter((each) => each.vehicleStatus === status)
    const counts = countByStatus(vehicles)
    return { ...heldLists.reply(shown, { counts, listed: countByStatus(shown) }, held), counts }
  }

  /** The dropdown's entries (MAP-53). */
  const options = async (caller: Caller): Promise<VehicleOption[]> =>
    (await vehiclesOf(caller)).map((each) => ({
      vehicleId: each.vehicleId,
      registrationId: each.registrationId,
      vehicleStatus: each.vehicleStatus,
      lastUpdatedDate: each.lastUpdatedDate,
      lastUpdatedTime: each.lastUpdatedTime,
      tripDetail: each.tripDetail,
    }))

  /** The caller's vehicles whose registration or chassis number contains the text; only letters and digits count (API-119). */
  const searchIds = async (caller: Caller, text: string): Promise<number[]> => {
    const { companyId, vehicleIds } = await visibleVehicles(caller)
    const key = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
    if (key === '') return []
    return (await fleet.idsHolding(companyId, key)).filter((id) => vehicleIds.has(id))
  }

  /** The latest position of a vehicle, in the form of its stream. */
  const live = async (caller: Caller, vehicleId: number): Promise<LiveMessage> => {
    const row = await vehicleOf(caller, vehicleId)
    const { latest: fix, intervalS } = row
    return fix === null
      ? { ERROR: TEXTS.noDataForVehicle }
      : liveMessageOf(vehicleId, row, { fix, intervalS }, now())
  }

  return { allOf, filter, searchIds, statusesOf, vehicleOf, options, live }
}

export type FleetService = ReturnType<typeof createFleetService>
