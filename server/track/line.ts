import { greatCircleMetres } from '#domain/geo.ts'
import { HOUR_MS } from '#domain/units.ts'
import { RULES } from '../rules/limits.ts'
import { STATE } from '../rules/standing-state.ts'
import { DISTANCE } from './distance-limits.ts'
import type { Timeline } from './timeline.ts'

/** The line through the fixes of a timeline, from fix i - 1 to fix i. */
export type Line = {
  /** Km; 0 where the vehicle stands, and where the way was told with a later fix. */
  readonly km: Float64Array
  /** 1 where nobody can have driven so fast: these km count only if the odometer has them too. */
  readonly isJump: Uint8Array
  /** Where fixes came in a batch after a silence: the interval that was silent, in which they were driven; else 0. */
  readonly silence: Int32Array
}

/**
 * Measures the line (docs/figures.md, Kilometres). It runs from vertex to vertex: moving, every fix that is 5 s after the last one;
 * standing, none up to 50 m, and farther away only if the next fix is there too.
 */
export const lineOf = (timeline: Timeline): Line => {
  const { columns, state, step } = timeline
  const { time, length } = columns
  const km = new Float64Array(length)
  const isJump = new Uint8Array(length)
  const silence = new Int32Array(length)
  let vertex = 0
  /** Metres along all fixes since the vertex: a vehicle that stands can be no farther away. */
  let roamed = 0
  let stood = isStandingAt(state, 0)
  let silent = 0
  let silentMs = 0
  let spareKm = 0
  let wasStuck = false
  for (let i = 1; i < length; i += 1) {
    const now = time[i] ?? 0
    const ms = now - (time[i - 1] ?? 0)
    const metres = step[i] ?? 0
    const isStill = isStandingAt(state, i) || (stood && isStray(timeline, vertex, i))
    let isVertex = true
    roamed += metres
    if (metres > (ms * RULES.fastestKmph * 1000) / HOUR_MS + RULES.noiseM) {
      const isInBatch = ms < silentMs && now - ms - (time[silent] ?? 0) <= DISTANCE.batchMs
      const most = isInBatch ? spareKm + possibleKm(ms) : 0
      const through = isInBatch ? kmThroughDoubtful(timeline, i) : 0
      const driven = through > 0 && through <= most ? through : metres / 1000
      km[i] = driven
      if (driven <= most) {
        silence[i] = silent
        spareKm -= Math.max(0, driven - possibleKm(ms))
      } else isJump[i] = 1
    } else {
      if (!stood || !isStill) isVertex = stood || isStill || now - (time[vertex] ?? 0) >= DISTANCE.gatherMs
      else if (roamed <= RULES.noiseM) isVertex = false
      else {
        roamed = metresFrom(timeline, vertex, i)
        isVertex =
          roamed > RULES.noiseM && i + 1 < length && metresFrom(timeline, vertex, i + 1) > RULES.noiseM
      }
      if (isVertex)
        km[i] = (stood ? metresOutOf(timeline, vertex, i) : metresFrom(timeline, vertex, i)) / 1000
    }
    if (isVertex) {
      vertex = i
      roamed = 0
    }
    // A receiver that goes on saying where it last was, as in a tunnel, is as silent as one that says nothing.
    const isStuck = metres === 0 && state[i] === STATE.running
    if (isStuck || ms >= DISTANCE.silenceMs) {
      const goesOn = isStuck && wasStuck
      silent = i
      silentMs = ms + (goesOn ? silentMs : 0)
      spareKm = Math.max(0, possibleKm(ms) - (km[i] ?? 0)) + (goesOn ? spareKm : 0)
    }
    wasStuck = isStuck
    stood = isStill
  }
  return { km, isJump, silence }
}

const isStandingAt = (state: Uint8Array, i: number): boolean => (state[i] ?? STATE.unknown) >= STATE.idling

/** Whether a fix that moves is a single stray one of a vehicle that stands at `vertex`. */
const isStray = (timeline: Timeline, vertex: number, i: number): boolean =>
  isStandingAt(timeline.state, i + 1) &&
  metresFrom(timeline, vertex, i) <= RULES.samePlaceM &&
  metresFrom(timeline, vertex, i + 1) <= RULES.noiseM

/**
 * Metres from where a vehicle stood, its last vertex, to a fix that has left: along what lies between, in steps that are no noise, since
 * it was last there. So the bends of a way that began slowly count.
 */
const metresOutOf = (timeline: Timeline, vertex: number, i: number): number => {
  const { columns } = timeline
  const straight = metresFrom(timeline, vertex, i)
  let from = i - 1
  while (from > vertex && metresBetweenFixes(columns, vertex, from) > DISTANCE.nearM) from -= 1
  let [metres, last] = [0, vertex]
  for (let k = from + 1; k <= i; k += 1) {
    const step = metresBetweenFixes(columns, last, k)
    if (k < i && step < DISTANCE.nearM) continue
    metres += step
    last = k
  }
  return Math.min(metres, straight * DISTANCE.mostOfStraight)
}

/** Km that a truck can drive in a time at the mean speed that is possible over minutes. */
export const possibleKm = (ms: number): number => (ms * DISTANCE.possibleKmph) / HOUR_MS

/** Metres from fix a to a later fix b. */
const metresFrom = ({ columns, step }: Timeline, a: number, b: number): number =>
  b === a + 1 ? (step[b] ?? 0) : metresBetweenFixes(columns, a, b)

const metresBetweenFixes = ({ lng, lat }: Timeline['columns'], a: number, b: number): number =>
  greatCircleMetres(lng[a] ?? 0, lat[a] ?? 0, lng[b] ?? 0, lat[b] ?? 0)

/** Km from fix i - 1 to fix i through the later fixes between them that are not believed by themselves; 0 without any. */
const kmThroughDoubtful = ({ all, rows }: Timeline, i: number): number => {
  const [from, to] = [rows[i - 1] ?? 0, rows[i] ?? 0]
  if (to - from < 2) return 0
  let [km, last] = [0, from]
  for (let row = from + 1; row <= to; row += 1) {
    if ((all.time[row] ?? 0) <= (all.time[last] ?? 0)) continue
    km += metresBetweenFixes(all, last, row) / 1000
    last = row
  }
  return km
}
