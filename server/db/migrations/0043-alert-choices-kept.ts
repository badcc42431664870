import { type Kysely, sql } from 'kysely'

/**
 * A choice of a limit holds from its time on, and the one before stays with what it raised. What is stored counts since the limit is a rule
 * of the company, before which nobody had chosen it; else from the beginning.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table alert_setting
    add column since timestamptz not null default 'epoch',
    drop constraint alert_setting_pkey,
    add primary key (user_id, id, since)`.execute(db)
  await sql`update alert_setting choice set since = known.since
    from (
      select choice.user_id, choice.id, min(rule.since) as since
      from alert_setting choice
      join app_user on app_user.id = choice.user_id
      join alert_rule rule on rule.threshold = choice.value
        and lower(rule.type) || 'alert' = lower(choice.id)
        and (rule.company_id = app_user.company_id or app_user.company_id is null)
      where choice.selected
      group by choice.user_id, choice.id
    ) known
    where known.user_id = choice.user_id and known.id = choice.id`.execute(db)
}
