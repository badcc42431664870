import { dtcCodesOf } from '#domain/dtc.ts'
import type { FixColumns } from './columns.ts'

/**
 * Fixes of one day that follow each other, among those that say anything of trouble codes, and list the same ones. `codes` are in their
 * one spelling, in order; empty where the truck said that none is set. Times in ms UTC; the place is that of the first fix.
 */
export type DtcReport = {
  readonly began: number
  readonly lastSeen: number
  readonly codes: readonly string[]
  readonly lng: number
  readonly lat: number
  readonly fixes: number
}

/** Reports of a vehicle on one day; further ones are left out, which no truck has in earnest. */
export const MOST_REPORTS = 2_000

/** What a fix says of trouble codes. */
export type DtcReading = {
  readonly time: number
  readonly lng: number
  readonly lat: number
  readonly dtcs: readonly string[]
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((code, i) => code === b[i])

/** What the rows of these columns say of trouble codes; those that say nothing are left out. */
export const dtcReadingsOf = ({ length, time, lng, lat, dtcs }: FixColumns): DtcReading[] => {
  const readings: DtcReading[] = []
  for (let i = 0; i < length; i += 1) {
    const listed = dtcs[i]
    if (listed) readings.push({ time: time[i] ?? 0, lng: lng[i] ?? 0, lat: lat[i] ?? 0, dtcs: listed })
  }
  return readings
}

/** One reading of each time: what a truck reports twice for one time counts together, whichever came first. */
const oneOfEachTime = (readings: readonly DtcReading[]): DtcReading[] => {
  const ordered = readings.toSorted((a, b) => a.time - b.time || a.lng - b.lng || a.lat - b.lat)
  const each: Array<DtcReading & { readonly dtcs: string[] }> = []
  for (const reading of ordered) {
    const before = each.at(-1)
    if (before?.time === reading.time) for (const code of reading.dtcs) before.dtcs.push(code)
    else each.push({ ...reading, dtcs: [...reading.dtcs] })
  }
  return each
}

/**
 * The reports that a day's readings make, by time (HLT-01). It is a function of the readings alone, never of the order in which they came. `before` is the
 * last report of the day so far, of which all readings are later; it comes back first, longer if they go on with it. `most`: how many there
 * may be.
 */
export const dtcReportsOf = (
  readings: readonly DtcReading[],
  before: DtcReport | null = null,
  most = MOST_REPORTS,
): DtcReport[] => {
  const reports = before === null ? [] : [before]
  for (const { time, lng, lat, dtcs } of oneOfEachTime(readings)) {
    const codes = dtcCodesOf(dtcs)
    const last = reports.at(-1)
    if (last && isSame(last.codes, codes))
      reports[reports.length - 1] = { ...last, lastSeen: time, fixes: last.fixes + 1 }
    else if (reports.length >= most) break
    else reports.push({ began: time, lastSeen: time, codes, lng, lat, fixes: 1 })
  }
  return reports
}
