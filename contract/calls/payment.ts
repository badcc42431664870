import * as z from 'zod/mini'
import { defineCall } from './call.ts'

/**
 * The address of the payment portal (SHL-38). It belongs to the second backend although its path has no `tk3` (CONFLICT-21).
 * Errors: 404 if none is configured.
 */
export const paymentRedirection = defineCall({
  id: 'paymentRedirection',
  rows: ['API-98', 'SHL-38'],
  method: 'GET',
  path: 'getpaymentdetails/redirection-url',
  backend: 'v3',
  reply: z.object({ redirectionUrl: z.string() }),
  roles: ['CUSTOMERADMIN', 'MANAGER'],
  scope: 'company',
  acting: 'never',
})
