import * as z from 'zod/mini'
import { MAX_TEXT_LENGTH } from '../constants.ts'
import { errorCode } from '../errors.ts'

/** Letters and digits that a reason has at least, so that blanks, dots and single letters are none. */
const LEAST_IN_REASON = 5
/** A ticket number, such as #4711 or INC-4711, is shorter. */
const TICKET_NUMBER = /\p{N}{3}/u

/** Whether a text says why support needs access: a ticket number or a sentence, not blanks or dots. */
export const isReason = (text: string): boolean =>
  TICKET_NUMBER.test(text) || (text.match(/[\p{L}\p{M}\p{N}]/gu) ?? []).length >= LEAST_IN_REASON

/** Why support enters a user's portal, without blanks around it. */
export const ActingReason = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAX_TEXT_LENGTH.short),
    z.refine(isReason, { error: errorCode('reasonMissing') }),
  )

/** What a change set: the field's path in the request and its value, null where it was cleared. */
const SetValue = z.object({
  path: z.string(),
  value: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
})
export type SetValue = z.infer<typeof SetValue>

/**
 * What the portal's staff did with a company's data. `call` is the id of the call, `beginActing` for the entry itself; `userName` the
 * user in whose name, null where staff used an access of its own, which asks for no reason; `subjects` the vehicles, fences or links
 * that it was about, the first ones of `total`; `at` in ms since 1970 UTC.
 */
export const SupportChange = z.object({
  changeId: z.number(),
  at: z.number(),
  staffName: z.string(),
  userName: z.nullable(z.string()),
  call: z.string(),
  subjects: z.array(z.string()),
  total: z.number(),
  values: z.array(SetValue),
  reason: z.string(),
})
export type SupportChange = z.infer<typeof SupportChange>
