import type { Notice } from './notice.ts'

/**
 * Why a machine's request failed, as plain data. `away`: the server was not reached, which is not shown (SES-30); `refused`:
 * it refused the request or sent an unusable file, and `message` says why; `unexpected`: anything else. `retryAfterMs` is the
 * wait the server asked for.
 */
export type Failure = {
  readonly kind: 'away' | 'refused' | 'unexpected'
  readonly message: string
  readonly retryAfterMs: number | null
}

const KIND_BY_NAME: Readonly<Record<string, Failure['kind']>> = {
  NetworkFailure: 'away',
  CallRefused: 'refused',
  TrackFileError: 'refused',
  ModuleNotLoaded: 'refused',
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Reads a service's error by its shape, so that a recorded error, which is plain data, gives the same failure. */
export const failureOf = (error: unknown): Failure => {
  if (!isObject(error)) return { kind: 'unexpected', message: String(error), retryAfterMs: null }
  const { name, message, retryAfterMs } = error
  return {
    kind: (typeof name === 'string' ? KIND_BY_NAME[name] : undefined) ?? 'unexpected',
    message: typeof message === 'string' ? message : '',
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
  }
}

type OfErrorEvent = { readonly event: { readonly error: unknown } }

/** Params of a `setFailure` action, from an event with an error. */
export const failureParams = ({ event }: OfErrorEvent): { failure: Failure } => ({
  failure: failureOf(event.error),
})

/** Params of a `notify` action that shows the error's own message. */
export const failureNotice = ({ event }: OfErrorEvent): Notice => ({
  kind: 'error',
  text: null,
  detail: failureOf(event.error).message,
})
