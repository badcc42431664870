import { metresBetween } from '#contract/records/fence-shape.ts'
import type { LivePoint } from '#src/machines/fleet/fleet.logic.ts'
import { isStanding } from '#src/machines/playback/pace.logic.ts'

/** A place whose address was asked for, and the time of the fix there, ms UTC. */
export type AskedPlace = { readonly place: readonly [lng: number, lat: number]; readonly time: number }

/** Metres from the place asked for last at which a truck on its way has another address, and one that stands. */
const ANEW_FROM_M = { driving: 500, standing: 50 } as const
/** Never more often than this, ms: whoever knows addresses must not be asked at every fix. */
const EVERY_MS = 30_000

/** The place whose address is shown for a fix: the one asked for before where that is near enough, or was asked for just now. */
export const placeToAsk = (asked: AskedPlace | null, point: LivePoint): AskedPlace => {
  const place = [point.LONG, point.LAT] as const
  if (asked !== null) {
    const limit = isStanding(point.speed ?? Number.NaN) ? ANEW_FROM_M.standing : ANEW_FROM_M.driving
    if (point.time - asked.time < EVERY_MS || metresBetween(asked.place, place) < limit) return asked
  }
  return { place, time: point.time }
}
