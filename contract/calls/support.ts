import * as z from 'zod/mini'
import { IdText } from '../records/ids.ts'
import { SupportChange } from '../records/support-changes.ts'
import { COMPANY_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

/** Most changes in one answer. */
export const MAX_SUPPORT_CHANGES = 200

/**
 * What the portal's staff did in the caller's name, newest first, at most 200; with `before`, of what is older than that change. `total` counts
 * all of these. A CUSTOMERADMIN who sees the whole company gets what was done in anybody's name or with the company's data.
 */
export const supportChanges = defineCall({
  id: 'supportChanges',
  rows: ['OPEN-04', 'SES-46'],
  method: 'GET',
  path: `${DICV}/supportChanges`,
  query: z.object({ before: z.optional(IdText) }),
  reply: z.object({ changes: z.array(SupportChange), total: z.number() }),
  roles: [...COMPANY_ROLES, 'CSSUPPORT'],
  scope: 'company',
})
