import { type Kysely, sql } from 'kysely'

/**
 * The outbox keeps SMS as well, and notifications of alerts apart from other mails. A delivery can be held back for a summary, and
 * dropped because nobody wants it any more.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table mail
    add column channel text not null default 'email' check (channel in ('email', 'sms')),
    add column is_alert boolean not null default false`.execute(db)
  await sql`alter table alert_delivery
    add column held boolean not null default false,
    drop constraint alert_delivery_state_check,
    add constraint alert_delivery_state_check check (state in ('waiting', 'sent', 'dead', 'dropped'))`.execute(
    db,
  )
  await sql`create index alert_delivery_sent on alert_delivery (user_id, channel, settled_at) where state = 'sent'`.execute(
    db,
  )
  await sql`create index alert_delivery_dead on alert_delivery (settled_at) where state = 'dead'`.execute(db)
}
