/**
 * A call that did not give what was asked for. `reference` finds it in the server's log; null where the reply explains itself.
 * Messages name no call: people read them.
 */
class CallFailure extends Error {
  readonly reference: string | null

  constructor(
    message: string,
    { reference = null, ...options }: ErrorOptions & { reference?: string | null } = {},
  ) {
    super(message, options)
    this.reference = reference
  }
}

/** The server refused the call: its status and its parsed body (SES-29). `failureOf` reads the codes (OPEN-33). */
export class CallRefused extends CallFailure {
  override readonly name = 'CallRefused'
  /** `code`, `params` and `fields` of the body, as they came; null where it has none. */
  readonly code: unknown
  readonly params: unknown
  readonly fields: unknown
  readonly status: number
  readonly body: unknown
  /** How long the server asks to wait, in ms; null where it does not say. */
  readonly retryAfterMs: number | null

  /** The message is the server's, or empty. */
  constructor(
    status: number,
    body: unknown,
    retryAfterMs: number | null = null,
    requestId: string | null = null,
  ) {
    const message = messageOf(body)
    super(message ?? '', { reference: status >= 500 || message === undefined ? requestId : null })
    this.status = status
    this.body = body
    const { code = null, params = null, fields = null }: Partial<Record<string, unknown>> = Object(body)
    this.code = code
    this.params = params
    this.fields = fields
    this.retryAfterMs = retryAfterMs
  }
}

/** The server could not be reached, or did not answer in time. It is not shown as a toast (SES-30). */
export class NetworkFailure extends CallFailure {
  override readonly name = 'NetworkFailure'
}

/** The server answered, but not in the form the contract promises. The message is for developers. */
export class BadReply extends CallFailure {
  override readonly name = 'BadReply'
}

/** The server answered nothing where the contract promises a body (SES-55). */
export class EmptyReply extends CallFailure {
  override readonly name = 'EmptyReply'

  constructor(reference: string | null = null) {
    super('The reply is empty.', { reference })
  }
}

/** The `message` of a body, where it is an object that has one. */
export const messageOf = (body: unknown): string | undefined => {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof message === 'string' && message !== '' ? message : undefined
}

/** A reply whose 200 says no in SES-26's words, which ends no session. */
export const WRONG_CREDENTIALS = 'Enter Valid Credentials'
/** The message of a reply that ends the session (SES-27). */
export const NO_TOKEN = 'Token Not Available'

/** Whether a body is a JSON object. */
export const isJsonObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

/** A body that says of itself that it is an error (SES-54). */
export const isMarkedError = (body: unknown): boolean => isJsonObject(body) && body['error'] === true

/** A refusal that asks: its body says of itself that it is no error, and the form that gets it puts the question to the user. */
export const isQuestion = (error: unknown): boolean =>
  error instanceof CallRefused &&
  error.status === 409 &&
  isJsonObject(error.body) &&
  error.body['error'] === false

/** Whether the session is over, which is shown in its own words. */
export const endsSession = (error: unknown): boolean =>
  error instanceof CallRefused &&
  (error.status === 401 ||
    messageOf(error.body) === NO_TOKEN ||
    (isJsonObject(error.body) && '401' in error.body && error.message !== WRONG_CREDENTIALS))

/** Refusals of the request itself: the same one again is refused again. */
const FOR_GOOD: readonly number[] = [400, 403, 404, 410, 413, 422]

/** Whether a query that is repeated would be refused once more. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof CallRefused && FOR_GOOD.includes(error.status)

/** Messages of browsers and Node when a request does not get through. */
const NETWORK_MESSAGES = new RegExp(
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

/** Whether an error means that the server was not reached, in any browser's words (SES-30). Our own abort does not. */
export const isNetworkFailure = (error: unknown): boolean => {
  if (!(error instanceof Error) || error.name === 'AbortError') return false
  return NETWORK_NAMES.has(error.name) || NETWORK_MESSAGES.test(error.message.trim())
}

/** Whether our own side ended the request. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** A reply's content: parsed JSON, a file, text, or nothing at all. */
export type Content =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'blob'; readonly value: Blob }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'empty' }

const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)$/
const FILE_TYPE =
  /^(application\/(pdf|zip|gzip|x-gzip|octet-stream|csv|vnd\.ms-excel|vnd\.openxmlformats-officedocument\.[\w.]+)|text\/csv|image\/.*)$/

/** Reads a reply by its content type (SES-50, CONFLICT-17). Errors: JSON that does not parse. */
export const readContent = async (response: Response): Promise<Content> => {
  if (response.status === 204) return { kind: 'empty' }
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (FILE_TYPE.test(type)) return { kind: 'blob', value: await response.blob() }
  const text = await response.text()
  if (text === '') return { kind: 'empty' }
  return JSON_TYPE.test(type) ? { kind: 'json', value: JSON.parse(text) } : { kind: 'text', value: text }
}
