import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { dashboardFunctions, FUNCTION_CALLS } from '#contract/calls/dashboard.ts'
import type { ErrorReply } from '#contract/records/error-reply.ts'
import { DASHBOARD_PERIODS, type DashboardWidget } from '#domain/dashboard.ts'
import { payloadRange } from '#domain/ist.ts'
import type { FiguresService } from '../figures/figures.service.ts'
import { errorBodyOf, errorReplyOf, HttpError } from '../http/errors.ts'
import { type HandlerInput, ownTurnsRoute, type Route, type route } from '../http/handler.ts'
import { validate } from '../http/input.ts'

/** How long one call waits for its functions, ms; what is not there by then, its own call asks for. */
const LATE_AFTER_MS = 3_000

type Input = HandlerInput<typeof dashboardFunctions>
type Answers = Awaited<ReturnType<Parameters<typeof route<typeof dashboardFunctions>>[1]>>['answers']

type Dependencies = {
  /** The routes of the functions' own calls. */
  readonly routes: readonly Route[]
  readonly figures: Pick<FiguresService, 'lastDays'>
  /** Resolves after so many ms. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })

/** The roles of the user whom a request is made for, and of the login that makes it. */
const rolesOf = ({ caller, request }: { caller: Input['caller']; request: FastifyRequest }) => [
  caller.role,
  request.session?.login.role ?? caller.role,
]

/** The one call of several functions (DSH-02): each is answered as by its own call, with its roles, its input and its errors. Where all fail, so does the call, as the first of them. */
export const dashboardFunctionsRoute = ({ routes, figures, wait = pause }: Dependencies): Route => {
  const routeOf = (call: Call): Route => {
    const found = routes.find((each) => each.call.id === call.id)
    if (found === undefined) throw new Error(`${call.id} has no route.`)
    return found
  }
  const partsOf = (name: DashboardWidget): readonly (readonly [part: string | null, Route])[] => {
    const calls = FUNCTION_CALLS[name]
    return 'id' in calls
      ? [[null, routeOf(calls)]]
      : Object.entries(calls).map(([part, call]) => [part, routeOf(call)])
  }
  const functions = new Map(
    (Object.keys(FUNCTION_CALLS) as DashboardWidget[]).map((name) => [name, partsOf(name)]),
  )

  const answerOf = async (name: DashboardWidget, body: object, input: Input): Promise<unknown> => {
    const parts = functions.get(name) ?? []
    for (const [, { call }] of parts)
      if (call.roles !== 'public' && !rolesOf(input).every((role) => call.roles.includes(role)))
        throw new HttpError('roleNotAllowed')
    const answers = await Promise.all(
      parts.map(async ([part, { call, handle, turns }]) => {
        const own = validate('body', call.body, { ...body, reportName: name })
        const answer = () => handle({ ...input, body: own } as unknown as HandlerInput<Call>)
        return [part, await (turns === 'list' ? input.inTurn(answer) : answer())] as const
      }),
    )
    const [[part, answer] = [null, undefined]] = answers
    return part === null ? answer : Object.fromEntries(answers)
  }

  return ownTurnsRoute(dashboardFunctions, async (input) => {
    const { caller, body, request } = input
    const { dashboardFunctionNames, period, ...filter } = body
    const range = payloadRange(await figures.lastDays(caller, DASHBOARD_PERIODS[period]))
    const answers: Partial<Record<DashboardWidget, unknown>> = {}
    const failures: Partial<Record<DashboardWidget, unknown>> = {}
    const names = [...new Set(dashboardFunctionNames)]
    const settled = Promise.all(
      names.map(async (name) => {
        try {
          answers[name] = await answerOf(name, { ...filter, ...range }, input)
        } catch (error) {
          failures[name] = error
        }
      }),
    )
    const patience = new AbortController()
    await Promise.race([settled, wait(LATE_AFTER_MS, patience.signal)])
    patience.abort()
    if (names.every((name) => name in failures)) throw failures[names[0] as DashboardWidget]
    const errors: Partial<Record<DashboardWidget, ErrorReply>> = {}
    for (const name of names) {
      if (!(name in failures)) continue
      const answer = errorReplyOf(failures[name] as Error, request.id)
      if (answer.status >= 500)
        request.log.error({ err: failures[name], function: name }, 'a function failed')
      errors[name] = errorBodyOf(answer)
    }
    return { answers: { ...answers } as Answers, errors }
  })
}
