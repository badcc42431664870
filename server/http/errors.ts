import { randomBytes } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** An answer other than success that the client may read: `{status, error: true, message}` (OPEN-33). */
export class HttpError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The OAuth error code, for the identity's calls. */
  readonly code: string | null

  constructor(
    status: number,
    message: string,
    { headers = {}, code = null }: { headers?: Readonly<Record<string, string>>; code?: string | null } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.headers = headers
    this.code = code
  }
}

/** The same answer for what does not exist and for what is not the caller's, so that nobody can probe for ids (AC-01). */
export const notFound = () => new HttpError(404, 'Not found')

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

type Answer = {
  readonly status: number
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
  readonly code: string | null
  readonly id?: string
}

/** What a client learns of an error. An unexpected one gets only an id, under which the log has the details. */
export const errorReplyOf = (error: Error & Partial<FastifyError>): Answer => {
  if (error instanceof HttpError)
    return { status: error.status, message: error.message, headers: error.headers, code: error.code }
  const { statusCode } = error
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, message: error.message, headers: {}, code: 'invalid_request' }
  if (isDatabaseAway(error))
    return {
      status: 503,
      message: 'The data cannot be reached at the moment. Please try again.',
      headers: { 'retry-after': String(RETRY_AFTER_S) },
      code: 'temporarily_unavailable',
    }
  const id = randomBytes(6).toString('hex')
  return {
    status: 500,
    message: `Something went wrong on our side. Please name ${id} when you report it.`,
    headers: {},
    code: 'server_error',
    id,
  }
}

/** The address for the log, without its query and the values in its path, which may be secret. */
export const loggedPath = (request: FastifyRequest): string =>
  request.routeOptions.url ?? request.url.split('?')[0] ?? ''

const send = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
  const { status, message, headers, id } = answer
  const inOAuthForm = request.url.startsWith('/identity/')
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('application/json; charset=utf-8')
    .send(
      inOAuthForm
        ? { error: answer.code ?? 'invalid_request', error_description: message }
        : { status, error: true, message, ...(id === undefined ? {} : { id }) },
    )
}

/** Every error leaves in one form: `{status, error: true, message}` (OPEN-33), the identity's in OAuth's. */
export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error: Error & Partial<FastifyError>, request, reply) => {
    const answer = errorReplyOf(error)
    if (answer.status >= 500 && answer.status !== 501)
      request.log.error({ err: error, errorId: answer.id, path: loggedPath(request) }, 'a request failed')
    return send(request, reply, answer)
  })
}

/** The answer to an unknown address. */
export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  send(request, reply, { status: 404, message: 'Not found', headers: {}, code: 'invalid_request' })

/** The answer to an address that cannot be decoded. */
export const answerBadAddress = (request: FastifyRequest, reply: FastifyReply) =>
  send(request, reply, {
    status: 400,
    message: 'The address is not correctly encoded.',
    headers: {},
    code: 'invalid_request',
  })
