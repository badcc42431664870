import type { Random } from '../random.ts'
import type { DrivingStyle } from './driving-style.ts'
import { ADBLUE_SHARE, IDLE_LITRES_PER_S, secondsUntilHour, type Truck } from './truck.ts'

/** Reasons for a stop. */
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
  | 'checkpost'
  | 'breakdown'

/** `on`: idling; `key`: ignition on, engine off. */
export type Engine = 'on' | 'key' | 'off'

/** A part of a stop. Fluids in litres, changing linearly. Times in seconds since 1970. */
export type Phase = {
  readonly from: number
  readonly to: number
  readonly engine: Engine
  readonly fuelFrom: number
  readonly fuelTo: number
  readonly adblueFrom: number
  readonly adblueTo: number
}

/** A stop at a point of the route. */
export type Stop = {
  readonly kind: StopKind
  readonly at: number
  readonly from: number
  readonly to: number
  readonly phases: readonly Phase[]
}

/** Fluids on board in litres. */
export type Fluids = { readonly fuel: number; readonly adblue: number }

type Part = {
  readonly engine: Engine
  readonly seconds: number
  readonly fuel?: number
  readonly adblue?: number
}

export type StopInput = {
  readonly truck: Truck
  readonly style: DrivingStyle
  readonly kind: StopKind
  readonly at: number
  readonly from: number
  readonly fluids: Fluids
  readonly random: Random
  readonly hurry: number
}

/** Seconds that refuelling or a theft takes. */
const FILLING_S = 420
const DRAINING_S = 540

const refuelled = ({ truck, fluids, random }: StopInput): Part => {
  const fuel = Math.max(0, truck.fuelTankLitres * random.between(0.78, 0.88) - fluids.fuel)
  const adblueFull = truck.adblueTankLitres * random.between(0.8, 0.9)
  const adblue = fluids.adblue < truck.adblueTankLitres * 0.4 ? adblueFull - fluids.adblue : 0
  return { engine: 'off', seconds: FILLING_S, fuel, adblue }
}

/** A rest. Some drivers idle or leave the ignition on at first. */
const resting = ({ random, style }: StopInput, seconds: number): Part[] => {
  const draw = random.next()
  if (draw < style.idling) {
    const idle = Math.min(seconds, random.between(400, 1300) * style.idleTime)
    return [
      { engine: 'on', seconds: idle },
      { engine: 'off', seconds: seconds - idle },
    ]
  }
  if (draw < style.idling + 0.15) {
    const key = seconds * random.between(0.3, 0.9)
    return [
      { engine: 'key', seconds: key },
      { engine: 'off', seconds: seconds - key },
    ]
  }
  return [
    { engine: 'on', seconds: 40 },
    { engine: 'off', seconds: seconds - 40 },
  ]
}

const night = (input: StopInput): Part[] => {
  const { truck, from, fluids, random } = input
  const seconds = Math.max(3 * 3600, secondsUntilHour(from, random.between(4.7, 6.2)))
  const warmUp = random.between(120, 420)
  const asleep = seconds - warmUp - 120
  const stolen = random.chance(0.035)
    ? Math.min(fluids.fuel * 0.5, truck.fuelTankLitres * random.between(0.06, 0.16))
    : 0
  return [
    { engine: 'on', seconds: 120 },
    { engine: 'off', seconds: asleep * 0.6 },
    { engine: 'off', seconds: DRAINING_S, fuel: -stolen },
    { engine: 'off', seconds: Math.max(60, asleep * 0.4 - DRAINING_S) },
    { engine: 'on', seconds: warmUp },
  ]
}

const atCustomer = ({ random, hurry, style }: StopInput): Part[] => [
  { engine: 'on', seconds: random.between(120, 300 + 1500 * style.idling * style.idleTime * 2) },
  { engine: 'key', seconds: random.between(60, 900) },
  { engine: 'off', seconds: random.between(1.2, 4.6) * 3600 * (hurry > 0 ? 0.5 : 1) },
  { engine: 'key', seconds: random.between(30, 240) },
  { engine: 'on', seconds: random.between(90, 400) },
]

