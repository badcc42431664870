// Users and how they log in, act for one another and get mail.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Time } from './columns.ts'

/** A user. */
export type AppUserTable = {
  id: Generated<number>
  /** Null for the portal's own staff. */
  company_id: number | null
  /** Lower case, unique. */
  user_name: string
  first_name: string
  email: string | null
  mobile: string | null
  roles: ColumnType<Role[], string, string>
  password_hash: string
  alpha_access: Generated<boolean>
  beta_access: Generated<boolean>
  disabled_at: Time | null
}

/** A reset link by the SHA-256 of its code. */
export type PasswordResetTable = { hash: string; user_id: number; expires_at: Time; used_at: Time | null }

/**
 * An authorization code by its SHA-256, and what it is bound to: client, address, challenge (PKCE S256). A used one names the
 * login that it began and is kept as long, so that a second use ends that login.
 */
export type AuthorizationCodeTable = {
  hash: string
  client_id: string
  redirect_uri: string
  challenge: string
  nonce: string | null
  user_id: number
  issued_at: Time
  expires_at: Time
  used_at: Time | null
  family: string | null
}

/** A mail of the outbox. */
export type MailTable = {
  id: GeneratedAlways<number>
  recipient: string
  subject: string
  body: string
  sent_at: Time
}

/** A time in which a login of CSSUPPORT may act for a user; one at a time for each login. */
export type ActingPeriodTable = {
  id: GeneratedAlways<string>
  family: string
  actor_id: number
  target_id: number
  role: Role
  reason: Generated<string>
  began_at: Time
  ends_at: Time
  ended_at: Time | null
}

/** Every attempt to make a call for somebody else. Rows are never changed: the database refuses it. */
export type ActingAuditTable = {
  id: GeneratedAlways<string>
  at: Time
  actor_id: number
  /** What was asked for, as it came: a user id and a role. */
  target: string
  call_id: string
  request_id: string
  granted: boolean
  note: Generated<string>
}

/** A refresh token's hash and the family it belongs to; a spent one names its successor for the grace window. */
export type RefreshTokenTable = {
  hash: string
  family: string
  user_id: number
  issued_at: Time
  expires_at: Time
  family_expires_at: Time
  spent_at: Time | null
  successor: string | null
  revoked_at: Time | null
  /** The OAuth client that may spend it. */
  client_id: Generated<string>
}
