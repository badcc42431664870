import { type Kysely, sql } from 'kysely'
import type { AlertCode } from '#domain/alerts.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { HOUR_MS } from '#domain/units.ts'
import { startOfHour } from '#domain/zone-time.ts'
import type { Tables } from '../db/tables.ts'
import { MAX_TRIES, NOTIFYING } from './notification-limits.ts'
import { type Channel, type Wanted, wantedOf } from './wanted.repository.ts'

/** What a message says of an alert. Times in ms UTC; `value`, `durationS` and the limit that raised it, `threshold`, as the alert has them. */
export type NotifiedAlert = {
  readonly deliveryId: string
  readonly alertId: string
  readonly type: AlertCode
  readonly threshold: number
  readonly crossing: 'IN' | 'OUT' | null
  readonly registration: string
  readonly fence: string | null
  readonly time: number
  readonly lng: number
  readonly lat: number
  readonly value: number | null
  readonly durationS: number | null
}

/** A message that is due: of one alert, or, as a summary, of several. */
export type DueMessage = {
  readonly userId: number
  readonly channel: Channel
  readonly to: string
  readonly timeZone: string
  readonly isSummary: boolean
  readonly alerts: readonly [NotifiedAlert, ...NotifiedAlert[]]
  /** The number of this try, from 1 on. */
  readonly attempt: number
}

type Delivery = {
  id: string
  alert_id: string
  user_id: number
  attempts: number
  held: boolean
  next_at: Date
}

const keyOf = ({ alert_id, user_id }: Pick<Delivery, 'alert_id' | 'user_id'>): string =>
  `${alert_id} ${user_id}`

/** What was held back for a user becomes one message, all else one each. */
const messagesOf = (deliveries: readonly Delivery[]): ReadonlyArray<readonly Delivery[]> => {
  const held = deliveries.filter((delivery) => delivery.held)
  const single = deliveries.filter((delivery) => !delivery.held).map((delivery) => [delivery])
  return held.length === 0 ? single : [...single, held]
}

/**
 * Takes the notifications that are due and settles them. A try counts from when it is taken: a process that dies while it sends leaves
 * the notification to be tried once more after the backoff, and never twice at a time. Several processes may take at once.
 */
