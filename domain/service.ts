import { DAY_MS } from './units.ts'

/** How far a truck may drive, how long its engine may run and how many days may pass between two services; null where it is not counted by. */
export type ServiceInterval = {
  /** km. */
  readonly km: number | null
  /** Engine hours. */
  readonly hours: number | null
  readonly days: number | null
}

/** What a service is counted by, in the order in which they are shown. */
export const SERVICE_MEASURES = ['km', 'hours', 'days'] as const
export type ServiceMeasure = (typeof SERVICE_MEASURES)[number]

/** The interval of trucks of each segment, unless one of its own is set (HLT-02). */
export const DEFAULT_SERVICE_INTERVAL: Readonly<
  Record<'HDT' | 'MDT', Readonly<Record<ServiceMeasure, number>>>
> = {
  HDT: { km: 40_000, hours: 1_000, days: 180 },
  MDT: { km: 30_000, hours: 800, days: 180 },
}

/** What may be set: km, engine hours and days. */
export const SERVICE_INTERVAL_LIMITS = {
  km: { min: 500, max: 500_000 },
  hours: { min: 10, max: 20_000 },
  days: { min: 1, max: 3_650 },
} as const

/** An interval is unusual, and asked about, above so many times that of the truck's segment. */
export const UNUSUAL_INTERVAL_TIMES = 4

/** No service is older, years: it is the longest interval in days that may be set. */
export const MOST_SERVICE_YEARS = SERVICE_INTERVAL_LIMITS.days.max / 365

/** A service is due soon when this much or less is left of its interval: km, engine hours, days (HLT-02). */
const SERVICE_DUE_SOON: Readonly<Record<ServiceMeasure, number>> = { km: 2_000, hours: 50, days: 15 }
/** And when no more than this share of it is left: a short one would be due soon from its first day on. */
const DUE_SOON_SHARE = 1 / 4

/**
 * Where a truck stands: `notCounted` if nothing is left to come due, as it has no interval, or none of what it is counted by is known;
 * `notRecorded` if no service of it is recorded, so that nobody knows when the next one is due.
 */
export const SERVICE_STATES = ['overdue', 'dueSoon', 'upToDate', 'notCounted', 'notRecorded'] as const
export type ServiceState = (typeof SERVICE_STATES)[number]

/** What is left of one measure; negative where it is overdue. */
export type ServiceLeft = {
  readonly measure: ServiceMeasure
  readonly interval: number
  readonly left: number
  readonly state: Exclude<ServiceState, 'notCounted' | 'notRecorded'>
}

type Counted = {
  readonly interval: ServiceInterval
  /** The last service, with what odometer and hour meter showed; null where unknown. */
  readonly last: {
    readonly doneAt: number
    readonly odo: number | null
    readonly engineHours: number | null
  } | null
  /** ms UTC. */
  readonly now: number
  /** What they show now; null where the truck does not report it. */
  readonly odo: number | null
  readonly engineHours: number | null
}

const stateOfLeft = (measure: ServiceMeasure, interval: number, left: number): ServiceLeft['state'] => {
  if (left < 0) return 'overdue'
  return left <= Math.min(SERVICE_DUE_SOON[measure], interval * DUE_SOON_SHARE) ? 'dueSoon' : 'upToDate'
}

/**
 * What is left until the next service (HLT-02), the most urgent measure first: the one of which the least is left, as a share of its
 * interval. Measures without an interval, and those of which the reading then or now is unknown, are left out.
 */
export const serviceLeft = ({ interval, last, now, odo, engineHours }: Counted): ServiceLeft[] => {
  if (last === null) return []
  const passed: Record<ServiceMeasure, number | null> = {
    km: odo === null || last.odo === null ? null : odo - last.odo,
    hours: engineHours === null || last.engineHours === null ? null : engineHours - last.engineHours,
    days: (now - last.doneAt) / DAY_MS,
  }
  return SERVICE_MEASURES.flatMap((measure): ServiceLeft[] => {
    const { [measure]: full } = interval
    const { [measure]: gone } = passed
    if (full === null || gone === null) return []
    const left = full - gone
    return [{ measure, interval: full, left, state: stateOfLeft(measure, full, left) }]
  }).sort((a, b) => a.left / a.interval - b.left / b.interval)
}

/** Where a truck stands: as its most urgent measures say. */
export const serviceState = (hasRecord: boolean, left: readonly ServiceLeft[]): ServiceState =>
  !hasRecord
    ? 'notRecorded'
    : (SERVICE_STATES.find((state) => left.some((one) => one.state === state)) ?? 'notCounted')
