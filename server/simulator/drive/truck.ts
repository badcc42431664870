import { IST_OFFSET_MS } from '#domain/ist.ts'
import { HOUR_S } from '#domain/units.ts'
import type { Shift } from './driving-style.ts'
import type { Tracker } from './tracker.ts'

/** How and where a simulated truck is driven, beyond its record. */
export type Truck = {
  /** Its number in the simulated fleet; seeds all random numbers about it. */
  readonly index: number
  readonly segment: 'HDT' | 'MDT'
  readonly fuelTankLitres: number
  readonly adblueTankLitres: number
  /** Its rounds in turn, each starting and ending at its depot. */
  readonly rounds: readonly Round[]
  /** Days per round, and the start of the first round as day and hour after ROUNDS_EPOCH_S. */
  readonly roundDays: number
  readonly roundOffsetS: number
  /** Readings at ROUNDS_EPOCH_S: km and hours. */
  readonly startOdo: number
  readonly startEngineHours: number
  /** Factor of the road's speed. */
  readonly pace: number
  /** Factor of the fuel that trucks of its kind burn on the road, and its revolutions per minute at idle. */
  readonly thirst: number
  readonly idleRpm: number
  /** Who drives it, in order of time. */
  readonly shifts: readonly Shift[]
  /** Two drivers take turns and drive through the night. */
  readonly teamDriven: boolean
  readonly tracker: Tracker
  /** Its tracker is silent for days at a time. */
  readonly flakyTracker: boolean
}

/** A round trip: the towns called at, starting and ending with the depot's. */
export type Round = { readonly towns: readonly number[] }

/** Start of the first round in seconds since 1970 UTC: Monday 1 January 2024, 03:30 IST, when all trucks are parked. */
export const ROUNDS_EPOCH_S = Date.UTC(2023, 11, 31, 22) / 1000

/** Hour of the day in India, 0 to below 24, at `time` seconds since 1970. */
export const istHourAt = (time: number): number => ((time + IST_OFFSET_MS / 1000) / HOUR_S) % 24

/** Seconds from `time` until the next `hour` in India. */
export const secondsUntilHour = (time: number, hour: number): number =>
  ((hour - istHourAt(time) + 24) % 24) * 3600

/** Traffic flow as a share of the road's speed: low in towns at rush hour, slightly higher at night. */
export const trafficFlowAt = (time: number, inTown: boolean): number => {
  const hour = istHourAt(time)
  const rush = (hour >= 8 && hour < 11) || (hour >= 17 && hour < 20.5)
  if (rush) return inTown ? 0.72 : 0.95
  return hour < 5 || hour >= 22 ? 1.05 : 1
}

/** Litres per second that an idling engine burns. */
export const IDLE_LITRES_PER_S = 2.4 / 3600
/** Litres of AdBlue per litre of fuel. */
export const ADBLUE_SHARE = 0.045

const PER_KM = { HDT: { full: 0.34, empty: 0.23 }, MDT: { full: 0.19, empty: 0.14 } } as const

/** Litres of fuel per km: more with load and in towns. `load` from 0 to 1. */
export const litresPerKm = (truck: Truck, load: number, inTown: boolean): number => {
  const { full, empty } = PER_KM[truck.segment]
  return (empty + (full - empty) * load) * (inTown ? 1.25 : 1) * truck.thirst
}
