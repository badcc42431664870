import { istDate } from '#domain/ist.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { HttpError } from '../http/errors.ts'

/** No truck drives so far in a day, km. */
const MOST_KM_A_DAY = 2_000

/**
 * Of each meter, in km and engine hours: the most that passes in a ms; how far a reading by eye may be off without being impossible, and
 * from where on somebody is asked; and more than trucks drive or run in all their years, which is asked about where the truck reports nothing to
 * compare with.
 */
const METERS = {
  odo: {
    ...{ mostAMs: MOST_KM_A_DAY / DAY_MS, slack: 500, doubted: 1_000, usualMost: 2_000_000 },
    codes: {
      impossible: 'serviceOdometerImpossible',
      unusual: 'serviceOdometerUnusual',
      doubtful: 'serviceOdometerDoubtful',
      doubtfulBefore: 'serviceOdometerBefore',
    },
  },
  engineHours: {
    ...{ mostAMs: 1 / HOUR_MS, slack: 24, doubted: 50, usualMost: 60_000 },
    codes: {
      impossible: 'serviceHoursImpossible',
      unusual: 'serviceHoursUnusual',
      doubtful: 'serviceHoursDoubtful',
      doubtfulBefore: 'serviceHoursBefore',
    },
  },
} as const

/**
 * What a meter shows now and showed at the time in question, or first of all if that was before; null where the truck does not report
 * it.
 */
type Shown = { readonly now: number | null; readonly thatDay: number | null }

const judge = (
  given: number,
  { now, thatDay }: Shown,
  ago: number,
  { mostAMs, slack, doubted, usualMost }: (typeof METERS)[keyof typeof METERS],
) => {
  if (now === null) return given > usualMost ? 'unusual' : 'fine'
  if (given > now + slack || now - given > ago * mostAMs + slack) return 'impossible'
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
  for (const meter of ['odo', 'engineHours'] as const) {
    const given = typed[meter]
    if (given === undefined) continue
    const { codes } = METERS[meter]
    const found = judge(given, shown[meter], ago, METERS[meter])
    if (found === 'fine' || (found !== 'impossible' && isConfirmed)) continue
    const isBefore = found === 'doubtful' && reportedFrom !== null
    throw new HttpError(isBefore ? codes.doubtfulBefore : codes[found], paramsOf(given, shown[meter]))
  }
}
