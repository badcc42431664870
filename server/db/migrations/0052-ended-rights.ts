import { type Kysely, sql } from 'kysely'

/**
 * The vehicles that the user of an import saw, for a user who is limited to groups. And a group that limits users is not deleted: a user
 * whose only one is gone would see all vehicles.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table position_import add column seen int4[]`.execute(db)
  await sql`alter table user_group drop constraint user_group_group_id_fkey,
    add constraint user_group_group_id_fkey foreign key (group_id) references vehicle_group (id)`.execute(db)
}
