import { type Kysely, sql } from 'kysely'
import type { NewTickerMessage, TickerMessage } from '#contract/calls/ticker.ts'
import type { Tables } from '../db/tables.ts'

/** Stores the messages of the ticker. */
export const createTickerRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** Every message, newest first. */
  list: (): Promise<TickerMessage[]> =>
    db
      .selectFrom('ticker_message')
      .select(['id as messageId', 'content as messageContent', 'criticality as messageCriticality'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
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
        changed_at: new Date(),
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
