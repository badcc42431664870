import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { RPM_BANDS, SPEED_BANDS } from '#domain/bands.ts'
import { DEFAULT_TIME_ZONE, dayBounds, dayOf, shiftDay } from '#domain/company-time.ts'
import { FIGURE_FIELDS } from '#domain/figure-fields.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { createAlertChoices } from '#server/alerts/alert-choices.repository.ts'
import { createDashboard } from '#server/dashboard/dashboard.service.ts'
import { createInsights } from '#server/dashboard/insights.service.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Tables } from '#server/db/tables.ts'
import { createFiguresRepository } from '#server/figures/figures.repository.ts'
import { createFigures } from '#server/figures/figures.service.ts'
import { createScalingRepository } from '#server/settings/scaling.repository.ts'
import { createScaling } from '#server/settings/scaling.service.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const DAYS = 90
const USERS = 20
const ROUNDS = 7
const COLUMNS = Object.values(FIGURE_FIELDS)

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
  const names = COLUMNS.map(({ column }) => column).join(', ')
  const values = COLUMNS.map(({ of }) =>
    of === 'count' ? '(random() * 3)::int' : 'round((random() * 1000)::numeric, 3)',
  )
  const days = `generate_series($3::date - ${2 * DAYS - 1}, $3::date, interval '1 day') g(t), lateral (select t::date as d) days`
  if (hours) {
    await pool.query(
      `insert into vehicle_hour (company_id, vehicle_id, hour, day, driver_id, ${names})
      select $1, v, (d::timestamp at time zone '${DEFAULT_TIME_ZONE}') + h * interval '1 hour', d, 0, ${values.join(', ')}
      from unnest($2::int4[]) v, ${days}, generate_series(0, 23) h`,
      [companyId, ids, today],
    )
    const together = COLUMNS.map(({ column, of }) => `${of === 'greatest' ? 'max' : 'sum'}(${column})`)
    await pool.query(
      `insert into vehicle_day_figures (company_id, vehicle_id, day, driver_id, ${names})
      select company_id, vehicle_id, day, driver_id, ${together.join(', ')} from vehicle_hour where company_id = $1 group by 1, 2, 3, 4`,
      [companyId],
    )
  } else
    await pool.query(
      `insert into vehicle_day_figures (company_id, vehicle_id, day, driver_id, ${names})
      select $1, v, d, 0, ${values.join(', ')} from unnest($2::int4[]) v, ${days}`,
      [companyId, ids, today],
    )
  await pool.query('vacuum analyze vehicle_hour')
  await pool.query('vacuum analyze vehicle_day_figures')
  return ids
}

/** The minimum that counts: one aggregate over the same hourly rows, by day. */
const floorOf = (pool: pg.Pool, companyId: number, ids: readonly number[], from: string, to: string) => {
  const sums = COLUMNS.map(({ column, of }) => `${of === 'greatest' ? 'max' : 'sum'}(${column})`).join(', ')
  return pool.query(
    `select day, ${sums} from vehicle_hour
    where company_id = $1 and vehicle_id = any($2::int4[]) and day >= $3 and day <= $4 group by day`,
    [companyId, ids, from, to],
  )
}

/** The figures behind all widgets, as the routes answer them; nothing is answered from before. */
const widgetsOf = (db: Kysely<Tables>, pool: pg.Pool, companyId: number, ids: readonly number[]) => {
  let clock = Date.now()
  const vehiclesOf = async (_: unknown, { vehicleIds = [] }: Pick<ReportFilter, 'vehicleIds'>) =>
    vehicleIds.length === 0 ? [...ids] : [...vehicleIds]
  const figures = createFigures({
    figures: createFiguresRepository({ db, pool }),
    backlog: { asOf: () => clock },
    vehiclesOf,
    scalesOf: createScaling({ scaling: createScalingRepository({ db }), now: () => clock }).ofFigures,
    now: () => clock,
  })
  const dashboard = createDashboard({
    figures,
    fleet: { statusesOf: async () => ({ RUNNING: 0, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }) },
    choices: createAlertChoices({ db }),
    now: () => clock,
  })
  const insights = createInsights({ figures, choices: createAlertChoices({ db }) })
  const caller = { userId: 1, role: 'CUSTOMERADMIN', companyId } as const
  return {
    later: () => {
      clock += 60_000
    },
    all: async (filter: ReportFilter): Promise<number> => {
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

/** Server time of all widgets of a dashboard over ninety days, for one user and for twenty at once. */
export const run = async (): Promise<BenchResult[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'roadbook-bench-'))
  await chmod(dataDir, 0o755)
  const database = await openDatabase({ dataDir })
  try {
    const { db, pool } = database
    const today = dayOf(Date.now(), DEFAULT_TIME_ZONE)
    const fromDay = shiftDay(today, 1 - DAYS)
    const filter = {
      fromTsInIST: toPayloadTime(dayBounds(fromDay, DEFAULT_TIME_ZONE).from),
      toTsInIST: toPayloadTime(dayBounds(today, DEFAULT_TIME_ZONE).to - 1000),
    }
    const results: BenchResult[] = []
    for (const vehicles of [250, 10_000]) {
      const isLarge = vehicles > 250
      const { id: companyId } = await db
        .insertInto('company')
        .values({ name: `Bench ${vehicles}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      const ids = await fill(pool, companyId, vehicles, today, !isLarge)
      const widgets = widgetsOf(db, pool, companyId, ids)
      const floor: number[] = []
      const ours: number[] = []
      for (let round = 0; round < (isLarge ? 1 : ROUNDS); round += 1) {
        if (!isLarge) floor.push(await timed(() => floorOf(pool, companyId, ids, fromDay, today)))
        widgets.later()
        ours.push(await widgets.all(filter))
      }
      const name = `all widgets of ${vehicles} vehicles over ${DAYS} days`
      if (isLarge) {
        results.push({ name, value: median(ours), unit: 'ms', goal: 'stated', ok: true })
        continue
      }
      const [value, least] = [median(ours), median(floor)]
      results.push({
        name,
        value,
        unit: 'ms',
        floor: least,
        ratio: value / least,
        goal: '≤ 2',
        ok: value <= 2 * least,
      })
      // Each has a scope of its own, so that nobody is answered what another asked.
      widgets.later()
      const many = await Promise.all(
        Array.from({ length: USERS }, (_, user) =>
          widgets.all({ ...filter, vehicleIds: ids.filter((_id, i) => i !== user) }),
        ),
      )
      const p95 = many.toSorted((a, b) => a - b)[Math.floor(USERS * 0.95) - 1] ?? Number.NaN
      results.push({
        name: `${name}, p95 of ${USERS} users at once`,
        ...{ value: p95, unit: 'ms', floor: least, ratio: p95 / least, goal: '≤ 4', ok: p95 <= 4 * least },
      })
    }
    return results
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
