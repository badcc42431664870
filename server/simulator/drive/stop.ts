/** Why a truck stands. */
export type StopKind =
  | 'depot'
  | 'customer'
  | 'toll'
  | 'fuel'
  | 'meal'
  | 'tea'
  | 'rest'
  | 'night'
  | 'jam'
  | 'breakdown'

/** `on` idles, `key` has the key on and the engine off. */
export type Engine = 'on' | 'key' | 'off'

/** A part of a stop; fluids in litres, changing evenly from its start to its end. Times in seconds since 1970. */
export type Phase = {
  readonly from: number
  readonly to: number
  readonly engine: Engine
  readonly fuelFrom: number
  readonly fuelTo: number
  readonly adblueFrom: number
  readonly adblueTo: number
}

/** A stand at a point of the route. */
export type Stop = {
  readonly kind: StopKind
  readonly at: number
  readonly from: number
  readonly to: number
  readonly phases: readonly Phase[]
}
