import type { FieldsWith } from './fix.ts'

/**
 * `whileRunning`: only what is reported while the engine runs says anything of the vehicle's health. `canBeZero`: whether exactly 0 is a
 * value, and not what a sensor that has failed shows. `tank`: whose field it is that says how much it can hold.
 */
type Fluid = {
  readonly whileRunning: boolean
  readonly canBeZero: boolean
  readonly tank?: 'fuelTankLitres' | 'adblueTankLitres'
}

/**
 * The fluids of a vehicle and its battery (HLT-05), by the field of its fixes that each is: levels of tanks in litres, the coolant in °C,
 * the pressure of the oil in kPa, the battery in V.
 */
export const FLUIDS = {
  fuel: { whileRunning: false, canBeZero: false, tank: 'fuelTankLitres' },
  adblue: { whileRunning: false, canBeZero: false, tank: 'adblueTankLitres' },
  coolant: { whileRunning: true, canBeZero: true },
  oilPressure: { whileRunning: true, canBeZero: true },
  battery: { whileRunning: true, canBeZero: false },
} as const satisfies Partial<Record<FieldsWith<{ kind: 'number' }>, Fluid>>

export type FluidName = keyof typeof FLUIDS
export const FLUID_NAMES = Object.keys(FLUIDS) as FluidName[]

/** Something for each fluid. */
export type EachFluid<T> = { readonly [Name in FluidName]: T }

/** Makes something for each fluid. */
export const eachFluid = <T>(of: (name: FluidName) => T): EachFluid<T> =>
  Object.fromEntries(FLUID_NAMES.map((name) => [name, of(name)])) as EachFluid<T>

/** Whether the engine runs at these revolutions (NaN where they are unknown; then the key tells). */
export const runsEngine = (rpm: number, isKeyOn: boolean): boolean => (Number.isNaN(rpm) ? isKeyOn : rpm > 0)
