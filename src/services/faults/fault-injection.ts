import { ERRORS, type ErrorCode, errorMessage } from '#contract/errors.ts'
import type { ErrorReply } from '#contract/records/error-reply.ts'
import { type FaultKind, FaultSettings } from '#contract/records/faults.ts'
import type { CallFetch } from '../http/http.ts'
import { HEADER } from '../http/request-encoding.ts'
import { wait } from '../kit/wait.ts'
import { createFaultPlan, type Fate } from './fault-plan.ts'

/** An answer that is to be overtaken waits this many ms at most. */
const LONGEST_HOLD_MS = 3000
/** The head start in ms of the answer that overtakes, in which it is read. */
const HEAD_START_MS = 50

/** The settings in a text; null if they are none. */
export const parseSettings = (text: string): FaultSettings | null => {
  try {
    return FaultSettings.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The error that browsers give when the network fails. */
const networkError = () => new TypeError('Failed to fetch')

const refusal = (code: ErrorCode, { headers }: Request): Response => {
  const id = headers.get(HEADER.requestId) ?? ''
  const { status } = ERRORS[code]
  const params = code === 'serverError' ? { id } : {}
  const body: ErrorReply = { status, error: true, code, params, message: errorMessage({ code, params }) }
  return Response.json(body, { status, headers: { [HEADER.requestId]: id } })
}

const MADE: Partial<Record<NonNullable<Fate['outcome']>, (request: Request) => Response>> = {
  unauthorized: (request) => refusal('unauthenticated', request),
  serverError: (request) => refusal('serverError', request),
  noContent: () => new Response(null, { status: 204 }),
}

/** The same answer with the first half of its body. */
const halved = async (answer: Response): Promise<Response> => {
  const { status, statusText, headers } = answer
  const body = await answer.arrayBuffer()
  return new Response(body.slice(0, Math.floor(body.byteLength / 2)), { status, statusText, headers })
}

/**
 * Lets faults happen to requests as the network would cause them, by a seeded plan that starts anew with each injection.
 * `onFault` is called with each fault that has happened. `send` is the browser's `fetch`. Errors: settings out of their ranges.
 */
export const createFaultInjection = ({
  settings,
  onFault,
  send,
  longestHoldMs = LONGEST_HOLD_MS,
  headStartMs = HEAD_START_MS,
}: {
  settings: FaultSettings
  onFault: (kind: FaultKind) => void
  send: typeof fetch
  longestHoldMs?: number
  headStartMs?: number
}) => {
  const plan = createFaultPlan(FaultSettings.parse(settings))
  /** Lets each answer that is held back go. */
  const held = new Set<() => void>()
  let clockErrorMs = settings.clockSkewMs

  const attempt = async (request: Request, init: RequestInit | undefined, fate: Fate): Promise<Response> => {
    const { outcome } = fate
    if (outcome === 'requestLost') {
      onFault(outcome)
      throw networkError()
    }
    const make = outcome === null ? undefined : MADE[outcome]
    if (make !== undefined && outcome !== null) {
      onFault(outcome)
      return make(request)
    }
    const copy = fate.isDoubled ? request.clone() : null
    const coming = send(request, init)
    if (copy !== null) {
      onFault('doubled')
      send(copy, init).then(
        (second) => second.body?.cancel(),
        () => undefined,
      )
    }
    const answer = await coming
    if (outcome === 'answerLost') {
      onFault(outcome)
      await answer.body?.cancel()
      throw networkError()
    }
    if (outcome !== 'malformed' || answer.body === null) return answer
    onFault(outcome)
    return halved(answer)
  }

  const attemptLate = async (
    request: Request,
    init: RequestInit | undefined,
    fate: Fate,
  ): Promise<Response> => {
    try {
      return await attempt(request, init, fate)
    } finally {
      if (fate.lateMs > 0) {
        onFault('late')
        await wait(fate.lateMs, request.signal)
      }
    }
  }

  const hold = async (signal: AbortSignal): Promise<void> => {
    let letGo = () => {}
    const overtaken = new Promise<'overtaken'>((resolve) => {
      letGo = () => resolve('overtaken')
    })
    held.add(letGo)
    try {
      if ((await Promise.race([overtaken, wait(longestHoldMs, signal)])) === 'overtaken') onFault('reordered')
    } finally {
      held.delete(letGo)
    }
  }

  const letOthersGo = () => {
    const waiting = [...held]
    if (waiting.length > 0)
      setTimeout(() => {
        for (const letGo of waiting) letGo()
      }, headStartMs)
  }

  const fetchCall: CallFetch = async (input, init, callId) => {
    const isRequest = input instanceof Request
    const request = isRequest ? input : new Request(input, init)
    const fate = plan.nextFate(callId)
    const answer = await attemptLate(request, isRequest ? init : undefined, fate)
    if (fate.isReordered) await hold(request.signal)
    letOthersGo()
    return answer
  }

  return {
    settings,
    fetch: fetchCall,
    nextCut: plan.nextCut,
    /** ms by which the portal's clock is wrong: as much as the machine's, until the server's time is read. */
    clockErrorMs: () => clockErrorMs,
    correctClock: () => {
      clockErrorMs = 0
    },
  }
}
/** Faults that are on. */
export type FaultInjection = ReturnType<typeof createFaultInjection>