export const createDueDeliveries = ({
  db,
  random = Math.random,
}: {
  db: Kysely<Tables>
  random?: () => number
}) => {
  const due = async (trx: Kysely<Tables>, channel: Channel, at: Date): Promise<Delivery[]> => {
    const single = await sql<Delivery>`
      select id::text, alert_id::text, user_id, attempts, held, next_at from alert_delivery
      where state = 'waiting' and not held and channel = ${channel} and next_at <= ${at}
      order by next_at, id limit ${NOTIFYING.atOnce} for update skip locked`.execute(trx)
    // What was held back in one hour is due at one time.
    const held = await sql<Delivery>`
      select id::text, alert_id::text, user_id, attempts, held, next_at from alert_delivery
      where state = 'waiting' and held and channel = ${channel} and (user_id, next_at) = (
        select user_id, next_at from alert_delivery
        where state = 'waiting' and held and channel = ${channel} and next_at <= ${at}
        order by next_at, user_id limit 1)
      order by id limit ${NOTIFYING.inSummary} for update skip locked`.execute(trx)
    return [...single.rows, ...held.rows]
  }

  const update = (
    trx: Kysely<Tables>,
    deliveries: ReadonlyArray<{ readonly id: string }>,
    values: Readonly<{
      state?: 'sent' | 'dead' | 'dropped'
      attempts?: number
      next_at?: Date
      settled_at?: Date
      failure?: string | null
      held?: boolean
    }>,
  ) =>
    trx
      .updateTable('alert_delivery')
      .set(values)
      .where('id', '=', sql<string>`any(${deliveries.map(({ id }) => id)}::bigint[])`)
      .where('state', '=', 'waiting')
      .execute()

  /** How many single messages users were sent within the last hour, or are being sent. */
  const sentLately = async (
    trx: Kysely<Tables>,
    channel: Channel,
    userIds: readonly number[],
    at: number,
  ) => {
    const { rows } = await sql<{ user_id: number; count: number }>`
      select user_id, count(*) from alert_delivery
      where channel = ${channel} and user_id = any(${[...userIds]}::int[]) and not held
        and (state = 'sent' and settled_at > ${new Date(at - HOUR_MS)} or state = 'waiting' and attempts > 0)
      group by user_id`.execute(trx)
    return new Map(rows.map(({ user_id, count }) => [user_id, count]))
  }

  /**
   * Holds back what is above a user's limit until the hour of the company's clock ends, with all else that is due for that user: others'
   * would wait behind thousands of them. Answers the rest.
   */
  const withinLimit = async (
    trx: Kysely<Tables>,
    channel: Channel,
    deliveries: readonly Delivery[],
    zoneOf: (delivery: Delivery) => string,
    at: number,
  ): Promise<Delivery[]> => {
    const fresh = deliveries.filter(({ held, attempts }) => !held && attempts === 0)
    const counts = await sentLately(trx, channel, [...new Set(fresh.map(({ user_id }) => user_id))], at)
    const above = new Set(
      fresh.filter(({ user_id }) => {
        const count = counts.get(user_id) ?? 0
        counts.set(user_id, count + 1)
        return count >= NOTIFYING.perHour
      }),
    )
    const within = deliveries.filter((delivery) => !above.has(delivery))
    for (const zone of new Set([...above].map(zoneOf))) {
      const users = [...above].filter((delivery) => zoneOf(delivery) === zone).map(({ user_id }) => user_id)
      await sql`update alert_delivery set held = true, next_at = ${new Date(startOfHour(at, zone) + HOUR_MS)}
        where user_id = any(${[...new Set(users)]}::int[]) and channel = ${channel} and state = 'waiting' and not held
          and attempts = 0 and next_at <= ${new Date(at)}
          and id <> all(${within.map(({ id }) => id)}::bigint[])`.execute(trx)
    }
    return within
  }

  const alertsOf = async (trx: Kysely<Tables>, deliveries: readonly Delivery[]) => {
    const rows = await trx
      .selectFrom('alert')
      .innerJoin('vehicle', 'vehicle.id', 'alert.vehicle_id')
      .leftJoin('geofence', (join) =>
        join
          .onRef('geofence.company_id', '=', 'alert.company_id')
          .on(sql<boolean>`geofence.id = substring(alert.subject from '^[0-9]+')::int`),
      )
      .where('alert.id', '=', sql<string>`any(${deliveries.map(({ alert_id }) => alert_id)}::bigint[])`)
      .select(['alert.id', 'alert.type', 'alert.subject', 'alert.time', 'alert.lng', 'alert.lat'])
      .select(['alert.threshold', 'alert.value', 'alert.duration_s', 'vehicle.registration'])
      // A fence that has been deleted since has its name in the evidence.
      .select(sql<string | null>`coalesce(geofence.name, alert.detail -> 'fence' ->> 'name')`.as('fence'))
      .execute()
    return new Map(rows.map((row) => [String(row.id), row]))
  }

  /** Takes what is due for a channel at `at` (ms UTC) and counts the try. Empty if nothing is due. */
  const take = (channel: Channel, at: number): Promise<{ messages: DueMessage[]; taken: number }> =>
    db.transaction().execute(async (trx) => {
      // Limits and summaries are decided by one process at a time; sending goes on beside it.
      await sql`select pg_advisory_xact_lock(hashtext('alert_delivery'))`.execute(trx)
      const all = await due(trx, channel, new Date(at))
      if (all.length === 0) return { messages: [], taken: 0 }
      const settledAt = { settled_at: new Date(at) }
      const spent = all.filter(({ attempts }) => attempts >= MAX_TRIES)
      await update(trx, spent, { state: 'dead', failure: 'interrupted', ...settledAt })
      const wanted = new Map<string, Wanted>()
      for (const each of await wantedOf(trx, [...new Set(all.map(({ alert_id }) => alert_id))]))
        if (each.channel === channel)
          wanted.set(keyOf({ alert_id: each.alertId, user_id: each.userId }), each)
      const dropped = all.filter((delivery) => !spent.includes(delivery) && !wanted.has(keyOf(delivery)))
      await update(trx, dropped, { state: 'dropped', ...settledAt })
      const rest = all.filter((delivery) => !spent.includes(delivery) && !dropped.includes(delivery))
      const zoneOf = (delivery: Delivery) => wanted.get(keyOf(delivery))?.timeZone ?? DEFAULT_TIME_ZONE
      const sendable = await withinLimit(trx, channel, rest, zoneOf, at)
      const alerts = await alertsOf(trx, sendable)
      const messages: DueMessage[] = []
      for (const group of messagesOf(sendable)) {
        const attempt = Math.max(...group.map(({ attempts }) => attempts)) + 1
        const backoff = NOTIFYING.backoffMs[attempt - 1] ?? NOTIFYING.backoffMs[0]
        const next_at = new Date(at + backoff * (1 + NOTIFYING.jitter * random()))
        await update(trx, group, { attempts: attempt, next_at })
        const [first, ...others] = group.flatMap((delivery): NotifiedAlert[] => {
          const row = alerts.get(delivery.alert_id)
          if (row === undefined) return []
          const crossing = row.subject.split(' ')[1]
          return [
            {
              deliveryId: delivery.id,
              alertId: delivery.alert_id,
              type: row.type as AlertCode,
              threshold: row.threshold,
              crossing: crossing === 'IN' || crossing === 'OUT' ? crossing : null,
              registration: row.registration,
              fence: row.fence,
              time: row.time.getTime(),
              lng: row.lng,
              lat: row.lat,
              value: row.value,
              durationS: row.duration_s,
            },
          ]
        })
        const [delivery] = group
        const to = delivery && wanted.get(keyOf(delivery))
        if (first === undefined || to === undefined) continue
        messages.push({
          userId: to.userId,
          channel,
          to: to.to,
          timeZone: to.timeZone,
          isSummary: delivery?.held ?? false,
          alerts: [first, ...others],
          attempt,
        })
      }
      return { messages, taken: all.length }
    })

  const deliveriesOf = ({ alerts }: DueMessage) => alerts.map(({ deliveryId }) => ({ id: deliveryId }))

  return {
    take,
    settleSent: (message: DueMessage, at: number) =>
      update(db, deliveriesOf(message), { state: 'sent', settled_at: new Date(at), failure: null }),
    /** Leaves it to the next try, or gives it up if there is none or it would be of no use. Answers whether it was given up. */
    settleFailed: async (
      message: DueMessage,
      { failure, isPermanent }: { failure: string; isPermanent: boolean },
      at: number,
    ): Promise<boolean> => {
      const isLast = isPermanent || message.attempt >= MAX_TRIES
      await update(db, deliveriesOf(message), {
        failure,
        ...(isLast ? { state: 'dead', settled_at: new Date(at) } : {}),
      })
      return isLast
    },
  }
}

export type DueDeliveries = ReturnType<typeof createDueDeliveries>
