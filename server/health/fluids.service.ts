import type { VehicleFluids } from '#contract/records/health.ts'
import type { Caller } from '../access/caller.ts'
import type { FilteredVehicles, Owners } from '../fleet/report-filters.ts'
import type { FluidRepository } from './fluids.repository.ts'

const levelOf = (litres: number | null, tank: number | null): VehicleFluids['fuel'] =>
  litres === null ? null : { litres, percent: tank ? Math.min(100, (100 * litres) / tank) : null }

/** The fluids of the vehicles that a caller sees (HLT-05). Fixes carry no coolant, oil or battery yet, so nobody reports them. */
export const createFluidReads = ({
  fluids,
  vehiclesOf,
}: {
  fluids: FluidRepository
  vehiclesOf: FilteredVehicles
}) => ({
  of: async (caller: Caller, owners: Owners): Promise<VehicleFluids[]> =>
    (await fluids.latest(await vehiclesOf(caller, owners))).map((row) => ({
      ...{ vehicleId: row.id, registrationId: row.registration, model: row.model },
      time: row.time?.getTime() ?? null,
      fuel: levelOf(row.fuel, row.fuel_tank_litres),
      adblue: levelOf(row.adblue, row.adblue_tank_litres),
      ...{ coolantCelsius: null, oilKpa: null, batteryVolts: null },
    })),
})

export type FluidReads = ReturnType<typeof createFluidReads>
