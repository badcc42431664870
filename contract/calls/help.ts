import * as z from 'zod/mini'
import { LanguageTag } from '../records/preferences.ts'
import { ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

/** The user manual, a single self-contained file, in a language; in English where it is not translated. */
export const userManual = defineCall({
  id: 'userManual',
  rows: ['API-37', 'FTR-08'],
  method: 'GET',
  path: `${DICV}/user-manual`,
  query: z.object({ language: z.optional(LanguageTag) }),
  replyKind: 'blob',
  roles: ROLES,
  scope: 'self',
})
