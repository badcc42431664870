import type pg from 'pg'
import type { Tables } from '../db/tables.ts'

/** Every table and view that a release has made; a name stays here for the backups of the releases that had it. */
const OURS: Readonly<Record<keyof Tables | 'authorization_code', true>> = {
  acting_audit: true,
  acting_period: true,
  alert: true,
  alert_checkpoint: true,
  alert_delivery: true,
  alert_pending: true,
  alert_preference: true,
  alert_rule: true,
  alert_setting: true,
  dtc_report: true,
  vehicle_day_fluid: true,
  service_interval: true,
  service_record: true,
  app_user: true,
  authorization_code: true,
  company: true,
  driver: true,
  fence_version: true,
  driver_assignment: true,
  figures_pending: true,
  gateway_device: true,
  gateway_key: true,
  geofence: true,
  geofence_past: true,
  geofence_vehicle: true,
  group_vehicle: true,
  identity_link: true,
  ingest_count: true,
  kpi_scale: true,
  scored_alert: true,
  latest_fix: true,
  live_share: true,
  live_share_vehicle: true,
  mail: true,
  open_fix: true,
  password_reset: true,
  position_import: true,
  problem_report: true,
  redeemed_code: true,
  refresh_token: true,
  reset_request: true,
  region: true,
  region_vehicle: true,
  setting: true,
  support_change: true,
  ticker_acknowledgement: true,
  ticker_message: true,
  trip: true,
  user_group: true,
  user_preference: true,
  vehicle: true,
  vehicle_day: true,
  vehicle_day_figures: true,
  vehicle_event: true,
  vehicle_group: true,
  vehicle_hour: true,
}
const MIGRATED = ['kysely_migration', 'kysely_migration_lock']
/** A first start writes facts of the installation here; without users they are worth nothing. */
const WITHOUT_USERS = 'setting'

/** Names told of each kind. */
const NAMED = 5

type Relation = { readonly schema: string; readonly name: string; readonly kind: string }

/** Tables, views and foreign tables of the whole database, except those of PostgreSQL and its extensions. */
const relationsOf = async (client: pg.ClientBase): Promise<Relation[]> =>
  (
    await client.query<Relation>(
      `select n.nspname as schema, c.relname as name, c.relkind::text as kind
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
         and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
       order by 1, 2`,
    )
  ).rows

const quoted = ({ schema, name }: Relation): string =>
  [schema, name].map((part) => `"${part.replaceAll('"', '""')}"`).join('.')

const listed = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`

const refusal = (what: string): Error =>
  new Error(
    `${what} A backup is restored into a database that holds nothing else. ` +
      'Set DATA_DIR to a new folder, or DATABASE_URL to a new database. Nothing was changed.',
  )

/**
 * Removes the tables that a first start, or a restore that failed, has left without rows, so that a backup can make its own.
 * Runs in the transaction of the restore.
 * @throws Error that names what the database holds, if it holds rows or a table that is not ours.
 */
export const clearTarget = async (client: pg.ClientBase, migrations: readonly string[]): Promise<void> => {
  const found = await relationsOf(client)
  const executed = found.some(({ schema, name }) => schema === 'public' && name === 'kysely_migration')
    ? (await client.query<{ name: string }>('select name from public.kysely_migration order by name')).rows
    : []
  const unknown = executed.map(({ name }) => name).filter((name) => !migrations.includes(name))
  if (unknown.length > 0)
    throw refusal(
      `The database was used by a newer Roadbook or by another program (it has ${listed(unknown)}).`,
    )
  // Without a migration, a table of the same name was made by somebody else.
  const isOurs = ({ schema, name }: Relation): boolean =>
    schema === 'public' && (MIGRATED.includes(name) || (executed.length > 0 && Object.hasOwn(OURS, name)))
  const foreign = found.filter((relation) => !isOurs(relation))
  if (foreign.length > 0)
    throw refusal(
      `The database holds what is not Roadbook's: ${listed(foreign.map(({ schema, name }) => `${schema}.${name}`))}.`,
    )
  const tables = found.filter(({ kind }) => kind !== 'v')
  // A server that still runs on the database cannot add rows between the count and the removal.
  if (tables.length > 0)
    await client.query(`lock table ${tables.map(quoted).join(', ')} in access exclusive mode`)
  const held: string[] = []
  for (const table of tables) {
    if (MIGRATED.includes(table.name) || table.name === WITHOUT_USERS) continue
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${quoted(table)}`,
    )
    const count = Number(rows[0]?.count)
    if (count > 0) held.push(`${count.toLocaleString('en-IN')} in ${table.name}`)
  }
  if (held.length > 0) throw refusal(`The database holds data already, in rows: ${listed(held)}.`)
  const views = found.filter(({ kind }) => kind === 'v')
  if (views.length > 0) await client.query(`drop view ${views.map(quoted).join(', ')}`)
  if (tables.length === 0) return
  await client.query(`drop table ${tables.map(quoted).join(', ')}`)
  await client.query('drop function if exists public.refuse_change()')
}
