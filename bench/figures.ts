import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { RPM_BANDS, SPEED_BANDS } from '#domain/bands.ts'
import { DEFAULT_TIME_ZONE, dayBounds, dayOf, shiftDay } from '#domain/company-time.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { createAlertChoices } from '#server/alerts/alert-choices.repository.ts'
import { createDashboard } from '#server/dashboard/dashboard.service.ts'
import { createInsights } from '#server/dashboard/insights.service.ts'
import { fixArrays } from '#server/db/fix-arrays.ts'
import { insertFixes } from '#server/db/fix-statements.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Tables } from '#server/db/tables.ts'
import { createFiguresRepository } from '#server/figures/figures.repository.ts'
import { createFigures } from '#server/figures/figures.service.ts'
import { deriveDay } from '#server/figures/pending.repository.ts'
import { createScalingRepository } from '#server/settings/scaling.repository.ts'
import { createScaling } from '#server/settings/scaling.service.ts'
import { createScoredAlertsRepository } from '#server/settings/scored-alerts.repository.ts'
import { createScoredAlerts } from '#server/settings/scored-alerts.service.ts'
import { readOpenRows } from '#server/track/closing.repository.ts'
import { syntheticDay } from '#tests/server/track/synthetic-day.fixture.ts'
import { daysBack, FIGURE_SQL, fillDays } from './figure-rows.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const DAYS = 90
const USERS = 20
const ROUNDS = 7
const LARGE_ROUNDS = 3
const VEHICLES = 250
const MANY_VEHICLES = 10_000
/** An open day with one fix in ten seconds. */
const FIXES = 8640
const OPEN_DAY_ROUNDS = 15
const GOAL = { one: 2, many: 4 }

/** Fills the days of a company's vehicles as closing them would, two times `DAYS` back; with `hours` also what they are made of. */
const fill = async (
  pool: pg.Pool,
  companyId: number,
  vehicles: number,
  today: string,
  hours: boolean,
): Promise<number[]> => {
  const { rows } = await pool.query<{ id: number }>(
    `insert into vehicle (company_id, registration, imei, ingest_key)
    select $1::int, 'T ' || n, $1::int || '-' || n, 'key' from generate_series(1, $2::int) n returning id`,
    [companyId, vehicles],
  )
  const ids = rows.map(({ id }) => id)
  if (!hours) {
    await fillDays(pool, companyId, ids, today, 2 * DAYS)
    return ids
  }
  const { names, values, together } = FIGURE_SQL
  await pool.query(
    `insert into vehicle_hour (company_id, vehicle_id, hour, day, driver_id, ${names})
    select $1, v, (d::timestamp at time zone '${DEFAULT_TIME_ZONE}') + h * interval '1 hour', d, 0, ${values}
    from unnest($2::int4[]) v, ${daysBack(2 * DAYS)}, generate_series(0, 23) h`,
    [companyId, ids, today],
  )
  await pool.query(
    `insert into vehicle_day_figures (company_id, vehicle_id, day, driver_id, ${names})
    select company_id, vehicle_id, day, driver_id, ${together} from vehicle_hour where company_id = $1 group by 1, 2, 3, 4`,
    [companyId],
  )
  await pool.query('vacuum analyze vehicle_hour')
  await pool.query('vacuum analyze vehicle_day_figures')
  return ids
}

/** The minimum that counts: one aggregate over the same hourly rows, by day. */
const floorOf = (pool: pg.Pool, companyId: number, ids: readonly number[], from: string, to: string) =>
  pool.query(
    `select day, ${FIGURE_SQL.together} from vehicle_hour
    where company_id = $1 and vehicle_id = any($2::int4[]) and day >= $3 and day <= $4 group by day`,
    [companyId, ids, from, to],
  )