const partsOf = (input: StopInput): Part[] => {
  const { random, kind, hurry } = input
  switch (kind) {
    case 'depot':
      return []
    case 'customer':
      return atCustomer(input)
    case 'toll':
      return [{ engine: 'on', seconds: random.between(25, 150) }]
    case 'jam':
      return [{ engine: 'on', seconds: random.between(240, 1400) }]
    case 'fuel':
      return [
        { engine: 'on', seconds: random.between(60, 240) },
        refuelled(input),
        { engine: 'off', seconds: random.between(120, 420) },
      ]
    case 'tea':
      return resting(input, random.between(540, 1300))
    case 'meal':
      return resting(input, random.between(1500, hurry > 0 ? 1700 : 2800))
    case 'rest':
      return resting(input, random.between(1900, hurry > 0 ? 2000 : 3600))
    case 'night':
      return night(input)
    case 'checkpost':
      return [
        { engine: 'on', seconds: random.between(120, 600) },
        { engine: 'off', seconds: random.between(600, 5400) },
      ]
    case 'breakdown':
      return [
        { engine: 'key', seconds: 600 },
        {
          engine: 'off',
          seconds: random.chance(0.2) ? random.between(9000, 20_000) : random.between(3000, 9000),
        },
      ]
  }
}

/** Times parts one after another and tracks the fluids. */
export const layParts = (parts: readonly Part[], from: number, fluids: Fluids): Phase[] => {
  let time = from
  let { fuel, adblue } = fluids
  return parts.map((part) => {
    const burnt = part.engine === 'on' ? part.seconds * IDLE_LITRES_PER_S : 0
    const phase: Phase = {
      from: time,
      to: time + part.seconds,
      engine: part.engine,
      fuelFrom: fuel,
      fuelTo: Math.max(0, fuel - burnt + (part.fuel ?? 0)),
      adblueFrom: adblue,
      adblueTo: Math.max(0, adblue - burnt * ADBLUE_SHARE + (part.adblue ?? 0)),
    }
    time = phase.to
    fuel = phase.fuelTo
    adblue = phase.adblueTo
    return phase
  })
}

/** A stop on the route, timed to the second, with the states of engine and tanks. */
export const stopAt = (input: StopInput): Stop => {
  const phases = layParts(partsOf(input), input.from, input.fluids)
  return { kind: input.kind, at: input.at, from: input.from, to: phases.at(-1)?.to ?? input.from, phases }
}

/** The stop at the depot before a round: loading, then warming up. Ends at `to`. */
export const depotStopBefore = (from: number, to: number, fluids: Fluids, random: Random): Stop => {
  const warmUp = Math.min((to - from) / 2, random.between(150, 600))
  const phases = layParts(
    [
      { engine: 'off', seconds: to - from - warmUp },
      { engine: 'on', seconds: warmUp },
    ],
    from,
    fluids,
  )
  return { kind: 'depot', at: 0, from, to, phases }
}

/** The stop at the depot after a round, until the next one starts with `next` on board. */
export const depotStopAfter = (
  input: Pick<StopInput, 'at' | 'from' | 'fluids' | 'random'> & { to: number; next: Fluids },
): Stop => {
  const { at, from, to, fluids, next, random } = input
  const available = Math.max(0, to - from)
  const idle = Math.min(available * 0.2, random.between(60, 420))
  const filling = Math.min(available * 0.2, FILLING_S)
  const before = (available - idle - filling) * 0.3
  const burnt = idle * IDLE_LITRES_PER_S
  const phases = layParts(
    [
      { engine: 'on', seconds: idle },
      { engine: 'off', seconds: before },
      {
        engine: 'off',
        seconds: filling,
        fuel: next.fuel - (fluids.fuel - burnt),
        adblue: next.adblue - (fluids.adblue - burnt * ADBLUE_SHARE),
      },
      { engine: 'off', seconds: Math.max(0, available - idle - filling - before) },
    ],
    from,
    fluids,
  )
  return { kind: 'depot', at, from, to: from + available, phases }
}
