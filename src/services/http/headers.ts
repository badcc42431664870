/** Names of our request headers (SES-41, SES-42, OPEN-05). */
export const HEADER = {
  apiKey: 'x-api-key',
  userId: 'AuthUser',
  authorization: 'Authorization',
} as const

/** Who asks. */
export type Asker = {
  readonly apiKey: string
  /** Null while nobody is logged in. */
  readonly userId: number | null
  readonly token: string | null
}

/** Headers that every call carries (SES-41 to SES-44). */
export const headersFor = ({ apiKey, userId, token }: Asker): Record<string, string> => ({
  [HEADER.apiKey]: apiKey,
  ...(userId === null ? {} : { [HEADER.userId]: String(userId) }),
  ...(token === null ? {} : { [HEADER.authorization]: `Bearer ${token}` }),
  'Cache-Control': 'no-cache, no-store',
  Pragma: 'no-cache',
})
