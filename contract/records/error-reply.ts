import * as z from 'zod/mini'
import { ERROR_MESSAGES, ERRORS, type ErrorCode, type FieldErrorCode } from '../errors.ts'

const Params = z.record(z.string(), z.union([z.string(), z.number()]))

/**
 * Every error reply of the server but the identity's, which have OAuth's form (OPEN-33). `code` names what is wrong, with
 * `params` where its message has parameters; `fields` says which fields are wrong. `id` finds a 500 in the log.
 * `error` is false of a question (`QUESTIONS`), which the form that gets it puts to the user.
 */
export const ErrorReply = z.strictObject({
  status: z.int().check(z.minimum(400), z.maximum(599)),
  error: z.boolean(),
  message: z.string().check(z.minLength(1)),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  params: z.optional(Params),
  fields: z.optional(
    z.array(
      z.object({
        field: z.string(),
        code: z.enum(Object.keys(ERROR_MESSAGES) as [FieldErrorCode, ...FieldErrorCode[]]),
        params: Params,
      }),
    ),
  ),
  id: z.optional(z.string()),
})
export type ErrorReply = z.infer<typeof ErrorReply>
