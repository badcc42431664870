/** Names of our request headers (SES-41, SES-42, OPEN-05). */
export const HEADER = {
  apiKey: 'x-api-key',
  userId: 'AuthUser',
  authorization: 'Authorization',
  requestedUserId: 'requestedUserId',
  requestedRole: 'requestedRole',
} as const

/** A user that support acts for. */
export type ActingTarget = { readonly userId: string; readonly role: string }

/** Who asks. */
export type Asker = {
  readonly apiKey: string
  /** Null while nobody is logged in. */
  readonly userId: number | null
  readonly token: string | null
  /** The user that support acts for, and the role; null for everybody else (SES-46). */
  readonly actingFor: ActingTarget | null
}

/** Headers that every call carries (SES-41 to SES-44, SES-46). */
export const headersFor = ({ apiKey, userId, token, actingFor }: Asker): Record<string, string> => ({
  [HEADER.apiKey]: apiKey,
  ...(userId === null ? {} : { [HEADER.userId]: String(userId) }),
  ...(token === null ? {} : { [HEADER.authorization]: `Bearer ${token}` }),
  ...(actingFor === null
    ? {}
    : { [HEADER.requestedUserId]: actingFor.userId, [HEADER.requestedRole]: actingFor.role }),
  'Cache-Control': 'no-cache, no-store',
  Pragma: 'no-cache',
})
