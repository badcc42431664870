// Alerts, what users want to know of them, and their notifications.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Jsonb, Time } from './tables.ts'

/**
 * An alert that a rule found (ALR-02). Within a vehicle, `type`, `threshold`, `subject` and `began` identify it; `threshold` is 0 where
 * the type has none, `subject` names the fence and the crossing, as in `12 IN`, and is empty for all other types.
 */
export type AlertTable = {
  id: GeneratedAlways<string>
  company_id: number
  vehicle_id: number
  type: string
  threshold: number
  subject: string
  /** When what it reports began, and when it had lasted long enough to be one: the time of the alert. */
  began: Time
  time: Time
  /** Null while it lasts. */
  ended: Time | null
  lng: number
  lat: number
  value: number | null
  duration_s: number | null
  /** Its evidence. */
  detail: Jsonb<unknown>
  stored_at: Time
  changed_at: Time
  /** Whether users were to be told of it when it was stored. */
  is_news: Generated<boolean>
  /** When late fixes showed that there was none; it is kept because users may have been told. */
  withdrawn_at: Time | null
  acknowledged_at: Time | null
  acknowledged_by: number | null
}

/** The state of a vehicle's rules before the first fix of a day, from which later fixes can be evaluated again. */
export type AlertCheckpointTable = {
  company_id: number
  vehicle_id: number
  day: ColumnType<string, string, string>
  state: Jsonb<unknown>
}

/** A vehicle-day whose fixes have changed since they were evaluated. */
export type AlertPendingTable = {
  company_id: number
  vehicle_id: number
  day: ColumnType<string, string, string>
}

/** A threshold that some user of a company has chosen beside the initial ones; what began before `since` is no alert of it. */
export type AlertRuleTable = { company_id: number; type: string; threshold: number; since: Time }

/**
 * A user's choice for one of the alert settings, from `since` until the next one. Who has chosen nothing has no row and gets the initial
 * one, as everybody does for the time before his first choice.
 */
export type AlertSettingTable = {
  user_id: number
  id: string
  selected: boolean
  value: number | null
  since: Generated<Date>
}

/** A notification preference that is on (ALR-12). */
export type AlertPreferenceTable = { user_id: number; name: string }

/**
 * A notification of one user by one channel, sent once per alert. `dead` after the last try, `dropped` where the alert was withdrawn
 * or the user does not want it any more; `failure` says why.
 */
export type AlertDeliveryTable = {
  id: GeneratedAlways<string>
  alert_id: string
  user_id: number
  channel: 'email' | 'sms'
  state: 'waiting' | 'sent' | 'dead' | 'dropped'
  /** Tries, counted when they begin. */
  attempts: number
  next_at: Time
  settled_at: Time | null
  failure: string | null
  /** Whether it is kept back to be sent with others in a summary. */
  held: Generated<boolean>
}
