import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { HOUR_MS } from '#domain/units.ts'
import { answerOf, type ErrorAnswer, errorBodyOf, errorReplyOf, HttpError, notFound } from './errors.ts'
import { createRateLimit, networkOf } from './rate-limit.ts'

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

/** Refusals of one address that are logged in an hour: anybody can have as many as they like, and more of them say nothing new. */
export const LOGGED_REFUSALS = { most: 100, windowMs: HOUR_MS } as const

/** Every error leaves in one form, that of `ErrorReply` (OPEN-33), the identity's in OAuth's with our code beside it. `now` is ms. */
export const handleErrors = (app: FastifyInstance, now: () => number = Date.now): void => {
  const refusals = createRateLimit({ ...LOGGED_REFUSALS, now })
  const logRefusal = (request: FastifyRequest, { status, code }: ErrorAnswer): void => {
    const address = networkOf(request.ip)
    if (refusals.waitS(address) !== null) return
    request.log.warn({ path: loggedPath(request), status, code }, 'a request was refused')
    refusals.add(address)
    if (refusals.reportExhausted(address))
      request.log.warn('more refused requests of an address are not logged for an hour')
  }
  app.setErrorHandler((error: Error & Partial<FastifyError>, request, reply) => {
    const answer = errorReplyOf(error, request.id)
    // Work that ends because nobody waits for it has not failed, whatever it says of its end.
    const isEnded = error.name === 'AbortError' || (error instanceof HttpError && answer.status >= 500)
    const isLeft = isEnded && reply.raw.destroyed
    if (isLeft) request.log.debug({ path: loggedPath(request) }, 'nobody waits for an answer any more')
    else if (answer.status >= 500 && answer.status !== 501)
      request.log.error({ err: error, path: loggedPath(request) }, 'a request failed')
    else if (isShownByReference(request, answer)) logRefusal(request, answer)
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
