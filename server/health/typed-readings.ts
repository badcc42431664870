import { istDate } from '#domain/ist.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { HttpError } from '../http/errors.ts'

/** No truck drives so far in a day, km. */
const MOST_KM_A_DAY = 2_000
/** How far a meter that was read by eye may be off without being impossible, and from where on somebody is asked, km and engine hours. */
const SLACK = { km: 500, hours: 24 } as const
const DOUBTED = { km: 1_000, hours: 50 } as const
/** More than trucks drive or run in all their years, km and engine hours; asked about where the truck reports nothing to compare with. */
const USUAL_MOST = { km: 2_000_000, hours: 60_000 } as const

/**
 * What a meter shows now and showed at the time in question, or first of all if that was before; null where the truck does not report
 * it.
 */
type Shown = { readonly now: number | null; readonly thatDay: number | null }

const judge = (
  given: number,
  { now, thatDay }: Shown,
  mostPassed: number,
  slack: number,
  doubted: number,
  usualMost: number,
) => {
  if (now === null) return given > usualMost ? 'unusual' : 'fine'
  if (given > now + slack || now - given > mostPassed + slack) return 'impossible'
  return Math.abs(given - (thatDay ?? now)) > doubted ? 'doubtful' : 'fine'
}

/**
 * Holds what somebody typed of a service `agoMs` ago against what the truck reports. Impossible is more than it shows now, and less than it
 * could have driven or run since from; doubtful is far from what it showed then, or first of all: at `reportedFrom` (ms UTC), where the
 * service was before that. Where the truck reports nothing, more than trucks drive or run is doubtful.
 * @throws HttpError 400 for what is impossible; 409 for what is doubtful, unless it is confirmed.
 */
export const checkReadings = (
  typed: { readonly odo?: number | undefined; readonly engineHours?: number | undefined },
  shown: { readonly odo: Shown; readonly engineHours: Shown },
  agoMs: number,
  reportedFrom: number | null,
  isConfirmed: boolean,
): void => {
  const ago = Math.max(0, agoMs)
  const paramsOf = (given: number, { now, thatDay }: Shown) => ({
    ...{ given: Math.round(given), shown: Math.round(now ?? 0), thatDay: Math.round(thatDay ?? now ?? 0) },
    day: reportedFrom === null ? '' : istDate(reportedFrom),
  })
  const isBefore = reportedFrom !== null
  if (typed.odo !== undefined) {
    const found = judge(
      typed.odo,
      shown.odo,
      (ago / DAY_MS) * MOST_KM_A_DAY,
      SLACK.km,
      DOUBTED.km,
      USUAL_MOST.km,
    )
    const params = paramsOf(typed.odo, shown.odo)
    if (found === 'impossible') throw new HttpError('serviceOdometerImpossible', params)
    if (found === 'unusual' && !isConfirmed) throw new HttpError('serviceOdometerUnusual', params)
    if (found === 'doubtful' && !isConfirmed)
      throw new HttpError(isBefore ? 'serviceOdometerBefore' : 'serviceOdometerDoubtful', params)
  }
  if (typed.engineHours !== undefined) {
    const found = judge(
      typed.engineHours,
      shown.engineHours,
      ago / HOUR_MS,
      SLACK.hours,
      DOUBTED.hours,
      USUAL_MOST.hours,
    )
    const params = paramsOf(typed.engineHours, shown.engineHours)
    if (found === 'impossible') throw new HttpError('serviceHoursImpossible', params)
    if (found === 'unusual' && !isConfirmed) throw new HttpError('serviceHoursUnusual', params)
    if (found === 'doubtful' && !isConfirmed)
      throw new HttpError(isBefore ? 'serviceHoursBefore' : 'serviceHoursDoubtful', params)
  }
}
