import { Kysely, type Migration, Migrator, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { up as fleetAndTracks } from './migrations/0001-fleet-and-tracks.ts'
import { up as ticker } from './migrations/0004-ticker.ts'
import { up as acting } from './migrations/0005-acting.ts'
import { up as passwordsAndMail } from './migrations/0006-passwords-and-mail.ts'
import { up as authorizationCodes } from './migrations/0007-authorization-codes.ts'
import { up as geofenceVersions } from './migrations/0008-geofence-versions.ts'
import { up as geofenceRevision } from './migrations/0009-geofence-revision.ts'
import { up as geofenceBegun } from './migrations/0010-geofence-begun.ts'
import { up as geofenceEdited } from './migrations/0011-geofence-edited.ts'
import { up as geofenceBegunOnce } from './migrations/0012-geofence-begun-once.ts'
import { up as demoUsers } from './migrations/0013-demo-users.ts'
import { up as mailRecipients } from './migrations/0014-mail-recipients.ts'
import { up as gateways } from './migrations/0015-gateways.ts'
import { up as singleSignOn } from './migrations/0016-single-sign-on.ts'
import { up as uniqueEmail } from './migrations/0017-unique-email.ts'
import { up as preferences } from './migrations/0018-preferences.ts'
import { up as problemReports } from './migrations/0019-problem-reports.ts'
import { up as alerts } from './migrations/0020-alerts.ts'
import { up as liveShare } from './migrations/0021-live-share.ts'
import { up as smsOutbox } from './migrations/0022-sms-outbox.ts'
import { up as alertChanges } from './migrations/0023-alert-changes.ts'
import { up as alertRules } from './migrations/0024-alert-rules.ts'
import { up as figures } from './migrations/0025-figures.ts'
import { up as dashboardLayout } from './migrations/0026-dashboard-layout.ts'
import { up as health } from './migrations/0030-health.ts'
import { up as fluids } from './migrations/0031-fluids.ts'
import { up as scaling } from './migrations/0032-scaling.ts'
import { up as daysAfter } from './migrations/0033-days-after.ts'
import { up as doubtedKm } from './migrations/0035-doubted-km.ts'
import { up as drivingScore } from './migrations/0036-driving-score.ts'
import { up as clockAhead } from './migrations/0037-clock-ahead.ts'
import { up as trueFigures } from './migrations/0039-true-figures.ts'
import { up as supportChanges } from './migrations/0042-support-changes.ts'
import { up as alertChoicesKept } from './migrations/0043-alert-choices-kept.ts'
import { up as accuracy } from './migrations/0044-accuracy.ts'
import { up as tickerAcknowledgements } from './migrations/0045-ticker-acknowledgements.ts'
import { up as gearKnown } from './migrations/0046-gear-known.ts'
import { up as positionImports } from './migrations/0047-position-imports.ts'
import { up as harshReporters } from './migrations/0048-harsh-reporters.ts'
import { up as figuresDay } from './migrations/0049-figures-day.ts'
import { up as imeiOfACompany } from './migrations/0050-imei-of-a-company.ts'
import { up as resetRequests } from './migrations/0051-reset-requests.ts'
import { up as endedRights } from './migrations/0052-ended-rights.ts'
import type { Tables } from './tables.ts'

/** Every migration in order. Listed here instead of read from a folder, because the server runs as one bundle. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-fleet-and-tracks': { up: fleetAndTracks },
  '0004-ticker': { up: ticker },
  '0005-acting': { up: acting },
  '0006-passwords-and-mail': { up: passwordsAndMail },
  '0007-authorization-codes': { up: authorizationCodes },
  '0008-geofence-versions': { up: geofenceVersions },
  '0009-geofence-revision': { up: geofenceRevision },
  '0010-geofence-begun': { up: geofenceBegun },
  '0011-geofence-edited': { up: geofenceEdited },
  '0012-geofence-begun-once': { up: geofenceBegunOnce },
  '0013-demo-users': { up: demoUsers },
  '0014-mail-recipients': { up: mailRecipients },
  '0015-gateways': { up: gateways },
  '0016-single-sign-on': { up: singleSignOn },
  '0017-unique-email': { up: uniqueEmail },
  '0018-preferences': { up: preferences },
  '0019-problem-reports': { up: problemReports },
  '0020-alerts': { up: alerts },
  '0021-live-share': { up: liveShare },
  '0022-sms-outbox': { up: smsOutbox },
  '0023-alert-changes': { up: alertChanges },
  '0024-alert-rules': { up: alertRules },
  '0025-figures': { up: figures },
  '0026-dashboard-layout': { up: dashboardLayout },
  '0030-health': { up: health },
  '0031-fluids': { up: fluids },
  '0032-scaling': { up: scaling },
  '0033-days-after': { up: daysAfter },
  '0035-doubted-km': { up: doubtedKm },
  '0036-driving-score': { up: drivingScore },
  '0037-clock-ahead': { up: clockAhead },
  '0039-true-figures': { up: trueFigures },
  '0042-support-changes': { up: supportChanges },
  '0043-alert-choices-kept': { up: alertChoicesKept },
  '0044-accuracy': { up: accuracy },
  '0045-ticker-acknowledgements': { up: tickerAcknowledgements },
  '0046-gear-known': { up: gearKnown },
  '0047-position-imports': { up: positionImports },
  '0048-harsh-reporters': { up: harshReporters },
  '0049-figures-day': { up: figuresDay },
  '0050-imei-of-a-company': { up: imeiOfACompany },
  '0051-reset-requests': { up: resetRequests },
  '0052-ended-rights': { up: endedRights },
}

/** The names of all migrations in order. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS)

/**
 * The migrations that a backup's database had run.
 * @throws Error if this release does not know them all.
 */
export const migrationsUpTo = (names: readonly string[]): Readonly<Record<string, Migration>> => {
  const unknown = names.filter((name) => !(name in MIGRATIONS))
  if (unknown.length > 0)
    throw new Error(
      `The backup was made by a newer Roadbook (it has ${unknown.join(', ')}). Restore it with that release or a later one. Nothing was changed.`,
    )
  return Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => names.includes(name)))
}

/**
 * Migrates the database to this release. An interrupted migration is rolled back and repeated at the next start.
 * Throws if the data comes from a newer release.
 */
export const migrate = async (
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>> = MIGRATIONS,
): Promise<void> => {
  const unknown = (await executed(db)).filter((name) => !(name in migrations))
  if (unknown.length > 0)
    throw new Error(
      `The database was last used by a newer Roadbook (it has ${unknown.join(', ')}). Start that release, or restore a backup into an empty folder: DATA_DIR=… npm run restore -- FILE`,
    )
  await run(new Migrator({ db, provider: { getMigrations: async () => migrations } }))
}

/** Migrates in the transaction that `client` has begun, of a database that has no other migrations. */
export const migrateInTransaction = async (
  client: pg.ClientBase,
  migrations: Readonly<Record<string, Migration>> = MIGRATIONS,
): Promise<void> => {
  const query = client.query.bind(client)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: async () => ({ query, release: () => {} }), end: async () => {} },
    }),
  })
  await run(
    new Migrator({ db, provider: { getMigrations: async () => migrations }, disableTransactions: true }),
  )
}

const run = async (migrator: Migrator): Promise<void> => {
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find(({ status }) => status === 'Error')
  if (error !== undefined)
    throw new Error(
      `The database could not be brought up to date${failed ? ` (${failed.migrationName})` : ''}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
}

const executed = async (db: Kysely<Tables>): Promise<string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}
