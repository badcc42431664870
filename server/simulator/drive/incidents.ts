import { EVENT_BIT } from '#domain/fix.ts'
import type { Random } from '../random.ts'
import type { Route } from '../road/route.ts'
import type { Timetable } from './timetable.ts'
import type { Truck } from './truck.ts'

/** Something the tracker reports once, at `at` seconds since 1970. `bits` of `EVENT_BIT`. */
export type Moment = { readonly at: number; readonly bits: number }

/** A time in which the truck is driven badly. `overrun` turns the engine too fast, `coasting` rolls in neutral. */
export type Spell = { readonly kind: 'overrun' | 'coasting'; readonly from: number; readonly to: number }

export type Incidents = { readonly moments: readonly Moment[]; readonly spells: readonly Spell[] }

/** Occurrences in 100 km of a truck of common roughness. */
const PER_100_KM = {
  harshAcceleration: 0.12,
  harshBraking: 0.16,
  harshCornering: 0.1,
  overrun: 0.05,
  coasting: 0.06,
}
const FAST_ENOUGH = 25 / 3.6

/** What goes wrong on a round while the truck moves, in the order of time. */
export const incidentsOf = (truck: Truck, route: Route, times: Timetable, random: Random): Incidents => {
  const moments: Moment[] = []
  const spells: Spell[] = []
  for (let point = 1; point < route.length - 1; point += 1) {
    if (times.stops.has(point) || (times.speed[point] ?? 0) < FAST_ENOUGH) continue
    const km = (route.km[point] ?? 0) - (route.km[point - 1] ?? 0)
    const share = (km / 100) * truck.roughness
    const at = times.arrives[point] ?? 0
    if (random.chance(PER_100_KM.harshAcceleration * share)) moments.push({ at, bits: EVENT_BIT.HA })
    if (random.chance(PER_100_KM.harshBraking * share)) moments.push({ at, bits: EVENT_BIT.HB })
    if (random.chance(PER_100_KM.harshCornering * share)) moments.push({ at, bits: EVENT_BIT.HC })
    if ((spells.at(-1)?.to ?? 0) > at) continue
    if (random.chance(PER_100_KM.overrun * share)) {
      moments.push({ at, bits: EVENT_BIT.EO })
      spells.push({ kind: 'overrun', from: at, to: at + random.between(70, 160) })
    } else if (random.chance(PER_100_KM.coasting * share)) {
      spells.push({ kind: 'coasting', from: at, to: at + random.between(70, 260) })
    }
  }
  return { moments, spells }
}
