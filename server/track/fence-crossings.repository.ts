import type { Kysely } from 'kysely'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import type { Tables } from '../db/tables.ts'
import type { EventRow } from './close-day.ts'
import { lockDay, readBlob, readOpenRows, type VehicleKey } from './closing.repository.ts'
import { concatColumns } from './columns.ts'
import { storeEvents } from './days.repository.ts'
import { createFenceWalk, type FenceWalk, stepAt, type WatchedFence } from './fence-walk.ts'
import { readCompanyFences } from './fences.repository.ts'
import { orderedWithin } from './order.ts'

/** A day of a vehicle to walk again; fixes at `until` (ms) or later are ignored. */
type Replay = VehicleKey & {
  readonly day: string
  readonly timeZone: string
  readonly fences: readonly WatchedFence[]
  readonly until: number
}

/** Stores the entries and exits of open days. */
export const createFenceCrossings = ({ db }: { db: Kysely<Tables> }) => ({
  /** The zone of a company and its fences that are valid at `since` (ms) or later; undefined if there is no such company. */
  companyOf: async (companyId: number, since: number) => {
    const row = await db
      .selectFrom('company')
      .select('time_zone')
      .where('id', '=', companyId)
      .executeTakeFirst()
    return row && { timeZone: row.time_zone, fences: await readCompanyFences(db, companyId, since) }
  },

  /** Adds the entries and exits of a vehicle's newest fixes. Adding them twice changes nothing. */
  append: ({ companyId, vehicleId }: VehicleKey, events: readonly EventRow[]): Promise<void> =>
    storeEvents(db, [{ companyId, vehicleId, events }]),

  /** Replaces a day's entries and exits, unless the day is closed, and returns the walk at its end. */
  replay: ({ companyId, vehicleId, day, timeZone, fences, until }: Replay): Promise<FenceWalk> =>
    db.transaction().execute(async (trx) => {
      const owned = { companyId, vehicleId }
      await lockDay(trx, vehicleId, day)
      const before = shiftDay(day, -1)
      const { from, to } = dayBounds(day, timeZone)
      const around = { from: dayBounds(before, timeZone).from, to: Math.min(to, until) }
      const blob = await readBlob(trx, owned, day)
      const blobs = [await readBlob(trx, owned, before), blob].filter((columns) => columns !== null)
      const open = await readOpenRows(trx, owned, around)
      const columns = orderedWithin(concatColumns([...blobs, open]), around.from, around.to)
      const walk = createFenceWalk(fences)
      const events: EventRow[] = []
      for (let i = 0; i < columns.length; i += 1) {
        const step = stepAt(columns, i)
        const crossed = walk.step(step)
        if (step.time >= from) events.push(...crossed)
      }
      if (blob) return walk
      await trx
        .deleteFrom('vehicle_event')
        .where('company_id', '=', companyId)
        .where('vehicle_id', '=', vehicleId)
        .where('time', '>=', new Date(from))
        .where('time', '<', new Date(to))
        .where('code', '=', 'GEOFENCEINOUT')
        .execute()
      await storeEvents(trx, [{ ...owned, events }])
      return walk
    }),
})

export type FenceCrossings = ReturnType<typeof createFenceCrossings>
