import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { dayOf } from '../track/days.ts'

const ZONES_KEPT_MS = 60_000
const FALLBACK_ZONE = 'Asia/Kolkata'

/** Tells which day it is at a company: `YYYY-MM-DD` in its zone. */
export type ReceiptDays = (
  companyIds: Iterable<number>,
  now: number,
) => Promise<(companyId: number) => string>

/** Reads the companies' zones at most once a minute, and when an unknown company turns up. */
export const createReceiptDays = ({ db }: { db: Kysely<Tables> }): ReceiptDays => {
  let zones = new Map<number, string>()
  let readAt = Number.NEGATIVE_INFINITY
  return async (companyIds, now) => {
    const unknown = [...companyIds].some((id) => !zones.has(id))
    if (unknown || now - readAt > ZONES_KEPT_MS) {
      const rows = await db.selectFrom('company').select(['id', 'time_zone']).execute()
      zones = new Map(rows.map(({ id, time_zone }) => [id, time_zone]))
      readAt = now
    }
    const days = new Map<string, string>()
    return (companyId) => {
      const zone = zones.get(companyId) ?? FALLBACK_ZONE
      const day = days.get(zone) ?? dayOf(now, zone)
      days.set(zone, day)
      return day
    }
  }
}
