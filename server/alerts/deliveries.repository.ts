import { type Kysely, sql } from 'kysely'
import {
  DeliveryFailure,
  MAX_UNDELIVERED,
  type UndeliveredNotification,
} from '#contract/records/alert-deliveries.ts'
import type { AlertCode } from '#domain/alerts.ts'
import type { VisibleVehicles } from '../access/visible-vehicles.repository.ts'
import type { Tables } from '../db/tables.ts'
import { notificationTime } from './notification-time.ts'
import { wantedOf } from './wanted.repository.ts'

/** Rows in one statement. */
const ROWS_A_STATEMENT = 1000

/** A stored failure, such as `refused 550`, in its two parts. */
const failureOf = (text: string | null): Pick<UndeliveredNotification, 'failure' | 'status'> => {
  const [reason, status] = (text ?? '').split(' ')
  const known = DeliveryFailure.safeParse(reason)
  return {
    failure: known.success ? known.data : 'unavailable',
    status: status === undefined ? null : Number(status),
  }
}

/**
 * Writes the notifications of new alerts down, in the transaction `trx` that stores those, for everybody who wants one. A second time
 * changes nothing. Answers how many there are.
 */
export const writeDeliveries = async (
  trx: Kysely<Tables>,
  alertIds: readonly string[],
  at: number,
): Promise<number> => {
  const rows = (await wantedOf(trx, alertIds)).map(({ alertId, userId, channel, clock, timeZone }) => ({
    alert_id: alertId,
    user_id: userId,
    channel,
    state: 'waiting' as const,
    attempts: 0,
    next_at: new Date(notificationTime(at, clock, timeZone)),
  }))
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await trx
      .insertInto('alert_delivery')
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .onConflict((conflict) => conflict.columns(['alert_id', 'user_id', 'channel']).doNothing())
      .execute()
  return rows.length
}

/** Deletes the notifications that were settled before a time, ms UTC. */
export const deleteSettledDeliveries = async (db: Kysely<Tables>, before: number): Promise<void> => {
  await db.deleteFrom('alert_delivery').where('settled_at', '<', new Date(before)).execute()
}

/** Reads the notifications that were given up, and lets them be tried again: those of vehicles that the caller sees. */
export const createUndelivered = ({ db }: { db: Kysely<Tables> }) => {
  const visible = ({ companyId, vehicleIds }: VisibleVehicles) => {
    const dead = db
      .selectFrom('alert_delivery')
      .innerJoin('alert', 'alert.id', 'alert_delivery.alert_id')
      .innerJoin('app_user', 'app_user.id', 'alert_delivery.user_id')
      .where('alert_delivery.state', '=', 'dead')
      .where('alert.vehicle_id', '=', sql<number>`any(${[...vehicleIds]}::integer[])`)
    return companyId === null
      ? dead
      : dead.where('alert.company_id', '=', companyId).where('app_user.company_id', '=', companyId)
  }
  return {
    /** The newest first, at most `MAX_UNDELIVERED`; `total` counts all. */
    list: async (
      seen: VisibleVehicles,
    ): Promise<{ deliveries: UndeliveredNotification[]; total: number }> => {
      const rows = await visible(seen)
        .innerJoin('vehicle', 'vehicle.id', 'alert.vehicle_id')
        .select(['alert_delivery.id', 'settled_at', 'channel', 'failure', 'attempts'])
        .select(['app_user.user_name', 'alert.type', 'vehicle.registration'])
        .select(sql<number>`count(*) over ()`.as('total'))
        .orderBy('settled_at', 'desc')
        .orderBy('alert_delivery.id', 'desc')
        .limit(MAX_UNDELIVERED)
        .execute()
      const deliveries = rows.map((row) => ({
        deliveryId: Number(row.id),
        at: row.settled_at?.getTime() ?? 0,
        userName: row.user_name,
        channel: row.channel,
        type: row.type as AlertCode,
        RegistrationNumber: row.registration,
        ...failureOf(row.failure),
        attempts: row.attempts,
      }))
      return { deliveries, total: rows[0]?.total ?? 0 }
    },

    /** Makes those that were given up wait again from `at` on (ms UTC), with all their tries; answers how many. */
    retry: async (seen: VisibleVehicles, ids: readonly number[], at: number): Promise<number> => {
      const { numUpdatedRows } = await db
        .updateTable('alert_delivery')
        .set({
          state: 'waiting',
          attempts: 0,
          held: false,
          next_at: new Date(at),
          settled_at: null,
          failure: null,
        })
        .where(
          'id',
          'in',
          visible(seen)
            .where('alert_delivery.id', '=', sql<string>`any(${[...ids]}::bigint[])`)
            .select('alert_delivery.id'),
        )
        .where('state', '=', 'dead')
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
  }
}
