/** The server answered that it will not do it: its status and parsed body (SES-29). */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly callId: string
  readonly status: number
  readonly body: unknown
  /** How long the server asks to wait, in ms; null where it does not say. */
  readonly retryAfterMs: number | null

  constructor(callId: string, status: number, body: unknown, retryAfterMs: number | null) {
    super(messageOf(body) ?? `The server answered ${callId} with status ${status}.`)
    this.callId = callId
    this.status = status
    this.body = body
    this.retryAfterMs = retryAfterMs
  }
}

/** The server could not be reached, or did not answer in time. Callers do nothing about it (SES-30). */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure'
}

/** The server answered, but not in the form the contract promises. */
export class BadReply extends Error {
  override readonly name = 'BadReply'
}

/** The server answered nothing where something was promised (SES-55). */
export class EmptyReply extends Error {
  override readonly name = 'EmptyReply'
}

/** The `message` of a body, where it is an object that has one. */
export const messageOf = (body: unknown): string | undefined => {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof message === 'string' && message !== '' ? message : undefined
}

/** What browsers and Node say when a request did not get through. */
const NETWORK_WORDS = new RegExp(
  `^(${[
    'failed to fetch',
    'load failed',
    'network ?error',
    'networkerror when attempting to fetch resource',
    'fetch failed',
    'terminated',
    'cancell?ed',
    'the internet connection appears to be offline',
    'the network connection was lost',
    'network connection lost',
    'network request failed',
    'the request timed out',
    'a server with the specified hostname could not be found',
    'could not connect to the server',
    'a network error occurred',
  ].join('|')})( \\(.*\\))?\\.?$`,
  'i',
)

const NETWORK_NAMES = new Set(['NetworkFailure', 'NetworkError', 'TimeoutError'])

/** Whether an error means that the server was not reached, in any browser's words (SES-30). An abort by us does not. */
export const isNetworkFailure = (error: unknown): boolean => {
  if (!(error instanceof Error) || error.name === 'AbortError') return false
  return NETWORK_NAMES.has(error.name) || NETWORK_WORDS.test(error.message.trim())
}

/** Whether our own side ended the request. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