/** The figures behind all widgets, as the routes answer them to a user; nothing is answered from before. */
const widgetsOf = (db: Kysely<Tables>, pool: pg.Pool, companyId: number, ids: readonly number[]) => {
  let clock = Date.now()
  const vehiclesOf = async (_: unknown, { vehicleIds = [] }: Pick<ReportFilter, 'vehicleIds'>) =>
    vehicleIds.length === 0 ? [...ids] : [...vehicleIds]
  const figures = createFigures({
    figures: createFiguresRepository({ db, pool }),
    backlog: { asOf: () => clock, waitingDays: () => new Set() },
    vehiclesOf,
    scalesOf: createScaling({ scaling: createScalingRepository({ db }), now: () => clock }).ofFigures,
    now: () => clock,
  })
  const scoredAlerts = createScoredAlerts({
    scoredAlerts: createScoredAlertsRepository({ db }),
    choices: createAlertChoices({ db }),
    now: () => clock,
  })
  const dashboard = createDashboard({
    figures,
    fleet: { statusesOf: async () => ({ RUNNING: 0, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }) },
    scoredAlerts,
    now: () => clock,
  })
  const insights = createInsights({ figures, scoredAlerts })
  return {
    later: () => {
      clock += 60_000
    },
    all: async (filter: ReportFilter, userId = 1): Promise<number> => {
      const caller = { userId, role: 'CUSTOMERADMIN', companyId } as const
      const begin = performance.now()
      const { signal } = new AbortController()
      await Promise.all([
        dashboard.mileage(caller, filter, signal),
        dashboard.adblue(caller, filter, signal),
        dashboard.utilization(caller, { ...filter, timeDiffGreaterThan7Days: true }, signal),
        dashboard.bandsOf(SPEED_BANDS, caller, filter, signal),
        dashboard.bandsOf(RPM_BANDS, caller, filter, signal),
        dashboard.score(caller, filter, signal),
        insights(caller, filter, signal),
      ])
      return performance.now() - begin
    },
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

type Handles = { readonly db: Kysely<Tables>; readonly pool: pg.Pool }

/** What `work` answers about a database of its own. */
const onDatabase = async (work: (handles: Handles) => Promise<BenchResult[]>): Promise<BenchResult[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'roadbook-bench-'))
  await chmod(dataDir, 0o755)
  const database = await openDatabase({ dataDir })
  try {
    return await work(database)
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const addCompany = async (db: Kysely<Tables>, name: string): Promise<number> => {
  const row = db.insertInto('company').values({ name }).returning('id')
  return (await row.executeTakeFirstOrThrow()).id
}

/** All widgets over ninety days of a fleet in a database that has no other. */
const widgetsOver = async ({ db, pool }: Handles, vehicles: number, hours: boolean) => {
  const today = dayOf(Date.now(), DEFAULT_TIME_ZONE)
  const fromDay = shiftDay(today, 1 - DAYS)
  const companyId = await addCompany(db, 'Widgets')
  const ids = await fill(pool, companyId, vehicles, today, hours)
  return {
    ids,
    name: `all widgets of ${vehicles.toLocaleString('en-IN')} vehicles over ${DAYS} days`,
    filter: {
      fromTsInIST: toPayloadTime(dayBounds(fromDay, DEFAULT_TIME_ZONE).from),
      toTsInIST: toPayloadTime(dayBounds(today, DEFAULT_TIME_ZONE).to - 1000),
    },
    widgets: widgetsOf(db, pool, companyId, ids),
    floor: () => floorOf(pool, companyId, ids, fromDay, today),
  }
}

const widgetResults = async (handles: Handles): Promise<BenchResult[]> => {
  const { ids, name, filter, widgets, floor } = await widgetsOver(handles, VEHICLES, true)
  const times = { floor: [] as number[], ours: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    times.floor.push(await timed(floor))
    widgets.later()
    times.ours.push(await widgets.all(filter))
  }
  // Each has a scope of its own, so that nobody is answered what another asked.
  widgets.later()
  const many = await Promise.all(
    Array.from({ length: USERS }, (_, user) =>
      widgets.all({ ...filter, vehicleIds: ids.filter((_id, i) => i !== user) }, user),
    ),
  )
  const [value, least] = [median(times.ours), median(times.floor)]
  const p95 = many.toSorted((a, b) => a - b)[Math.floor(USERS * 0.95) - 1] ?? Number.NaN
  const judged = (what: string, ms: number, most: number): BenchResult => ({
    ...{ name: what, value: ms, unit: 'ms', floor: least, ratio: ms / least },
    goal: `≤ ${most}`,
    ok: ms <= most * least,
  })
  return [judged(name, value, GOAL.one), judged(`${name}, p95 of ${USERS} users at once`, p95, GOAL.many)]
}

/** Today of a truck that has reported every ten seconds, derived as the background does. */
const openDayResult = async ({ db, pool }: Handles): Promise<BenchResult> => {
  const companyId = await addCompany(db, 'Open day')
  const { id: vehicleId } = await db
    .insertInto('vehicle')
    .values({ company_id: companyId, registration: 'T 1', imei: 'open-day', ingest_key: 'key' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const owned = { companyId, vehicleId }
  const day = dayOf(Date.now(), DEFAULT_TIME_ZONE)
  const bounds = dayBounds(day, DEFAULT_TIME_ZONE)
  await pool.query(
    insertFixes(1),
    fixArrays(syntheticDay(FIXES, bounds.from).map((fix) => ({ ...owned, fix }))),
  )
  await pool.query('vacuum analyze open_fix')
  const times = { floor: [] as number[], ours: [] as number[] }
  for (let round = -1; round < OPEN_DAY_ROUNDS; round += 1) {
    const floor = await timed(async () => {
      const { length } = await readOpenRows(db, owned, bounds)
      if (length !== FIXES) throw new Error(`${length} fixes were read.`)
    })
    const ours = await timed(() => deriveDay(db, { ...owned, day }, true))
    if (round < 0) continue
    times.floor.push(floor)
    times.ours.push(ours)
  }
  const hours = await db
    .selectFrom('vehicle_hour')
    .select('fixes')
    .where('vehicle_id', '=', vehicleId)
    .execute()
  if (hours.reduce((sum, { fixes }) => sum + fixes, 0) !== FIXES) throw new Error('The day was not derived.')
  const [value, floor] = [median(times.ours), median(times.floor)]
  return {
    name: `deriving an open day of ${FIXES.toLocaleString('en-IN')} fixes, beside reading its rows`,
    ...{ value, unit: 'ms', floor, ratio: value / floor, goal: 'stated', ok: true },
  }
}

/** Server time of all widgets of a dashboard over ninety days, for one user and for twenty at once, and of deriving an open day. */
export const run = (): Promise<BenchResult[]> =>
  onDatabase(async (handles) => [...(await widgetResults(handles)), await openDayResult(handles)])

/** The same widgets of a fleet of 10,000, which takes minutes to fill in. */
export const runLarge = (): Promise<BenchResult[]> =>
  onDatabase(async (handles) => {
    const { name, filter, widgets } = await widgetsOver(handles, MANY_VEHICLES, false)
    const times: number[] = []
    for (let round = 0; round < LARGE_ROUNDS; round += 1) {
      widgets.later()
      times.push(await widgets.all(filter))
    }
    return [{ name, value: median(times), unit: 'ms', goal: 'stated', ok: true }]
  })
