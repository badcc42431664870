import type { IncomingHttpHeaders } from 'node:http'
import { gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { environment as environmentCall } from '#contract/calls/environment.ts'
import { allCalls } from '#contract/calls/index.ts'
import type { Environment } from '#contract/records/environment.ts'
import { isRequestId, newRequestId, REQUEST_ID_HEADER } from '#contract/request-id.ts'
import { createAccess } from './access/access.ts'
import type { Ownership } from './access/ownership.service.ts'
import { limitOpenBodies } from './http/body-budget.ts'
import { hasClient, serveClient } from './http/client-files.ts'
import { cutStuckReplies, limitConnections, limitPipelines, proxyList } from './http/connection-limits.ts'
import {
  answerBadAddress,
  answerNotFound,
  answerUnreadable,
  handleErrors,
  loggedPath,
} from './http/error-answers.ts'
import { HttpError } from './http/errors.ts'
import { type Route, route } from './http/handler.ts'
import { refuseNul, repeatedHeader } from './http/input.ts'
import { acceptJson } from './http/json-bodies.ts'
import { bindCalls, MAX_PUBLIC_BODY_BYTES, mountRoutes } from './http/mount.ts'
import { NOT_BUILT } from './http/not-built.ts'
import { openApi } from './http/openapi.ts'
import { guardHeaders, pageGuard, sharedLinkHeaders } from './http/security.ts'
import type { Session } from './identity/identity.service.ts'
import type { Acting } from './support/acting.service.ts'
import type { SupportChanges } from './support/support-changes.service.ts'

/** Largest body of a call by a user, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024
const MAX_PARAM_LENGTH = 1200
/** How long a client may take to send its headers and its whole request, and how often this is checked. */
const SLOWEST = { headersMs: 20_000, requestMs: 45_000, checkMs: 2_000 }

/** Everything that `createApp` puts together. */
export type AppParts = {
  /** The routes of all built calls. Together with `NOT_BUILT` they must cover the table exactly. */
  readonly routes: readonly Route[]
  readonly sessionOf: (accessToken: string) => Promise<Session | null>
  readonly acting: Pick<Acting, 'callerFor'>
  readonly checkOwnership: Ownership
  readonly trace: SupportChanges['begin']
  /** Reads the environment document. If that fails, `/env.json` answers with the error. */
  readonly readEnvironment: () => Promise<Environment>
  /** Proxies that are trusted to name a client's address (AC-12). */
  readonly trustedProxies: readonly string[]
  /** Folder of the built client; null if another server serves it. */
  readonly clientDir: string | null
  /** Whether users reach the portal by https. */
  readonly isHttps: boolean
  /** The identity provider's origin, to which a log-out sends its form; null if there is none, or it is not known yet. */
  readonly logOutOrigin: () => string | null
  /** What the app still lacks before it can serve users, in plain words; empty when ready. */
  readonly missing: () => Promise<readonly string[]>
  /** Ends all event streams, which would otherwise delay a stop. */
  readonly endStreams: () => void
  /** Mounts routes outside the table of calls, such as ingest. */
  readonly extend?: (app: FastifyInstance) => Promise<void>
  readonly log: FastifyBaseLogger
}

const environmentRoute = (readEnvironment: AppParts['readEnvironment']): Route =>
  route(environmentCall, () => readEnvironment())

const answerHealth = (app: FastifyInstance, parts: AppParts): void => {
  // Anybody may ask, and whoever asks while the database is asked waits for the same answer.
  let asking: Promise<readonly string[]> | undefined
  const missing = (): Promise<readonly string[]> => {
    asking ??= parts.missing().finally(() => {
      asking = undefined
    })
    return asking
  }
  app.get('/healthz', (_request, reply) => reply.send({ alive: true }))
  app.get('/readyz', async (_request, reply) => {
    const lacks = [
      ...(parts.clientDir === null || hasClient(parts.clientDir) ? [] : ['client files']),
      ...(await missing()),
    ]
    return reply
      .code(lacks.length === 0 ? 200 : 503)
      .send(lacks.length === 0 ? { ready: true } : { ready: false, missing: lacks })
  })
}

/** The id that a client gave its request. Any other form than ours is not taken into the log. */
const acceptedId = (headers: IncomingHttpHeaders): string | undefined => {
  const id = headers[REQUEST_ID_HEADER]
  return isRequestId(id) ? id : undefined
}

/** Builds the HTTP server from the table of calls. The caller makes it listen. */
export const createApp = async (parts: AppParts): Promise<FastifyInstance> => {
  const routes = bindCalls(allCalls, [...parts.routes, environmentRoute(parts.readEnvironment)], NOT_BUILT)
  const environment = await parts.readEnvironment().catch((error: unknown) => {
    parts.log.error({ err: error }, 'the environment document is invalid')
    return null
  })
  const guard = pageGuard(environment, parts.isHttps, parts.logOutOrigin)
  const app: FastifyInstance = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => acceptedId(headers) ?? newRequestId(),
    requestIdHeader: false,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: parts.trustedProxies.length === 0 ? false : [...parts.trustedProxies],
    requestTimeout: SLOWEST.requestMs,
    // A missing host is refused below: Node's own answer lacks our headers.
    http: {
      headersTimeout: SLOWEST.headersMs,
      connectionsCheckingInterval: SLOWEST.checkMs,
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // Hooks do not run for an address that cannot be decoded.
    frameworkErrors: (_error, request, reply) =>
      answerBadAddress(request, reply.headers(guardHeaders(guard, request.id))),
    clientErrorHandler: (error, socket) =>
      answerUnreadable(error, socket, guardHeaders(guard, newRequestId())),
  })
  // Node would drop what comes after 2,000 header fields unseen, for all that a proxy in front has gone by. Their bytes are limited.
  app.server.maxHeadersCount = 0
  app.server.on('checkExpectation', (_request, response) =>
    response.writeHead(417, guardHeaders(guard, newRequestId())).end(),
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(guardHeaders(guard, request.id))
    reply.headers(sharedLinkHeaders(request.url.split('?')[0] ?? ''))
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new HttpError('unreadableRequest', { reason: 'it names no host' })
    const repeated = repeatedHeader(request.raw.rawHeaders)
    if (repeated !== null)
      throw new HttpError('unreadableRequest', { reason: `it has more than one header ${repeated}` })
  })
  const proxies = proxyList(parts.trustedProxies)
  limitPipelines(app.server, proxies, () =>
    parts.log.debug('a connection sent requests without waiting for answers'),
  )
  limitConnections(app.server, proxies, (address) =>
    parts.log.warn({ address }, 'an address has too many connections; further ones are closed'),
  )
  limitOpenBodies(app)
  cutStuckReplies(app)
  handleErrors(app)
  app.addHook('onResponse', async (request, reply) => {
    // A client that names its request may come back with the id.
    request.log[acceptedId(request.headers) === undefined ? 'debug' : 'info'](
      {
        method: request.method,
        path: loggedPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  app.addHook('preClose', async () => parts.endStreams())
  answerHealth(app, parts)
  const document = Buffer.from(JSON.stringify(openApi(allCalls, (id) => !NOT_BUILT.includes(id))))
  const compressed = gzipSync(document)
  if (parts.clientDir !== null && hasClient(parts.clientDir)) await serveClient(app, parts.clientDir)
  else app.setNotFoundHandler(answerNotFound)
  if (parts.extend) await parts.extend(app)
  await app.register(async (api) => {
    acceptJson(api)
    api.addHook('preValidation', refuseNul)
    // Only the identity's calls take a form, and anybody may make those.
    await api.register(formbody, { bodyLimit: MAX_PUBLIC_BODY_BYTES })
    // Here alone: the answers of the identity service hold secrets and stay plain (BREACH), files are compressed by
    // the build. Requests are never inflated.
    await api.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false })
    api.get('/openapi.json', { compress: false }, ({ headers }, reply) => {
      reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
      return /\bgzip\b/.test(headers['accept-encoding'] ?? '')
        ? reply.header('content-encoding', 'gzip').send(compressed)
        : reply.send(document)
    })
    const { sessionOf, acting, checkOwnership, trace } = parts
    const access = createAccess({ sessionOf, acting, apiKey: environment?.apiKey ?? '' })
    await mountRoutes(api, routes, { access, checkOwnership, trace })
  })
  return app
}
