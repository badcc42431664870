/**
 * Why something a machine asked for did not come, as plain data. `away`: the server was not reached, say nothing (SES-30);
 * `refused`: it answered no, or with a file that cannot be used, and `message` says why; `unexpected`: anything else. `retryAfterMs` is what the server asks for.
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

/** Reads a service's error by its shape, so that a recorded error, which is plain data, gives the same. */
export const failureOf = (error: unknown): Failure => {
  if (!isObject(error)) return { kind: 'unexpected', message: String(error), retryAfterMs: null }
  const { name, message, retryAfterMs } = error
  return {
    kind: (typeof name === 'string' ? KIND_BY_NAME[name] : undefined) ?? 'unexpected',
    message: typeof message === 'string' ? message : '',
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
  }
}
