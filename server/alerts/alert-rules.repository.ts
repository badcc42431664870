import { type Kysely, sql } from 'kysely'
import { ALERT_SETTINGS } from '#contract/records/alert-settings.ts'
import { dayOf, shiftDay } from '#domain/company-time.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Tables } from '../db/tables.ts'
import { INITIAL_RULES } from '../rules/rules.ts'
import { ruleKey } from '../rules/run.ts'
import type { AlertRule } from '../rules/types.ts'
import { putDown } from '../track/put-down.repository.ts'

/** The rules of a company, and from when on (ms) each raises alerts: -Infinity for the initial ones, undefined for others' rules. */
export type CompanyRules = {
  readonly all: readonly AlertRule[]
  readonly sinceOf: (rule: { readonly type: string; readonly threshold: number }) => number | undefined
}

const INITIAL_KEYS = new Set(INITIAL_RULES.map(ruleKey))

/** Reads the rules of a company: the initial ones and the thresholds that its users have chosen. */
export const readRules = async (db: Kysely<Tables>, companyId: number): Promise<CompanyRules> => {
  const rows = await db
    .selectFrom('alert_rule')
    .select(['type', 'threshold', 'since'])
    .where('company_id', '=', companyId)
    .orderBy('type')
    .orderBy('threshold')
    .execute()
  const chosen = rows.map(({ type, threshold, since }) => ({
    rule: { type: type as AlertRule['type'], threshold },
    since: since.getTime(),
  }))
  const since = new Map(chosen.map((one) => [ruleKey(one.rule), one.since]))
  for (const key of INITIAL_KEYS) since.set(key, Number.NEGATIVE_INFINITY)
  return {
    all: [...INITIAL_RULES, ...chosen.map(({ rule }) => rule)],
    sinceOf: (rule) => since.get(ruleKey(rule as AlertRule)),
  }
}

/** For so long a threshold that nobody has chosen any more goes on, so that late fixes raise what they would have raised in time. */
const KEPT_DAYS = 40

/** The thresholds that users of a company, and those who see all companies, have chosen beside the initial ones, or had at `since`, ms, or later. */
const readChosen = async (db: Kysely<Tables>, companyId: number, since: number): Promise<AlertRule[]> => {
  const settings = JSON.stringify(ALERT_SETTINGS.map(({ id, type }) => ({ id, type })))
  const { rows } = await sql<AlertRule>`select distinct known.type, choice.value as threshold
    from (
      select alert_setting.*, lead(since) over (partition by user_id, alert_setting.id order by since) as until
      from alert_setting join app_user on app_user.id = alert_setting.user_id
      where app_user.company_id = ${companyId}::int4 or app_user.company_id is null
    ) choice
    join jsonb_to_recordset(${settings}::jsonb) as known(id text, type text) on known.id = choice.id
    where choice.selected and choice.value is not null
      and coalesce(choice.until, 'infinity') >= ${new Date(since)}`.execute(db)
  return rows.filter((rule) => !INITIAL_KEYS.has(ruleKey(rule)))
}

type Options = {
  readonly db: Kysely<Tables>
  /** ms UTC. */
  readonly now: () => number
  /** Called after the rules of a company have changed. */
  readonly onChange: (companyId: number) => void
}

/** Keeps the list of a company's rules. */
export const createAlertRules = ({ db, now, onChange }: Options) => {
  const change = async (trx: Kysely<Tables>, companyId: number, timeZone: string): Promise<boolean> => {
    const at = now()
    const wanted = JSON.stringify(await readChosen(trx, companyId, at - KEPT_DAYS * DAY_MS))
    // What a limit has raised goes on under it until it ends.
    const { rows: gone } = await sql<AlertRule>`delete from alert_rule where company_id = ${companyId}
      and not exists (select from jsonb_to_recordset(${wanted}::jsonb) as r(type text, threshold float8)
        where r.type = alert_rule.type and r.threshold = alert_rule.threshold)
      and not exists (select from alert where alert.company_id = ${companyId} and ended is null and withdrawn_at is null
        and alert.type = alert_rule.type and alert.threshold = alert_rule.threshold)
      returning type, threshold`.execute(trx)
    const { rows: added } = await sql<AlertRule>`insert into alert_rule (company_id, type, threshold, since)
      select ${companyId}::int4, type, threshold, to_timestamp(${at}::float8 / 1000)
      from jsonb_to_recordset(${wanted}::jsonb) as r(type text, threshold float8)
      on conflict do nothing returning type, threshold`.execute(trx)
    if (added.length > 0) {
      // The day before as well, because what has begun by now is no alert of a new rule.
      const today = dayOf(at, timeZone)
      const day = shiftDay(today, -1)
      const { rows: moving } = await sql<{ id: number }>`select vehicle_id as id from latest_fix
        where company_id = ${companyId} and (time at time zone ${timeZone})::date >= ${day}::date`.execute(
        trx,
      )
      await putDown(
        trx,
        moving.flatMap(({ id }) => [day, today].map((one) => ({ companyId, vehicleId: id, day: one }))),
      )
    }
    return gone.length > 0 || added.length > 0
  }

  return {
    /** Call after a user has saved alert settings: with the user's company, or null for users who see all companies. */
    changed: async (companyId: number | null): Promise<void> => {
      const companies = await db
        .selectFrom('company')
        .select(['id', 'time_zone'])
        .$if(companyId !== null, (query) => query.where('id', '=', companyId))
        .orderBy('id')
        .execute()
      for (const { id, time_zone: timeZone } of companies)
        if (
          await db.transaction().execute(async (trx) => {
            // Two users may save at once.
            await sql`select from company where id = ${id} for no key update`.execute(trx)
            return change(trx, id, timeZone)
          })
        )
          onChange(id)
    },
  }
}
