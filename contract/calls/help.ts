import { ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

/** The user manual, a single self-contained file. */
export const userManual = defineCall({
  id: 'userManual',
  rows: ['API-37', 'FTR-08'],
  method: 'GET',
  path: `${DICV}/user-manual`,
  replyKind: 'blob',
  roles: ROLES,
  scope: 'self',
})
