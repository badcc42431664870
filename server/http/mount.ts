import { setMaxListeners } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BACKEND_BASE, type Call } from '#contract/calls/call.ts'
import { PROBLEM_REPORTS, sendProblemReport } from '#contract/calls/problem-report.ts'
import type { Access } from '../access/access.ts'
import type { Ownership } from '../access/ownership.service.ts'
import type { SupportChanges, TracedCall } from '../support/support-changes.service.ts'
import { HttpError } from './errors.ts'
import { createFairQueue, namedOwner } from './fair-queue.ts'
import type { FileReply, HandlerInput, Route } from './handler.ts'
import { parseQuery, rawQueryOf, validate } from './input.ts'
import { createOpenSums, type OpenSums } from './open-sums.ts'
import { networkOf, tooManyTries } from './rate-limit.ts'

/** The addresses of a call: its path and aliases, with the base path of its backend. */
export const addressesOf = ({ backend, path, aliases }: Call): string[] =>
  [path, ...aliases].map((each) => `${BACKEND_BASE[backend]}${each}`)

/** Largest body of a call that anybody may make, in bytes: all fields of `TokenRequest`, encoded as a form, fit in. */
export const MAX_PUBLIC_BODY_BYTES = 64 * 1024

/**
 * Lists that are read and written as JSON at a time: each holds the others up by about 50 ms. One of a user at a time, so that whoever asks
 * for many does not make others wait for them; what a screen asks for at once is fewer than 32.
 */
const LISTS = { atOnce: 3, atOnceOfUser: 1, mostOfUser: 32 } as const

/**
 * All other calls of users that are answered at a time. Each takes a connection of the pool or several, and one that changes something may
 * wait for a lock with it: without a share, those of one user stood before everybody else's.
 */
const SHORT = { atOnce: 8, atOnceOfUser: 3 } as const

/**
 * Calls of one user with turns of their own, such as questions of figures, that are begun at a time: what a question is made of is read
 * before its turn. Two more than the back-tests of one user, which may wait for minutes.
 */
const OWN = { atOnce: Number.POSITIVE_INFINITY, atOnceOfUser: 6 } as const

/** Calls of nobody known that are answered at a time, in turns of addresses: they take connections of the pool too. */
const STRANGERS = { atOnce: 8, atOnceOfUser: 2, mostOfUser: 1_000 } as const

/** Requests of a user that wait or are answered at a time, without streams; a screen has fewer than 32, and there are several in tabs. */
const MOST_REQUESTS = 96
/**
 * Characters or bytes of answers that a user may leave unread, and get further lists and files: several of the longest. They are held in memory
 * for as long as their reader likes.
 */
const MOST_UNSENT = 64 * 1024 * 1024
/** When a user with more may try again, s. */
const BUSY_RETRY_S = 2

/** Parts of one call that may wait for its end, such as the functions of a dashboard, before Node warns of a leak. */
const MOST_PARTS = 64

const answerNotBuilt = async (): Promise<never> => {
  throw new HttpError('notBuilt')
}

/**
 * Gives each call its handler, or one that answers 501 if the call is listed as not built.
 * @throws Error that names calls with neither a handler nor an entry in that list, calls with both, and unknown ones.
 */
export const bindCalls = (
  calls: readonly Call[],
  routes: readonly Route[],
  notBuiltIds: readonly string[],
): Route[] => {
  const byId = new Map(routes.map((route) => [route.call.id, route]))
  const missing = new Set(notBuiltIds)
  const known = new Set(calls.map(({ id }) => id))
  const faults = [
    ...calls.filter(({ id }) => !byId.has(id) && !missing.has(id)).map(({ id }) => `${id} has no handler`),
    ...[...missing]
      .filter((id) => byId.has(id))
      .map((id) => `${id} has a handler and is listed as not built`),
    ...[...byId.keys(), ...missing]
      .filter((id) => !known.has(id))
      .map((id) => `${id} is no call of the table`),
  ]
  if (faults.length > 0) throw new Error(`The calls and their handlers do not agree: ${faults.join(', ')}.`)
  return calls.map((call) => byId.get(call.id) ?? { call, handle: answerNotBuilt, turns: 'own' })
}

const abortedWith = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  setMaxListeners(MOST_PARTS, controller.signal)
  if (reply.raw.destroyed) controller.abort()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

const inputOf = (
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  { lists, short, strangers }: Guards,
): HandlerInput<Call> => {
  // Null only for public calls; any other call has passed the access check.
  const caller = (request.session?.caller ?? null) as HandlerInput<Call>['caller']
  const signal = abortedWith(reply)
  return {
    params: validate('path', call.params, request.params),
    query: validate('query', call.query, parseQuery(rawQueryOf(request))),
    body: validate('body', call.body, request.body ?? {}),
    ...{ caller, signal, request, reply },
    inTurn: (work) =>
      caller === null
        ? strangers.run(namedOwner(networkOf(request.ip)), work, signal)
        : (call.replyKind === 'stream' ? short : lists).run(caller, work, signal),
  }
}

/** What stands before every handler: who may call, what may be named, and the trace of what staff changes. */
type Guards = {
  readonly access: Access
  readonly checkOwnership: Ownership
  readonly trace: SupportChanges['begin']
  /** The turns of users in which lists are read, those of short calls, and the turns of addresses that nobody is known at. */
  readonly lists: ReturnType<typeof createFairQueue>
  readonly short: ReturnType<typeof createFairQueue>
  readonly strangers: ReturnType<typeof createFairQueue>
  /** Those in which calls with turns of their own are begun. */
  readonly own: ReturnType<typeof createFairQueue>
  /** What users have been sent and have not read, in characters or bytes. */
  readonly unsent: OpenSums<number>
}

