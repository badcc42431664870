/** What the simulator knows of a truck beyond its record: how it is driven, and where. */
export type Truck = {
  /** Its number in the whole simulated fleet; every random draw about it starts from here. */
  readonly index: number
  readonly segment: 'HDT' | 'MDT'
  readonly fuelTankLitres: number
  readonly adblueTankLitres: number
  /** Rounds it drives in turn, each from its depot and back. */
  readonly rounds: readonly Round[]
  /** Length of every round in days, and the day and hour the first began counted from the simulator's epoch. */
  readonly roundDays: number
  readonly roundOffsetS: number
  /** Readings at the simulator's epoch: km and hours. */
  readonly startOdo: number
  readonly startEngineHours: number
  /** Multiplies the road's pace. */
  readonly pace: number
  /** How often it brakes and turns harshly, speeds and overruns its engine; 1 is common. */
  readonly roughness: number
  /** Two drivers take turns and drive through the night. */
  readonly teamDriven: boolean
  /** Its tracker falls silent for days. */
  readonly flakyTracker: boolean
}

/** A round trip: the towns called at, beginning and ending with the depot's. */
export type Round = { readonly towns: readonly number[] }

/** Seconds since 1970 UTC from which rounds are counted: Monday 1 January 2024, 03:30 IST, when all trucks stand. */
export const ROUNDS_EPOCH_S = Date.UTC(2023, 11, 31, 22) / 1000

/** India's offset from UTC in seconds; the trucks' drivers live by it. */
const IST_S = 5.5 * 3600

/** Hour of the day in India, 0 up to below 24, at `time` seconds since 1970. */
export const istHourAt = (time: number): number => ((time + IST_S) / 3600) % 24

/** Seconds from `time` until the next moment that is `hour` in India. */
export const secondsUntilHour = (time: number, hour: number): number =>
  ((hour - istHourAt(time) + 24) % 24) * 3600

/** How freely traffic flows, as a share of the road's pace: slow in towns at rush hours, a little faster at night. */
export const trafficFlowAt = (time: number, inTown: boolean): number => {
  const hour = istHourAt(time)
  const rush = (hour >= 8 && hour < 11) || (hour >= 17 && hour < 20.5)
  if (rush) return inTown ? 0.72 : 0.95
  return hour < 5 || hour >= 22 ? 1.05 : 1
}

/** Litres an idling engine burns in a second. */
export const IDLE_LITRES_PER_S = 2.4 / 3600
/** Litres of AdBlue for each litre of fuel. */
export const ADBLUE_SHARE = 0.045

const PER_KM = { HDT: { full: 0.34, empty: 0.23 }, MDT: { full: 0.19, empty: 0.14 } } as const

/** Litres of fuel a truck burns on one km: more with load and in towns. `load` from 0 to 1. */
export const litresPerKm = (truck: Truck, load: number, inTown: boolean): number => {
  const { full, empty } = PER_KM[truck.segment]
  return (empty + (full - empty) * load) * (inTown ? 1.25 : 1)
}
