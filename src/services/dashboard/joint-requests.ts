import type { FiguresRequest } from '#src/machines/dashboard/dashboard.ports.ts'
import { wait } from '../kit/wait.ts'

type Ask<TAnswer> = (request: FiguresRequest, signal?: AbortSignal) => Promise<TAnswer>

/** Answers by source. What is not in them is asked for by its own call. */
type JointAnswers<TAnswer> = Readonly<Partial<Record<FiguresRequest['source'], TAnswer>>>

type Dependencies<TAnswer> = {
  /** Asks for several of the same scope and period at once. */
  readonly together: (
    requests: readonly [FiguresRequest, ...FiguresRequest[]],
    signal: AbortSignal,
  ) => Promise<JointAnswers<TAnswer>>
  /** Asks for one by its own call, whose errors say why there is no answer. */
  readonly alone: Ask<TAnswer>
}

type Joint<TAnswer> = {
  readonly requests: Set<FiguresRequest>
  readonly abort: AbortController
  readonly answers: Promise<JointAnswers<TAnswer>>
}

/** Rejects once a signal aborts, and else is settled as `promise`. */
const unlessAborted = <T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(signal?.reason)
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
  })

/**
 * Sends what widgets ask for in the same turn as one request for each scope and period (DSH-02). One that leaves ends nothing for the
 * others; once all have left, the request is aborted. A failure of the request is that of all; an answer that it lacks is asked for alone.
 */
export const createJointRequests = <TAnswer>({ together, alone }: Dependencies<TAnswer>): Ask<TAnswer> => {
  const gathered = new Map<string, Joint<TAnswer>>()

  const forget = (key: string, joint: Joint<TAnswer>): void => {
    if (gathered.get(key) === joint) gathered.delete(key)
  }

  const begin = (key: string): Joint<TAnswer> => {
    const requests = new Set<FiguresRequest>()
    const abort = new AbortController()
    const send = async (): Promise<JointAnswers<TAnswer>> => {
      await wait(0)
      forget(key, joint)
      const [first, ...others] = requests
      return first === undefined || others.length === 0 ? {} : together([first, ...others], abort.signal)
    }
    const joint: Joint<TAnswer> = { requests, abort, answers: send() }
    gathered.set(key, joint)
    return joint
  }

  return async (request, signal) => {
    if (request.period === undefined) return alone(request, signal)
    signal?.throwIfAborted()
    const key = JSON.stringify([request.scope, request.period])
    const joint = gathered.get(key) ?? begin(key)
    const { requests, abort, answers } = joint
    const leave = () => {
      requests.delete(request)
      if (requests.size > 0) return
      forget(key, joint)
      abort.abort(signal?.reason)
    }
    requests.add(request)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return (await unlessAborted(answers, signal))[request.source] ?? alone(request, signal)
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }
}
