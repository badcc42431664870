import type { Fix } from '#domain/fix.ts'
import { DAY_MS } from '#domain/units.ts'
import { fraction, hashOf } from '../random.ts'
import type { Route } from '../road/route.ts'
import { createJourney, type Journey, journeyNumberAt } from './journey.ts'
import { hasNetwork, type Readings, sampleFix } from './sample-fix.ts'
import { engineSecondsIn } from './timetable.ts'
import type { Round, Truck } from './truck.ts'

/** A truck's reports at any time, in any order. */
export type TruckLife = {
  readonly truck: Truck
  /** The round at `time` ms. */
  journeyAt(time: number): Journey
  /** The report at `time` ms, or undefined without reception or while the tracker is silent. */
  fixAt(time: number, everyMs: number): Fix | undefined
  /**
   * The reports from `from` up to but excluding `to` (ms), every `everyMs`, at the truck's offset within the
   * interval.
   */
  fixes(from: number, to: number, everyMs: number): Fix[]
  /**
   * The reports that arrive from `from` up to but excluding `to` (ms), oldest first. Without a network the tracker keeps them, and sends
   * them all with the first one that it can send.
   */
  uploads(from: number, to: number, everyMs: number): Fix[]
  /** The newest report that has arrived by `time` ms, at most ten days old. */
  lastFix(time: number, everyMs: number): Fix | undefined
  /** The time in ms of which the tracker's silence lets others know: `time`, or the begin of the silence at `time`. */
  knownUntil(time: number): number
}

export type TruckLifeInput = {
  readonly truck: Truck
  readonly seed: number
  readonly routeOf: (round: Round) => Route
}

/** Average km per engine hour, which gives the engine hours of whole rounds. */
const KM_PER_ENGINE_HOUR = 42
/** A flaky tracker is silent for `lasts` of every `every` seconds. */
const SILENCE_S = { every: 9 * 86_400, lasts: 5.6 * 86_400 }
const LOOK_BACK_MS = 10 * DAY_MS

/** For how many seconds a truck's tracker has been silent at `time` seconds; 0 if it reports. */
const silentS = (truck: Truck, seed: number, time: number): number => {
  if (!truck.flakyTracker) return 0
  const phase = fraction(hashOf(seed, 'silence', truck.index)) * SILENCE_S.every
  const since = (time + phase) % SILENCE_S.every
  return since < SILENCE_S.lasts ? since : 0
}

/** Offset in ms of this truck's reports within each interval, so that trucks do not report all at once. */
export const reportOffsetMs = (truck: Truck): number => (truck.index % 10) * 1000

type Lived = { readonly journey: Journey; readonly readings: Readings }
/** Rounds cached: a day may start in one and end in the next. */
const REMEMBERED = 2

export const createTruckLife = ({ truck, seed, routeOf }: TruckLifeInput): TruckLife => {
  let known: Lived[] = []

  const roundOf = (number: number): Round => {
    const count = truck.rounds.length
    const round = truck.rounds[((number % count) + count) % count]
    if (!round) throw new RangeError(`Truck ${truck.index} has no rounds to drive.`)
    return round
  }

  const kmBefore = (number: number): number => {
    const lengths = truck.rounds.map((round) => routeOf(round).totalKm)
    const all = lengths.reduce((sum, km) => sum + km, 0)
    const turns = Math.floor(number / lengths.length)
    return turns * all + lengths.slice(0, number - turns * lengths.length).reduce((sum, km) => sum + km, 0)
  }

  const readingsOf = (journey: Journey): Readings => {
    const km = kmBefore(journey.number)
    const { times, last, route } = journey
    const engineS = (times.engineS.at(-1) ?? 0) + engineSecondsIn(last, last.to)
    return {
      odo: truck.startOdo + km,
      engineHours: truck.startEngineHours + km / KM_PER_ENGINE_HOUR,
      engineScale: route.totalKm / KM_PER_ENGINE_HOUR / (engineS / 3600),
    }
  }

  const at = (time: number): Lived => {
    const number = journeyNumberAt(truck, time / 1000)
    const remembered = known.find(({ journey }) => journey.number === number)
    if (remembered) return remembered
    const journey = createJourney(truck, routeOf(roundOf(number)), seed, number)
    const lived = { journey, readings: readingsOf(journey) }
    known = [lived, ...known].slice(0, REMEMBERED)
    return lived
  }

  const report = (time: number, everyMs: number): Fix | undefined => {
    if (silentS(truck, seed, time / 1000) > 0) return undefined
    const { journey, readings } = at(time)
    return sampleFix(journey, readings, time, everyMs)
  }

  const firstAfter = (time: number, everyMs: number) =>
    Math.ceil((time - reportOffsetMs(truck)) / everyMs) * everyMs + reportOffsetMs(truck)

  const canSend = (time: number): boolean => hasNetwork(at(time).journey, time / 1000)

  /** The reports that the tracker kept before it could send again at `time`, oldest first. */
  const kept = (time: number, everyMs: number): Fix[] => {
    const fixes: Fix[] = []
    for (let before = time - everyMs; !canSend(before); before -= everyMs) {
      const fix = report(before, everyMs)
      if (fix) fixes.push(fix)
    }
    return fixes.reverse()
  }

  return {
    truck,
    journeyAt: (time) => at(time).journey,
    fixAt: report,
    fixes: (from, to, everyMs) => {
      const fixes: Fix[] = []
      for (let time = firstAfter(from, everyMs); time < to; time += everyMs) {
        const fix = report(time, everyMs)
        if (fix) fixes.push(fix)
      }
      return fixes
    },
    uploads: (from, to, everyMs) => {
      const fixes: Fix[] = []
      for (let time = firstAfter(from, everyMs); time < to; time += everyMs) {
        if (!canSend(time)) continue
        fixes.push(...kept(time, everyMs))
        const fix = report(time, everyMs)
        if (fix) fixes.push(fix)
      }
      return fixes
    },
    knownUntil: (time) => time - silentS(truck, seed, time / 1000) * 1000,
    lastFix: (time, everyMs) => {
      const newest = firstAfter(time + 1, everyMs) - everyMs
      for (let before = newest; before > newest - LOOK_BACK_MS; before -= everyMs) {
        const fix = canSend(before) ? report(before, everyMs) : undefined
        if (fix) return fix
      }
      return undefined
    },
  }
}
