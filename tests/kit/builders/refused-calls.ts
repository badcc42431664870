import type { ErrorCode, ErrorParams, FieldError } from '#contract/errors.ts'

/** An error of the request builder, as plain data; its message is none that people may see. */
export const refusedCall = (
  code: ErrorCode,
  { params = {}, fields = [] }: { params?: ErrorParams; fields?: readonly FieldError[] } = {},
) => ({
  ...{ name: 'CallRefused', message: `[message of ${code}]`, retryAfterMs: null },
  ...{ code, params, fields },
})

/** A call that was refused for one field. */
export const refusedField = (field: string, code: ErrorCode) =>
  refusedCall(code, { fields: [{ field, code, params: {} }] })
