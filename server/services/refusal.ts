/** An answer other than success that the client may read: `{status, error: true, message}` (OPEN-33). */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The OAuth error code, for the identity's calls. */
  readonly code: string | null

  constructor(
    status: number,
    message: string,
    { headers = {}, code = null }: { headers?: Readonly<Record<string, string>>; code?: string | null } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.headers = headers
    this.code = code
  }
}

/** The one answer for what is absent and for what is not the caller's: they must not be told apart (AC-01). */
export const notFound = () => new Refusal(404, 'Not found')
