import type { FluidHistory, VehicleFluids } from '#contract/records/health.ts'
import { dayOf, shiftDay } from '#domain/company-time.ts'
import { eachFluid, FLUIDS, type FluidName, runsEngine } from '#domain/fluids.ts'
import { besideBand, USUAL_DAYS, usualBand } from '#domain/usual-band.ts'
import type { Caller } from '../access/caller.ts'
import type { FilteredVehicles, Owners } from '../fleet/report-filters.ts'
import { notFound } from '../http/errors.ts'
import type { FluidRepository } from './fluids.repository.ts'

/** The coolant may well be below 0; no other fluid is. */
const LEAST: Partial<Record<FluidName, number>> = { coolant: Number.NEGATIVE_INFINITY }

type Latest = Awaited<ReturnType<FluidRepository['latest']>>[number]

const tankOf = (fluid: FluidName, row: Latest): number | null => {
  if (fluid === 'fuel') return row.fuel_tank_litres
  return fluid === 'adblue' ? row.adblue_tank_litres : null
}
const reportedOf = (fluid: FluidName, row: Latest): number | null =>
  fluid === 'oilPressure' ? row.oil_pressure : row[fluid]

/** Whether the engine runs; null where neither its revolutions nor the key are reported. */
const isEngineOn = ({ rpm, ignition }: Latest): boolean | null =>
  rpm === null && ignition === null ? null : runsEngine(rpm ?? Number.NaN, ignition === true)

/** The fluids and the battery of the vehicles that a caller sees (HLT-05). */
export const createFluidReads = ({
  fluids,
  vehiclesOf,
  now,
}: {
  readonly fluids: FluidRepository
  readonly vehiclesOf: FilteredVehicles
  /** ms UTC. */
  readonly now: () => number
}) => {
  /** What is usual of vehicles, from their thirty days before today, and their values of today. */
  const usualOf = async (vehicleIds: readonly number[]) => {
    const rows = await fluids.usual(vehicleIds, now())
    const found = new Map(rows.map((row) => [`${row.vehicleId} ${row.fluid}`, row]))
    return (vehicleId: number, fluid: FluidName) => {
      const row = found.get(`${vehicleId} ${fluid}`)
      if (row === undefined) return { band: null, isOfToday: () => false }
      const { days, low, high, lowToday, highToday } = row
      return {
        band: usualBand(days, low, high, LEAST[fluid]),
        isOfToday: (value: number) =>
          lowToday !== null && highToday !== null && value >= lowToday && value <= highToday,
      }
    }
  }

  return {
    /** What each vehicle reported last, by registration, and what is usual of it. */
    of: async (caller: Caller, owners: Owners): Promise<VehicleFluids[]> => {
      const rows = await fluids.latest(await vehiclesOf(caller, owners))
      const usual = await usualOf(rows.map(({ id }) => id))
      return rows.map((row) => ({
        ...{ vehicleId: row.id, registrationId: row.registration, model: row.model },
        ...{ time: row.time?.getTime() ?? null, isEngineOn: isEngineOn(row) },
        fluids: eachFluid((fluid) => {
          const value = reportedOf(fluid, row)
          const tank = tankOf(fluid, row)
          if (value === null) return null
          const { band, isOfToday } = usual(row.id, fluid)
          // The last value may be older than the last fix, and be from when the engine stood.
          const counts = !FLUIDS[fluid].whileRunning || (isEngineOn(row) === true && isOfToday(value))
          return {
            ...{ value, usual: band, beside: counts ? besideBand(value, band) : null },
            percent: tank ? Math.min(100, (100 * value) / tank) : null,
          }
        }),
      }))
    },

    /**
     * The levels of a vehicle on each of the last thirty days and on today.
     * @throws HttpError 404 if the caller does not see the vehicle.
     */
    history: async (caller: Caller, vehicleId: number): Promise<FluidHistory> => {
      const [row] = await fluids.latest(await vehiclesOf(caller, { vehicleIds: [vehicleId] }))
      if (row === undefined) throw notFound()
      const key = { companyId: row.company_id, vehicleId }
      const first = shiftDay(dayOf(now(), row.time_zone), -USUAL_DAYS)
      const [pendingDays, stored, usual] = await Promise.all([
        fluids.pendingDays(key, first),
        fluids.days(key, first),
        usualOf([vehicleId]),
      ])
      const levels = new Map(stored.map(({ day, fluid, ...level }) => [`${day} ${fluid}`, level]))
      return {
        ...{ vehicleId, pendingDays },
        days: Array.from({ length: USUAL_DAYS + 1 }, (_, i) => {
          const day = shiftDay(first, i)
          return { day, fluids: eachFluid((fluid) => levels.get(`${day} ${fluid}`) ?? null) }
        }),
        usual: eachFluid((fluid) => usual(vehicleId, fluid).band),
      }
    },
  }
}

export type FluidReads = ReturnType<typeof createFluidReads>
