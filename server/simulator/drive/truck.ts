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
export const EPOCH_S = Date.UTC(2023, 11, 31, 22) / 1000
