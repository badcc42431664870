import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
  /connection terminated|timeout exceeded when trying to connect|pool after calling end/i

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

const answerOf = ({ status, message, code, params, fields, headers }: HttpError): ErrorAnswer => ({
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

/** The codes of OAuth (RFC 6749 5.2) where they are not `invalid_request`. */
const OAUTH_CODE: Partial<Readonly<Record<ErrorCode, string>>> = {
  refreshTokenInvalid: 'invalid_grant',
  codeInvalid: 'invalid_grant',
  grantTypeUnsupported: 'unsupported_grant_type',
  signOnAway: 'temporarily_unavailable',
  signOnRefused: 'access_denied',
  personUnknown: 'access_denied',
  emailUnverified: 'access_denied',
  userDisabled: 'access_denied',
  userLinkedElsewhere: 'access_denied',
  unavailable: 'temporarily_unavailable',
  diskFull: 'temporarily_unavailable',
  serverError: 'server_error',
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

/**
 * The address for the log, without its query and the values in its path, which may be secret: of an unknown one its first part, up to what
 * is encoded in it, such as a question mark before a token.
 */
export const loggedPath = (request: FastifyRequest): string => {
  const [path = ''] = request.url.split('?')
  const [, first = ''] = path.split(/[^\w.-]/)
  return request.routeOptions.url ?? (path.length === first.length + 1 ? path : `/${first}/…`)
}

const isIdentity = ({ url }: FastifyRequest): boolean => url.startsWith('/identity/')

const send = (request: FastifyRequest, reply: FastifyReply, answer: ErrorAnswer) => {
  return reply
    .code(answer.status)
    .headers({ 'cache-control': 'no-store', ...answer.headers })
    .type('application/json; charset=utf-8')
    .send(
      isIdentity(request)
        ? {
            error: OAUTH_CODE[answer.code] ?? 'invalid_request',
            error_description: answer.message,
            code: answer.code,
          }
        : errorBodyOf(answer),
    )
}

/**
 * Whether people are shown the request's id instead of a message: the answer has none that the client takes for its own, as in
 * OAuth's form, or its status blames the server.
 */
const isShownByReference = (request: FastifyRequest, { status }: ErrorAnswer): boolean =>
  status >= 500 || isIdentity(request)

/** Every error leaves in one form, that of `ErrorReply` (OPEN-33), the identity's in OAuth's with our code beside it. */
export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error: Error & Partial<FastifyError>, request, reply) => {
    const answer = errorReplyOf(error, request.id)
    // Work that ends because nobody waits for it has not failed, whatever it says of its end.
    const isEnded = error.name === 'AbortError' || (error instanceof HttpError && answer.status >= 500)
    const isLeft = isEnded && reply.raw.destroyed
    if (isLeft) request.log.debug({ path: loggedPath(request) }, 'nobody waits for an answer any more')
    else if (answer.status >= 500 && answer.status !== 501)
      request.log.error({ err: error, path: loggedPath(request) }, 'a request failed')
    else if (isShownByReference(request, answer))
      request.log.warn(
        { path: loggedPath(request), status: answer.status, code: answer.code },
        'a request was refused',
      )
    return send(request, reply, answer)
  })
}

/** The answer to an unknown address. */
export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  send(request, reply, answerOf(notFound()))

/** The answer to an address that cannot be decoded. */
export const answerBadAddress = (request: FastifyRequest, reply: FastifyReply) =>
  send(request, reply, answerOf(new HttpError('addressNotEncoded')))

/** Status and reason for Node's codes. Any other is 400. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'it was sent too slowly'],
  HPE_HEADER_OVERFLOW: [431, 'its headers are too large'],
}

/** Answers a request that Node could not read, which no hook sees, with `guard` as its security headers, and closes the connection. */
export const answerUnreadable = (
  { code = '' }: NodeJS.ErrnoException,
  socket: Socket,
  guard: Readonly<Record<string, string>>,
): void => {
  // Within a response that has begun, an answer would be taken for its body.
  const { _httpMessage: open } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (code === 'ECONNRESET' || !socket.writable || open?.headersSent) return void socket.destroy()
  const [status, reason] = UNREADABLE[code] ?? [400, 'it is no HTTP request']
  const answer = { ...answerOf(new HttpError('unreadableRequest', { reason })), status }
  const body = JSON.stringify(errorBodyOf(answer))
  const headers = {
    ...guard,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'), () =>
    socket.destroy(),
  )
}
