import type { Transaction } from 'kysely'
import type { Fix } from '#domain/fix.ts'
import { DEFAULT_SERVICE_INTERVAL } from '#domain/service.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Tables } from '#server/db/tables.ts'
import { fraction } from '../random.ts'
import type { RosterEntry } from './demo.repository.ts'

/** Of how many trucks one has no recorded service. */
const UNRECORDED = 15
/** The most of its interval that a truck has used: a little more than all of it, so that some are overdue. */
const MOST_USED = 1.04

/**
 * Records the last service of most trucks, so that some are due soon and some overdue (HLT-02). `latest` are their fixes now, by
 * vehicle; `now` is ms UTC.
 */
export const insertServices = async (
  trx: Transaction<Tables>,
  roster: readonly RosterEntry[],
  latest: ReadonlyMap<number, Fix>,
  now: number,
): Promise<void> => {
  const rows = roster.flatMap(({ companyId, vehicleId, vehicle: { segment } }, i) => {
    const fix = latest.get(vehicleId)
    if (fix === undefined || i % UNRECORDED === UNRECORDED - 1) return []
    const { km, hours, days } = DEFAULT_SERVICE_INTERVAL[segment]
    const used = MOST_USED * fraction(i * 7919 + 17)
    // By distance most trucks are due before the date comes.
    const doneAt = new Date(now - Math.round(used * 0.9 * (days ?? 0)) * DAY_MS - (i % 9) * 3_600_000)
    return [
      {
        ...{ company_id: companyId, vehicle_id: vehicleId, done_at: doneAt, recorded_at: doneAt, note: '' },
        odo: fix.odo === undefined ? null : Math.max(0, Math.round(fix.odo - used * (km ?? 0))),
        engine_hours:
          fix.engineHours === undefined
            ? null
            : Math.max(0, Math.round(fix.engineHours - used * 0.8 * (hours ?? 0))),
      },
    ]
  })
  if (rows.length > 0) await trx.insertInto('service_record').values(rows).execute()
}
