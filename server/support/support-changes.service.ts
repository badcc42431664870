import type { Call } from '#contract/calls/call.ts'
import { MAX_SUPPORT_CHANGES } from '#contract/calls/support.ts'
import type { SetValue, SupportChange } from '#contract/records/support-changes.ts'
import { isStaffRole } from '#contract/roles.ts'
import type { CallSession } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { companyOf } from '../access/company-of.ts'
import type { OwnershipRepository } from '../access/ownership.repository.ts'
import { NAMING_FIELDS, type SupportChangeRepository } from './support-changes.repository.ts'

/** Names that one row keeps; `total` counts them all. */
const MOST_SUBJECTS = 5
/** More than any call sets: what a company does not read of could be changed unseen. */
export const MOST_VALUES = 100
/** In characters; no text of a call is longer. */
export const LONGEST_VALUE = 500

const idsOf = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is number => Number.isSafeInteger(id))

const isNaming = (field: string): field is keyof typeof NAMING_FIELDS => Object.hasOwn(NAMING_FIELDS, field)

/**
 * The texts, numbers and switches that a request sets or clears, with their paths; what it names, and lists of corners, are left out.
 * PostgreSQL's JSON takes no half of a character, as a request may hold or a cut leave.
 */
const valuesOf = (part: unknown, path = ''): readonly SetValue[] => {
  if (typeof part === 'string') return [{ path, value: part.slice(0, LONGEST_VALUE).toWellFormed() }]
  if (typeof part === 'number' || typeof part === 'boolean' || part === null) return [{ path, value: part }]
  if (typeof part !== 'object' || Array.isArray(part)) return []
  return Object.entries(part).flatMap(([name, value]) =>
    isNaming(name)
      ? []
      : valuesOf(value, path === '' ? name.toWellFormed() : `${path}.${name.toWellFormed()}`),
  )
}

/** A change under way. `refused` takes it back, where nothing was changed. */
export type TracedCall = { readonly refused: () => Promise<void> }

const UNTRACED: TracedCall = { refused: async () => {} }

/** What support and other staff do with a company's data leaves a trace that the company reads (AC-15). */
export const createSupportChanges = ({
  changes,
  ownership,
  now,
}: {
  changes: SupportChangeRepository
  ownership: Pick<OwnershipRepository, 'groupsOfUser'>
  now: () => number
}) => {
  const namesIn = async (parts: readonly unknown[]) => {
    const named: { company_id: number; name: string }[] = []
    for (const part of parts) {
      if (typeof part !== 'object' || part === null) continue
      for (const [field, value] of Object.entries(part)) {
        const ids = isNaming(field) ? idsOf(value) : []
        if (isNaming(field) && ids.length > 0) named.push(...(await changes.named(field, ids)))
      }
    }
    return named
  }

  return {
    /**
     * Stores that staff is about to change something of a company, before it takes effect, so that no change is without a trace. Calls
     * that only read, and those of a company's own users, leave none.
     */
    begin: async (call: Call, session: CallSession, parts: readonly unknown[]): Promise<TracedCall> => {
      const { caller, login, reason } = session
      if (call.isQuery || !isStaffRole(login.role)) return UNTRACED
      const isActing = caller.userId !== login.userId
      if (!isActing && call.scope !== 'vehicles' && call.scope !== 'company') return UNTRACED
      const named = await namesIn(parts)
      const companies = isActing
        ? [companyOf(caller)]
        : [...new Set(named.map(({ company_id }) => company_id))]
      if (companies.length === 0) return UNTRACED
      const values = parts.flatMap((part) => valuesOf(part)).slice(0, MOST_VALUES)
      const ids = await changes.add(
        companies.map((companyId) => {
          const names = named.filter(({ company_id }) => company_id === companyId).map(({ name }) => name)
          return {
            ...{ at: now(), companyId, actorId: login.userId, targetId: isActing ? caller.userId : null },
            ...{ callId: call.id, subjects: names.slice(0, MOST_SUBJECTS), total: names.length },
            ...{ values, reason },
          }
        }),
      )
      return { refused: () => changes.refuse(ids) }
    },
    /** What a caller may read of it, of what is older than `before` where it is given. Throws 403 for staff without a company. */
    list: async (
      caller: Caller,
      before: number | undefined,
    ): Promise<{ changes: SupportChange[]; total: number }> => {
      const seesAll =
        caller.role === 'CUSTOMERADMIN' && (await ownership.groupsOfUser(caller.userId)).length === 0
      const reading = { companyId: companyOf(caller), targetId: seesAll ? null : caller.userId, before }
      const rows = await changes.newest(reading, MAX_SUPPORT_CHANGES)
      return {
        changes: rows.map((row) => ({
          changeId: Number(row.id),
          at: row.at.getTime(),
          staffName: row.staff_name,
          userName: row.target_name,
          call: row.call_id,
          subjects: row.subjects,
          total: row.total,
          values: row.set_values,
          reason: row.reason,
        })),
        total: rows.length < MAX_SUPPORT_CHANGES ? rows.length : await changes.count(reading),
      }
    },
  }
}

export type SupportChanges = ReturnType<typeof createSupportChanges>
