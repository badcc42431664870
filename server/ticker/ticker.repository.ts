import { type Kysely, sql } from 'kysely'
import type { NewTickerMessage, TickerMessage } from '#contract/calls/ticker.ts'
import type { Tables } from '../db/tables.ts'

/** Stores the messages of the ticker. */
export const createTickerRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** Every message, newest first, and whether the user has acknowledged it since its last change. */
  list: async (userId: number): Promise<TickerMessage[]> => {
    const rows = await db
      .selectFrom('ticker_message as message')
      .leftJoin('ticker_acknowledgement as acknowledgement', (join) =>
        join
          .onRef('acknowledgement.message_id', '=', 'message.id')
          .on('acknowledgement.user_id', '=', userId),
      )
      .select(['id', 'content', 'criticality', 'message.changed_at', 'acknowledgement.changed_at as seen'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(({ id, content, criticality, changed_at: changedAt, seen }) => ({
      ...{ messageId: id, messageContent: content, messageCriticality: criticality },
      ...{ changedAt: changedAt.getTime(), isAcknowledged: seen !== null && seen >= changedAt },
    }))
  },
  /** Remembers what the user has acknowledged, and returns the ids of those messages that still exist. */
  acknowledge: (
    messages: ReadonlyArray<{ readonly messageId: number; readonly changedAt: number }>,
    userId: number,
  ): Promise<number[]> =>
    db.transaction().execute(async (trx) => {
      const times = new Map(messages.map(({ messageId, changedAt }) => [messageId, changedAt]))
      const kept = await trx
        .selectFrom('ticker_message')
        .select(['id', 'changed_at'])
        .where('id', 'in', [...times.keys()])
        .forKeyShare()
        .execute()
      if (kept.length > 0)
        await trx
          .insertInto('ticker_acknowledgement')
          .values(
            kept.map(({ id, changed_at: changedAt }) => ({
              ...{ message_id: id, user_id: userId },
              changed_at: new Date(Math.min(times.get(id) ?? 0, changedAt.getTime())),
            })),
          )
          .onConflict((on) =>
            on.columns(['message_id', 'user_id']).doUpdateSet({
              changed_at: sql`greatest(ticker_acknowledgement.changed_at, excluded.changed_at)`,
            }),
          )
          .execute()
      return kept.map(({ id }) => id)
    }),
  /** Adds a message and returns its id, or null if there are `max` already. */
  add: (
    { messageContent, messageCriticality }: NewTickerMessage,
    by: number,
    max: number,
  ): Promise<number | null> =>
    db.transaction().execute(async (trx) => {
      // Without the lock, two messages added at once could exceed the limit.
      await sql`lock table ticker_message in share row exclusive mode`.execute(trx)
      const { count } = await trx
        .selectFrom('ticker_message')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) >= max) return null
      const { id } = await trx
        .insertInto('ticker_message')
        .values({ content: messageContent, criticality: messageCriticality, changed_by: by })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }),
  /** Changes a message; false if it does not exist. */
  edit: async (
    id: number,
    { messageContent, messageCriticality }: NewTickerMessage,
    by: number,
  ): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('ticker_message')
      .set({
        content: messageContent,
        criticality: messageCriticality,
        // Later than before, whatever the clocks say: otherwise an acknowledgement would hold for the new text too.
        changed_at: sql`greatest(${new Date()}::timestamptz, changed_at + interval '1 ms')`,
        changed_by: by,
      })
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  /** Deletes a message; false if it does not exist. */
  remove: async (id: number): Promise<boolean> => {
    const { numDeletedRows } = await db.deleteFrom('ticker_message').where('id', '=', id).executeTakeFirst()
    return numDeletedRows > 0n
  },
})

export type TickerRepository = ReturnType<typeof createTickerRepository>
