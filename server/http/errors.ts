import type { FastifyError } from 'fastify'
import {
  ERRORS,
  type ErrorCode,
  type ErrorParams,
  errorMessage,
  type Fault,
  type FieldError,
  type ParameterlessCode,
  type ParamsOf,
  QUESTIONS,
} from '#contract/errors.ts'
import type { ErrorReply } from '#contract/records/error-reply.ts'

/** What comes with an error's code: headers, and which fields of the request are wrong. */
export type ErrorOptions = {
  readonly headers?: Readonly<Record<string, string>>
  readonly fields?: readonly FieldError[]
}

type Arguments<TCode extends ErrorCode> =
  Record<never, never> extends ParamsOf<TCode>
    ? [params?: ParamsOf<TCode>, options?: ErrorOptions]
    : [params: ParamsOf<TCode>, options?: ErrorOptions]

/** Most faults named in one message; `fields` of the reply names them all. */
const MAX_FAULTS = 3

const sentenceOf = (fault: Fault, fields: readonly FieldError[]): string => {
  const text = errorMessage(fault)
  const named = fields
    .slice(0, MAX_FAULTS)
    .map((each) => (each.field === '' ? errorMessage(each) : `${each.field}: ${errorMessage(each)}`))
  if (named.length === 0) return text
  const isSame = fields.length === 1 && fields[0]?.code === fault.code
  return isSame ? named.join('') : `${text.replace(/\.$/, '')}: ${named.join('; ')}`
}

/** An answer other than success that the client may read, by a code of the table (OPEN-33). */
export class HttpError<TCode extends ErrorCode = ErrorCode> extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly fields: readonly FieldError[]

  constructor(code: TCode, ...[given, { headers = {}, fields = [] } = {}]: Arguments<TCode>) {
    const params: ErrorParams = given ?? {}
    super(sentenceOf({ code, params }, fields))
    this.name = 'HttpError'
    this.code = code
    this.params = params
    this.status = ERRORS[code].status
    this.headers = headers
    this.fields = fields
  }
}

/** A request of which one field is wrong, by a code that says it all. */
export const fieldError = (field: string, code: ParameterlessCode): HttpError =>
  new HttpError<ParameterlessCode>(code, {}, { fields: [{ field, code, params: {} }] })

/** The same answer for what does not exist and for what is not the caller's, so that nobody can probe for ids (AC-01). */
export const notFound = () => new HttpError('notFound')

/** Seconds after which a client may try again while the database is unavailable (DI-09). */
const RETRY_AFTER_S = 2

/** PostgreSQL's classes for lost connections, shutdown, too many clients and cancelled statements. */
const DATABASE_AWAY_CODE = /^(08|53|57)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/
const DATABASE_AWAY_TEXT =
  /connection terminated|timeout exceeded when trying to connect|pool after calling end|is not queryable/i

const isDatabaseAway = (error: { code?: unknown; message?: unknown; syscall?: unknown }): boolean =>
  (typeof error.code === 'string' &&
    DATABASE_AWAY_CODE.test(error.code) &&
    (error.code !== 'ENOENT' || error.syscall === 'connect')) ||
  (typeof error.message === 'string' && DATABASE_AWAY_TEXT.test(error.message))

/** PostgreSQL's code of a full disk, and those of the system. */
const DISK_FULL_CODES: readonly unknown[] = ['53100', 'ENOSPC', 'EDQUOT']

/** Whether something could not be stored because the disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISK_FULL_CODES.includes(error.code)

/** What an error says outside. */
export type ErrorAnswer = {
  readonly status: number
  readonly message: string
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly fields: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>
  readonly id?: string
}

/** The answer that says an error of the table. */
export const answerOf = ({ status, message, code, params, fields, headers }: HttpError): ErrorAnswer => ({
  status,
  message,
  code,
  params,
  fields,
  headers,
})

const CODE_OF_STATUS: Readonly<Record<number, 'requestTooLarge' | 'unsupportedType' | 'notFound'>> = {
  404: 'notFound',
  413: 'requestTooLarge',
  415: 'unsupportedType',
}

/** What a client learns of an error. An unexpected one gets only `id`, that of the request, under which the log has the details. */
export const errorReplyOf = (error: Error & Partial<FastifyError>, id: string): ErrorAnswer => {
  if (error instanceof HttpError) return answerOf(error)
  const { statusCode } = error
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const code = CODE_OF_STATUS[statusCode]
    const known =
      code === undefined ? new HttpError('unreadableRequest', { reason: error.message }) : new HttpError(code)
    return { ...answerOf(known), status: statusCode }
  }
  const headers = { 'retry-after': String(RETRY_AFTER_S) }
  if (isDiskFull(error)) return answerOf(new HttpError('diskFull', {}, { headers }))
  if (isDatabaseAway(error)) return answerOf(new HttpError('unavailable', {}, { headers }))
  return { ...answerOf(new HttpError('serverError', { id })), id }
}

/** The body of an error reply; `params`, `fields` and `id` where there are any. */
export const errorBodyOf = ({ status, message, code, params, fields, id }: ErrorAnswer): ErrorReply => ({
  status,
  error: !QUESTIONS.has(code),
  message,
  code,
  ...(Object.keys(params).length === 0 ? {} : { params: { ...params } }),
  ...(fields.length === 0 ? {} : { fields: fields.map((each) => ({ ...each, params: { ...each.params } })) }),
  ...(id === undefined ? {} : { id }),
})
