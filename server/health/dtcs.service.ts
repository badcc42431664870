import { MAX_RANGE_MS } from '#contract/constants.ts'
import { type DtcRow, type LiveDtcs, MAX_DTC_ROWS } from '#contract/records/health.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { SEVERITIES, type Severity } from '#domain/alerts.ts'
import { dtcSeverity } from '#domain/dtc.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import type { Caller } from '../access/caller.ts'
import { type FilteredVehicles, filterRange, type Owners } from '../fleet/report-filters.ts'
import { HttpError } from '../http/errors.ts'
import type { DtcRepository, StoredDtc } from './dtcs.repository.ts'

const rowOf = ({ registration, total: _, ...stored }: StoredDtc): DtcRow => ({
  ...stored,
  registrationId: registration,
  severity: dtcSeverity(stored.code),
})

const urgencyOf = ({ severity }: DtcRow): number => SEVERITIES.indexOf(severity)

type Dependencies = {
  readonly dtcs: DtcRepository
  readonly vehiclesOf: FilteredVehicles
  /** ms UTC. */
  readonly now: () => number
}

/** The trouble codes of the vehicles that a caller sees (HLT-01). */
export const createDtcReads = ({ dtcs, vehiclesOf, now }: Dependencies) => ({
  /** The codes that are set now (OPEN-45), the most urgent first, then the newest; at most 5,000 of them. */
  live: async (caller: Caller, owners: Owners): Promise<LiveDtcs> => {
    const stored = await dtcs.live(await vehiclesOf(caller, owners), now() + FUTURE_LIMIT_MS)
    const rows = stored
      .map(rowOf)
      .sort((a, b) => urgencyOf(a) - urgencyOf(b) || b.firstSeen - a.firstSeen || (a.code < b.code ? -1 : 1))
    const countOf = (severity: Severity) => rows.filter((row) => row.severity === severity).length
    return {
      codes: rows.slice(0, MAX_DTC_ROWS),
      counts: { high: countOf('high'), medium: countOf('medium'), low: countOf('low') },
      vehicles: new Set(rows.map(({ vehicleId }) => vehicleId)).size,
    }
  },

  /**
   * The codes that were set at any time of a range of a year at most, the newest first; at most 5,000 of them.
   * @throws HttpError 400 for a range that cannot be read or is longer.
   */
  history: async (
    caller: Caller,
    { severities = [], ...filter }: ReportFilter & { severities?: readonly Severity[] | undefined },
  ): Promise<{ rows: DtcRow[]; total: number }> => {
    const { from, to } = filterRange(filter, now())
    if (to - from > MAX_RANGE_MS) throw new HttpError('dtcRangeTooLong')
    const vehicleIds = await vehiclesOf(caller, filter)
    const codes =
      severities.length === 0
        ? null
        : (await dtcs.codes(vehicleIds)).filter((code) => severities.includes(dtcSeverity(code)))
    const stored = await dtcs.history(vehicleIds, {
      ...{ codes, from, to, until: now() + FUTURE_LIMIT_MS, limit: MAX_DTC_ROWS },
    })
    return { rows: stored.map(rowOf), total: stored[0]?.total ?? 0 }
  },
})

export type DtcReads = ReturnType<typeof createDtcReads>
