import type { SupportChange } from '#contract/records/support-changes.ts'
import { createRequestMachine } from '../request/request.machine.ts'

/** Changes, newest first; `total` counts the older ones too. */
export type SupportChangeList = { readonly changes: readonly SupportChange[]; readonly total: number }

/** The newest changes, or those that are older than the change `before`. */
export type SupportChangesInput = { readonly before: number | null }

/** What the portal's staff did in the user's name or with the company's data (AC-15); fetched at every visit. */
export const supportChangesRequest = createRequestMachine<SupportChangeList, SupportChangesInput>(
  'supportChanges.load',
)
