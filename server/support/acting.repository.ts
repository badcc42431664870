import { type Kysely, sql } from 'kysely'
import { beginActing } from '#contract/calls/users.ts'
import type { Role } from '#contract/roles.ts'
import type { Tables } from '../db/tables.ts'

/** A period in which a login may act for a user; `endsAt` in ms. */
export type ActingPeriod = {
  readonly targetId: number
  readonly role: Role
  readonly endsAt: number
  readonly reason: string
}

/** An attempt to make a call for another user. */
export type ActingAttempt = {
  readonly at: number
  readonly actorId: number
  readonly target: string
  readonly callId: string
  readonly requestId: string
  readonly granted: boolean
  readonly note: string
}

/** Stores who acts for whom, and the audit log of it. Times in ms. */
export const createActingRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** The open period of a login that ends after `at`. */
  openPeriod: async (family: string, at: number): Promise<ActingPeriod | null> => {
    const row = await db
      .selectFrom('acting_period')
      .select(['target_id', 'role', 'ends_at', 'reason'])
      .where('family', '=', family)
      .where('ended_at', 'is', null)
      .where('ends_at', '>', new Date(at))
      .executeTakeFirst()
    return row === undefined
      ? null
      : { targetId: row.target_id, role: row.role, endsAt: row.ends_at.getTime(), reason: row.reason }
  },
  /** Opens a period, which the company reads of, and ends the login's previous one. */
  begin: (period: {
    readonly family: string
    readonly actorId: number
    readonly companyId: number
    readonly targetId: number
    readonly role: Role
    readonly reason: string
    readonly beganAt: number
    readonly endsAt: number
  }): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('acting'), hashtext(${period.family}))`.execute(tx)
      await tx
        .updateTable('acting_period')
        .set({ ended_at: new Date(period.beganAt) })
        .where('family', '=', period.family)
        .where('ended_at', 'is', null)
        .execute()
      await tx
        .insertInto('acting_period')
        .values({
          family: period.family,
          actor_id: period.actorId,
          target_id: period.targetId,
          role: period.role,
          reason: period.reason,
          began_at: new Date(period.beganAt),
          ends_at: new Date(period.endsAt),
        })
        .execute()
      await tx
        .insertInto('support_change')
        .values({
          at: new Date(period.beganAt),
          company_id: period.companyId,
          actor_id: period.actorId,
          target_id: period.targetId,
          call_id: beginActing.id,
          subjects: '[]',
          total: 0,
          set_values: '[]',
          reason: period.reason,
        })
        .execute()
    }),
  end: async (family: string, at: number): Promise<void> => {
    await db
      .updateTable('acting_period')
      .set({ ended_at: new Date(at) })
      .where('family', '=', family)
      .where('ended_at', 'is', null)
      .execute()
  },
  /** Logs an attempt. The table refuses changes to its rows. */
  audit: async (attempt: ActingAttempt): Promise<void> => {
    await db
      .insertInto('acting_audit')
      .values({
        at: new Date(attempt.at),
        actor_id: attempt.actorId,
        target: attempt.target,
        call_id: attempt.callId,
        request_id: attempt.requestId,
        granted: attempt.granted,
        note: attempt.note,
      })
      .execute()
  },
})

export type ActingRepository = ReturnType<typeof createActingRepository>
