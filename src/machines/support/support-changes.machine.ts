import type { SupportChange } from '#contract/records/support-changes.ts'
import { createRequestMachine } from '../request/request.machine.ts'

/** The newest changes; `total` counts all. */
export type SupportChangeList = { readonly changes: readonly SupportChange[]; readonly total: number }

/** What the portal's staff did in the user's name or with the company's data (AC-15); fetched at every visit. */
export const supportChangesRequest = createRequestMachine<SupportChangeList, Record<never, never>>(
  'supportChanges.load',
)