/** What an answer holds in memory until it has been read, in characters or bytes. */
const heldBy = (made: unknown): number => (typeof made === 'string' ? made : (made as FileReply).body).length

/**
 * What a handler answers; one that is made in its caller's turn is made into JSON there too. `withRights` gives the caller as of now: turns may
 * be long.
 */
const outputOf = async (
  { call, handle, turns }: Route,
  input: HandlerInput<Call>,
  withRights: () => Promise<HandlerInput<Call>>,
  unsent: Guards['unsent'],
) => {
  if (turns === 'short' || turns === 'own') {
    const output = await handle(await withRights())
    if (turns === 'own' && call.isQuery) await withRights()
    return output
  }
  const computed = turns === 'answer' ? ((await handle(await withRights())) as () => unknown) : null
  return input.inTurn(async () => {
    const current = await withRights()
    const userId = current.request.session?.login.userId ?? null
    if (userId !== null && unsent.of(userId) > MOST_UNSENT) throw tooManyTries(BUSY_RETRY_S)
    const output = computed === null ? await handle(current) : computed()
    const made = call.replyKind === 'json' ? JSON.stringify(output) : output
    if (userId !== null) unsent.addUntilClosed(userId, heldBy(made), current.reply.raw)
    return made
  })
}

const answerCall = async (route: Route, request: FastifyRequest, reply: FastifyReply, guards: Guards) => {
  const { access, checkOwnership, trace, short, own } = guards
  const { call } = route
  const input = inputOf(call, request, reply, guards)
  // What was not asked for in it would be held while the call waits.
  request.body = undefined
  const parts = [input.params, input.query, input.body]
  // A body may come long after the headers, and a turn long after both: rights may have ended since those were checked.
  const lookAgain = async () => {
    if (request.session) request.session = await access(call, request)
  }
  const check = async () => {
    // The trace names why staff acts now.
    if (!call.isQuery) await lookAgain()
    const { session } = request
    if (session) await checkOwnership(session.caller, call, parts)
    return session && (await trace(call, session, parts))
  }
  const withRights = async () => {
    await lookAgain()
    return request.session ? { ...input, caller: request.session.caller } : input
  }
  const run = (traced: TracedCall | null) =>
    outputOf(route, input, withRights, guards.unsent).catch(async (error: unknown) => {
      if (error instanceof HttpError) await traced?.refused()
      throw error
    })
  const inTurn = async (): Promise<unknown> => {
    const caller = request.session?.caller
    const { signal } = input
    const whole = async () => run(await check())
    if (caller === undefined) return route.turns === 'short' ? input.inTurn(whole) : whole()
    if (route.turns === 'short' && call.replyKind !== 'stream') return short.run(caller, whole, signal)
    const checked = () => short.run(caller, check, signal).then(run)
    return route.turns === 'list' || call.replyKind === 'stream'
      ? checked()
      : own.run(caller, checked, signal)
  }
  const output = await inTurn()
  if (call.replyKind === 'stream') return reply
  if (call.replyKind === 'json') return reply.type('application/json; charset=utf-8').send(output)
  const { contentType, headers = {}, body } = output as FileReply
  return reply.type(contentType).headers(headers).send(body)
}

/** Mounts every route at its addresses, behind the access check and the ownership check. Only calls with a raw body take bytes. */
export const mountRoutes = async (
  app: FastifyInstance,
  routes: readonly Route[],
  checks: Pick<Guards, 'access' | 'checkOwnership' | 'trace'>,
): Promise<void> => {
  const { access } = checks
  const guards = {
    ...checks,
    lists: createFairQueue(LISTS),
    short: createFairQueue(SHORT),
    strangers: createFairQueue(STRANGERS),
    own: createFairQueue(OWN),
    unsent: createOpenSums<number>(),
  }
  const requests = createOpenSums<number>()
  app.decorateRequest('session', null)
  const isRaw = ({ call }: Route) => call.bodyType === 'raw'
  const mount = (scope: FastifyInstance, each: Route): void => {
    for (const url of addressesOf(each.call)) {
      scope.route({
        method: each.call.method,
        url,
        exposeHeadRoute: false,
        ...(each.call.roles === 'public' ? { bodyLimit: MAX_PUBLIC_BODY_BYTES } : {}),
        ...(each.call.id === sendProblemReport.id ? { bodyLimit: PROBLEM_REPORTS.maxBytes } : {}),
        ...(each.call.holdsSecret || each.call.replyKind === 'stream' ? { compress: false } : {}),
        onRequest: async (request, reply) => {
          request.session = await access(each.call, request)
          if (request.session === null || each.call.replyKind === 'stream') return
          const { userId } = request.session.login
          if (requests.of(userId) >= MOST_REQUESTS) throw tooManyTries(BUSY_RETRY_S)
          requests.addUntilClosed(userId, 1, reply.raw)
        },
        handler: (request, reply) => answerCall(each, request, reply, guards),
      })
    }
  }
  for (const each of routes) if (!isRaw(each)) mount(app, each)
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    for (const each of routes.filter(isRaw)) mount(scope, each)
  })
}
