import type { FluidHistory, VehicleFluids } from '#contract/records/health.ts'
import { DEFAULT_TIME_ZONE, dayOf, shiftDay } from '#domain/company-time.ts'
import { eachFluid, FLUIDS, type FluidName, runsEngine } from '#domain/fluids.ts'
import { besideBand, USUAL_DAYS, type UsualBand, usualBand } from '#domain/usual-band.ts'
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

const isRunning = ({ rpm, ignition }: Latest): boolean => runsEngine(rpm ?? Number.NaN, ignition === true)

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
  /** What is usual of vehicles, from their thirty days before `today`. */
  const usualOf = async (vehicleIds: readonly number[], today: string) => {
    const bands = new Map<string, UsualBand | null>()
    const rows = await fluids.usual(vehicleIds, shiftDay(today, -USUAL_DAYS), shiftDay(today, -1))
    for (const { vehicleId, fluid, days, low, high } of rows)
      bands.set(`${vehicleId} ${fluid}`, usualBand(days, low, high, LEAST[fluid]))
    return (vehicleId: number, fluid: FluidName): UsualBand | null =>
      bands.get(`${vehicleId} ${fluid}`) ?? null
  }

  return {
    /** What each vehicle reported last, by registration, and what is usual of it. */
    of: async (caller: Caller, owners: Owners): Promise<VehicleFluids[]> => {
      const rows = await fluids.latest(await vehiclesOf(caller, owners))
      const usual = await usualOf(
        rows.map(({ id }) => id),
        dayOf(now(), rows[0]?.time_zone ?? DEFAULT_TIME_ZONE),
      )
      return rows.map((row) => ({
        ...{ vehicleId: row.id, registrationId: row.registration, model: row.model },
        time: row.time?.getTime() ?? null,
        fluids: eachFluid((fluid) => {
          const value = reportedOf(fluid, row)
          const tank = tankOf(fluid, row)
          if (value === null) return null
          const band = usual(row.id, fluid)
          const counts = !FLUIDS[fluid].whileRunning || isRunning(row)
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
      if (!(await vehiclesOf(caller, {})).includes(vehicleId)) throw notFound()
      const [row] = await fluids.latest([vehicleId])
      if (row === undefined) throw notFound()
      const today = dayOf(now(), row.time_zone)
      const first = shiftDay(today, -USUAL_DAYS)
      const [pendingDays, stored, usual] = await Promise.all([
        fluids.pendingDays(vehicleId, first),
        fluids.days(vehicleId, first),
        usualOf([vehicleId], today),
      ])
      const levels = new Map(stored.map(({ day, fluid, ...level }) => [`${day} ${fluid}`, level]))
      return {
        ...{ vehicleId, registrationId: row.registration, pendingDays },
        ...{ fuelTankLitres: row.fuel_tank_litres, adblueTankLitres: row.adblue_tank_litres },
        days: Array.from({ length: USUAL_DAYS + 1 }, (_, i) => {
          const day = shiftDay(first, i)
          return { day, fluids: eachFluid((fluid) => levels.get(`${day} ${fluid}`) ?? null) }
        }),
        usual: eachFluid((fluid) => usual(vehicleId, fluid)),
      }
    },
  }
}

export type FluidReads = ReturnType<typeof createFluidReads>
