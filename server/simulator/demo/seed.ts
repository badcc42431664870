import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { HISTORY_EVERY_MS } from '../pace.ts'
import type { Simulation } from '../simulation.ts'
import { DEMO_MESSAGES } from './demo-messages.ts'
import { insertDemoState, readDemoState } from './demo-state.ts'
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users.ts'
import { type RosterEntry, readRoster } from './roster.ts'
import { seedCompany } from './seed-company.ts'
import { createTripWriter } from './trips.ts'

type Options = {
  readonly db: Kysely<Tables>
  readonly simulation: Simulation
  readonly hashPassword: (password: string) => Promise<string>
  /** Ms UTC. */
  readonly now: number
  readonly log: (message: string) => void
}

const HOUR_MS = 3_600_000

const insertUsers = async (
  trx: Transaction<Tables>,
  hashPassword: Options['hashPassword'],
  firstCompany: number,
): Promise<void> => {
  const hash = await hashPassword(DEMO_PASSWORD)
  await trx
    .insertInto('app_user')
    .values(
      DEMO_USERS.map(({ userName, firstName, role, ofFirstCompany, alpha, beta }) => ({
        company_id: ofFirstCompany ? firstCompany : null,
        user_name: userName,
        first_name: firstName,
        email: `${userName}@roadbook.example`,
        mobile: null,
        roles: JSON.stringify([role]),
        password_hash: hash,
        alpha_access: alpha,
        beta_access: beta,
        disabled_at: null,
      })),
    )
    .execute()
}

/** The first of the list is the newest. */
const insertMessages = async (trx: Transaction<Tables>, now: number): Promise<void> => {
  await trx
    .insertInto('ticker_message')
    .values(
      DEMO_MESSAGES.map(({ content, isCritical, hoursAgo }) => ({
        content,
        criticality: isCritical ? 1 : 0,
        created_at: new Date(now - hoursAgo * HOUR_MS),
        changed_by: null,
      })),
    )
    .execute()
}

const latestRow = ({ companyId, vehicleId, life }: RosterEntry, now: number) => {
  const fix = life.lastFix(now, HISTORY_EVERY_MS)
  if (!fix) return []
  const { time, lng, lat, speed = null, heading = null, odo = null, ignition = null } = fix
  const { rpm = null, fuel = null, adblue = null } = fix
  return [
    {
      ...{
        company_id: companyId,
        vehicle_id: vehicleId,
        time: new Date(time),
        lng,
        lat,
        speed,
        heading,
        odo,
      },
      ...{ ignition, rpm, fuel, adblue, interval_s: HISTORY_EVERY_MS / 1000 },
    },
  ]
}

/** Where every truck is now, so that the map has them all at once. */
const insertLatest = async (
  trx: Transaction<Tables>,
  roster: readonly RosterEntry[],
  now: number,
): Promise<void> => {
  const rows: ReturnType<typeof latestRow> = []
  for (const entry of roster) {
    rows.push(...latestRow(entry, now))
    await nextTurn()
  }
  if (rows.length > 0) await trx.insertInto('latest_fix').values(rows).execute()
}

/**
 * Makes the demo: companies, users, messages, vehicles, fences, the trucks' present positions and trips. All of it or nothing is written;
 * where a demo is, nothing changes. History comes with `backfill`, the present with the simulator.
 */
export const seedDemo = async ({ db, simulation, hashPassword, now, log }: Options): Promise<void> => {
  if (await readDemoState(db)) return
  const { companies, network, seed } = simulation
  await db.transaction().execute(async (trx) => {
    const ids: number[] = []
    for (const company of companies) ids.push(await seedCompany(trx, company, network, now))
    await insertUsers(trx, hashPassword, ids[0] ?? 0)
    await insertMessages(trx, now)
    const roster = await readRoster(trx, simulation, simulation.presentOf)
    await insertLatest(trx, roster, now)
    const trips = createTripWriter({ db: trx, network })
    await trips.write(
      roster.map((entry) => ({ entry, journeys: [entry.life.journeyAt(now)] })),
      now,
    )
    await insertDemoState(trx, { seed, seededAt: now, backfilledTo: null, liveUntil: now })
    log(`The demo has ${roster.length} trucks in ${companies.length} companies.`)
  })
}
