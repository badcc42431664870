import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '#server/db/tables.ts'

/**
 * What the installation remembers of its demo. Times in ms.
 * `seededAt`: up to then the past is written as finished days, from then on fixes come through the ingest door.
 * `backfilledTo`: the oldest day whose history is complete, null where none is. `liveUntil`: when the live trucks last reported.
 */
const DemoState = z.object({
  seed: z.number(),
  seededAt: z.number(),
  backfilledTo: z.nullable(z.string()),
  liveUntil: z.number(),
})
export type DemoState = z.infer<typeof DemoState>

const KEY = 'demo'

/** The state, or undefined before the first seed. Throws where the setting is not what we wrote. */
export const readDemoState = async (db: Kysely<Tables>): Promise<DemoState | undefined> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst()
  return row && z.parse(DemoState, row.value)
}

export const insertDemoState = async (db: Kysely<Tables>, state: DemoState): Promise<void> => {
  await db
    .insertInto('setting')
    .values({ key: KEY, value: JSON.stringify(state) })
    .execute()
}

/** Changes the named parts alone, so that backfill and live trucks do not overwrite each other's. */
export const updateDemoState = async (
  db: Kysely<Tables>,
  change: Partial<Pick<DemoState, 'backfilledTo' | 'liveUntil'>>,
): Promise<void> => {
  await db
    .updateTable('setting')
    .set({ value: sql<string>`value || ${JSON.stringify(change)}::jsonb` })
    .where('key', '=', KEY)
    .execute()
}
