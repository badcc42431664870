import { EVENT_BIT } from '#domain/fix.ts'
import { KMPH_PER } from '#domain/units.ts'
import type { Random } from '../random.ts'
import type { Route } from '../road/route.ts'
import { styleAt } from './driving-style.ts'
import type { Timetable } from './timetable.ts'
import type { Truck } from './truck.ts'

/** An event the tracker reports once, at `at` seconds since 1970. `bits` of `EVENT_BIT`. */
export type DrivingEvent = { readonly at: number; readonly bits: number }

/** A period of bad driving. `overrun` revs the engine too high, `coasting` rolls in neutral. */
export type DrivingLapse = {
  readonly kind: 'overrun' | 'coasting'
  readonly from: number
  readonly to: number
}

export type Incidents = {
  readonly drivingEvents: readonly DrivingEvent[]
  readonly lapses: readonly DrivingLapse[]
}

/** Of the harsh manoeuvres of a driver the share of each kind. */
const HARSH = [
  { bits: EVENT_BIT.HA, share: 0.32 },
  { bits: EVENT_BIT.HB, share: 0.42 },
  { bits: EVENT_BIT.HC, share: 0.26 },
] as const
const FAST_ENOUGH = 25 / KMPH_PER.mps

/** The incidents of a round while the truck moves, in order of time. */
export const incidentsOf = (truck: Truck, route: Route, times: Timetable, random: Random): Incidents => {
  const drivingEvents: DrivingEvent[] = []
  const lapses: DrivingLapse[] = []
  for (let point = 1; point < route.length - 1; point += 1) {
    if (times.stops.has(point) || (times.speed[point] ?? 0) < FAST_ENOUGH) continue
    const hundreds = ((route.km[point] ?? 0) - (route.km[point - 1] ?? 0)) / 100
    const at = times.arrives[point] ?? 0
    const style = styleAt(truck.shifts, at)
    for (const { bits, share } of HARSH)
      if (random.chance(style.harsh * share * hundreds)) drivingEvents.push({ at, bits })
    if ((lapses.at(-1)?.to ?? 0) > at) continue
    if (random.chance(style.overrun * hundreds)) {
      drivingEvents.push({ at, bits: EVENT_BIT.EO })
      lapses.push({ kind: 'overrun', from: at, to: at + random.between(30, 110) })
    } else if (random.chance(style.coasting * hundreds)) {
      lapses.push({ kind: 'coasting', from: at, to: at + random.between(60, 260) })
    }
  }
  return { drivingEvents, lapses }
}

/** Index of the first of the items in order of time that begins after `second`. */
const firstAfter = <T>(items: readonly T[], beginOf: (item: T) => number, second: number): number => {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (beginOf(items[middle] as T) <= second) low = middle + 1
    else high = middle
  }
  return low
}

/** The lapse that goes on at `second`. */
export const lapseAt = ({ lapses }: Incidents, second: number): DrivingLapse | undefined => {
  const last = lapses[firstAfter(lapses, ({ from }) => from, second) - 1]
  return last && second < last.to ? last : undefined
}

/** The bits of the events after `from` until `to`, seconds. */
export const eventsBetween = ({ drivingEvents }: Incidents, from: number, to: number): number => {
  let bits = 0
  for (let i = firstAfter(drivingEvents, ({ at }) => at, to) - 1; i >= 0; i -= 1) {
    const event = drivingEvents[i]
    if (!event || event.at <= from) break
    bits |= event.bits
  }
  return bits
}
