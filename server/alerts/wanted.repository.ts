import { type Kysely, sql } from 'kysely'
import { PREFERENCE_PAIRS } from '#contract/records/alert-settings.ts'
import { OWN_VIEWER_ROLES } from '#contract/roles.ts'
import type { AlertCode } from '#domain/alerts.ts'
import { mobileOf } from '#domain/mobile.ts'
import { seesVehicle } from '../access/visible-vehicles.repository.ts'
import type { Tables } from '../db/tables.ts'
import { createAlertChoices, isRaisedBy } from './alert-choices.repository.ts'

export type Channel = 'email' | 'sms'

/** A notification that a user wants: of an alert, by a channel, to an address or number. */
export type Wanted = {
  readonly alertId: string
  readonly userId: number
  readonly channel: Channel
  readonly to: string
  /** `HH:mm` of the company's clock at which the fence wants it sent; null at once. */
  readonly clock: string | null
  readonly timeZone: string
}

type Row = {
  alert_id: string
  type: AlertCode
  threshold: number
  began: Date
  user_id: number
  channel: Channel
  email: string | null
  mobile: string | null
  clock: string | null
  time_zone: string
}

/** Each preference (ALR-12) with what it stands for. */
const PREFERENCES = PREFERENCE_PAIRS.flatMap(({ email, sms, types, crossing }) =>
  types.flatMap((type) => [
    { name: email, channel: 'email', type, crossing },
    { name: sms, channel: 'sms', type, crossing },
  ]),
)

/**
 * Which users want to be notified of these alerts, and how (ALR-13): those who see the vehicle and are not disabled, have selected the
 * type and had this threshold when the alert began, have switched on its preference and have an address or number. None of withdrawn alerts. Two queries, for
 * any number of alerts.
 */
export const wantedOf = async (db: Kysely<Tables>, alertIds: readonly string[]): Promise<Wanted[]> => {
  if (alertIds.length === 0) return []
  const { rows } = await sql<Row>`
    select alert.id::text as alert_id, alert.type, alert.threshold, alert.began, preference.channel, company.time_zone,
      app_user.id as user_id, app_user.email, app_user.mobile,
      case preference.crossing
        when 'IN' then geofence.entry_notification_time
        when 'OUT' then geofence.exit_notification_time
      end as clock
    from alert
    join vehicle on vehicle.id = alert.vehicle_id
    join company on company.id = alert.company_id
    join jsonb_to_recordset(${JSON.stringify(PREFERENCES)}::jsonb) as preference (name text, channel text, type text, crossing text)
      on preference.type = alert.type and (preference.crossing is null or alert.subject like '% ' || preference.crossing)
    join alert_preference on alert_preference.name = preference.name
    join app_user on app_user.id = alert_preference.user_id
    left join geofence on geofence.company_id = alert.company_id and geofence.id = substring(alert.subject from '^[0-9]+')::int
    where alert.id = any(${[...alertIds]}::bigint[]) and alert.withdrawn_at is null
      and app_user.disabled_at is null and app_user.roles ->> 0 = any(${[...OWN_VIEWER_ROLES]}::text[]) and ${seesVehicle}
    order by alert.id, app_user.id, preference.channel`.execute(db)
  const rules = await createAlertChoices({ db }).heldOfUsers([...new Set(rows.map(({ user_id }) => user_id))])
  return rows.flatMap((row) => {
    const to = row.channel === 'email' ? row.email : mobileOf(row.mobile ?? '')
    const held = rules.get(row.user_id) ?? []
    const isSelected = held.some(({ type, until }) => type === row.type && until === Number.POSITIVE_INFINITY)
    if (to === null || !isSelected || !isRaisedBy(held, { ...row, began: row.began.getTime() })) return []
    const { alert_id: alertId, user_id: userId, channel, clock, time_zone: timeZone } = row
    return [{ alertId, userId, channel, to, clock, timeZone }]
  })
}
