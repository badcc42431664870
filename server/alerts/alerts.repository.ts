import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { AlertEvidence, AlertRule, FoundAlert } from '../rules/types.ts'
import type { VehicleKey } from '../track/closing.repository.ts'
import type { StoredSpell } from './match-alerts.ts'

/** What is stored of an alert beside its type. */
export type AlertFigures = Omit<FoundAlert, 'type' | 'lastSeen'>

/** An alert of a vehicle as it is stored. Times in ms. */
export type StoredAlert = StoredSpell & AlertFigures & VehicleKey & { readonly id: string }

/**
 * The stored alerts of a vehicle to read: those that still last or ended at `since` (ms) or later, and began by `until` (ms),
 * of all rules or of one.
 */
export type StoredQuery = VehicleKey & {
  readonly since: number
  readonly until: number
  readonly rule: (AlertRule & { readonly subject: string }) | null
}

/** The first fix that an alert rests on, ms. */
export const firstFixOf = ({
  began,
  evidence,
}: {
  readonly began: number
  readonly evidence: AlertEvidence
}): number => Math.min(began, ...evidence.fixes.map(({ time }) => time))

/** Times that the database cannot hold stand for all of them. */
const finite = (time: number): number | null => (Number.isFinite(time) ? time : null)
const ms = (column: string) => sql.raw(`(extract(epoch from a.${column}) * 1000)::float8`)

type Row = VehicleKey & AlertFigures & { id: number | string; type: string; isWithdrawn: boolean }

/** Reads the stored alerts of vehicles, withdrawn ones too. */
export const readStored = async (
  db: Kysely<Tables>,
  queries: readonly StoredQuery[],
): Promise<StoredAlert[]> => {
  if (queries.length === 0) return []
  const wanted = queries.map(({ companyId, vehicleId, since, until, rule }) => ({
    ...{ company_id: companyId, vehicle_id: vehicleId, since: finite(since), until: finite(until) },
    ...{ type: rule?.type, threshold: rule?.threshold, subject: rule?.subject },
  }))
  const { rows } =
    await sql<Row>`select distinct on (a.id) a.id, a.company_id as "companyId", a.vehicle_id as "vehicleId", a.type, a.threshold,
      a.subject, ${ms('began')} as began, ${ms('time')} as time, ${ms('ended')} as ended, a.lng, a.lat, a.value,
      a.duration_s as "durationS", a.detail as evidence, a.withdrawn_at is not null as "isWithdrawn"
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w(company_id int4, vehicle_id int4, since float8, until float8, type text, threshold float8, subject text)
    -- Lateral, so that each vehicle's own index is read: the planner would rather read the whole table.
    cross join lateral (
      select * from alert where vehicle_id = w.vehicle_id and ended is null
      union all
      select * from alert where vehicle_id = w.vehicle_id
        and ended >= coalesce(to_timestamp(w.since / 1000), '-infinity')
    ) a
    where a.company_id = w.company_id and a.began <= coalesce(to_timestamp(w.until / 1000), 'infinity')
      and (w.type is null or (a.type = w.type and a.threshold = w.threshold and a.subject = w.subject))`.execute(
      db,
    )
  return rows.map((row) => ({ ...row, id: String(row.id), from: firstFixOf(row) }))
}

const columnsOfFound = (found: AlertFigures) => ({
  ...{ began: found.began, time: found.time, ended: found.ended },
  ...{ lng: found.lng, lat: found.lat, value: found.value, duration_s: found.durationS },
  detail: found.evidence,
})
const FOUND_TYPES = sql.raw(
  'began float8, time float8, ended float8, lng float8, lat float8, value float8, duration_s float8, detail jsonb',
)
const FOUND_VALUES = sql.raw(
  'to_timestamp(r.began / 1000), to_timestamp(r.time / 1000), to_timestamp(r.ended / 1000), r.lng, r.lat, r.value, r.duration_s, r.detail',
)

/** A found alert of a vehicle; `isNews`: users may be told of it. */
export type OwnedAlert = VehicleKey & { readonly found: FoundAlert; readonly isNews: boolean }

/** Stores new alerts at `now` (ms) and returns the id of each; null for one that was there already, which is brought up to date. */
export const insertAlerts = async (
  trx: Kysely<Tables>,
  alerts: readonly OwnedAlert[],
  now: number,
): Promise<Array<string | null>> => {
  if (alerts.length === 0) return []
  const rows = alerts.map(({ companyId, vehicleId, found, isNews }, place) => ({
    ...{ place, company_id: companyId, vehicle_id: vehicleId, is_news: isNews },
    ...{ type: found.type, threshold: found.threshold, subject: found.subject },
    ...columnsOfFound(found),
  }))
  const { rows: stored } = await sql<{ place: number; id: number | string; isNew: boolean }>`
    with r as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(place int4, company_id int4, vehicle_id int4, type text, threshold float8, subject text, is_news boolean,
        ${FOUND_TYPES})),
    stored as (
      insert into alert (company_id, vehicle_id, type, threshold, subject, began, time, ended, lng, lat, value, duration_s,
        detail, stored_at, changed_at, is_news)
      select company_id, vehicle_id, type, threshold, subject, ${FOUND_VALUES},
        to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000), is_news
      from r order by place
      on conflict (company_id, vehicle_id, type, threshold, subject, began) do update set
        time = excluded.time, ended = excluded.ended, lng = excluded.lng, lat = excluded.lat, value = excluded.value,
        duration_s = excluded.duration_s, detail = excluded.detail, changed_at = excluded.changed_at, withdrawn_at = null
      returning id, company_id, vehicle_id, type, threshold, subject, began, xmax = 0 as "isNew"
    )
    select place, id, "isNew" from stored join r using (company_id, vehicle_id, type, threshold, subject)
    where stored.began = to_timestamp(r.began / 1000)`.execute(trx)
  const ids = new Map(stored.map(({ place, id, isNew }) => [place, isNew ? String(id) : null]))
  return alerts.map((_, place) => ids.get(place) ?? null)
}

/** Brings stored alerts up to date at `now` (ms); withdrawn ones come back. */
export const updateAlerts = async (
  trx: Kysely<Tables>,
  alerts: ReadonlyArray<{ readonly id: string; readonly found: AlertFigures }>,
  now: number,
): Promise<void> => {
  if (alerts.length === 0) return
  const rows = alerts.map(({ id, found }) => ({ id, ...columnsOfFound(found) }))
  await sql`update alert set (began, time, ended, lng, lat, value, duration_s, detail) = row(${FOUND_VALUES}),
      changed_at = to_timestamp(${now}::float8 / 1000), withdrawn_at = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id int8, ${FOUND_TYPES})
    where alert.id = r.id`.execute(trx)
}

/** Withdraws alerts at `now` (ms). One that lasted ends at `until` (ms), so that later alerts are none of it. */
export const withdrawAlerts = async (
  trx: Kysely<Tables>,
  alerts: ReadonlyArray<{ readonly id: string; readonly until: number }>,
  now: number,
): Promise<void> => {
  if (alerts.length === 0) return
  await sql`update alert set withdrawn_at = to_timestamp(${now}::float8 / 1000), changed_at = to_timestamp(${now}::float8 / 1000),
      ended = coalesce(ended, greatest(time, to_timestamp(r.until / 1000)))
    from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as r(id int8, until float8)
    where alert.id = r.id and withdrawn_at is null`.execute(trx)
}
