import * as z from 'zod/mini'

/** Names of our request headers (SES-41, SES-42, SES-47, OPEN-05). */
export const HEADER = {
  apiKey: 'x-api-key',
  userId: 'AuthUser',
  authorization: 'Authorization',
  requestedUserId: 'requestedUserId',
  requestedRole: 'requestedRole',
  cdsUserId: 'cdsUserId',
  profileStatus: 'profileStatus',
} as const

/** A user that support acts for. */
export type ActingTarget = { readonly userId: string; readonly role: string }

/** The user and the state whose customer data share requests are worked on. */
export const CdsMode = z.object({ cdsUserId: z.string(), profileStatus: z.string() })
export type CdsMode = z.infer<typeof CdsMode>

/** Who asks. */
export type Asker = {
  readonly apiKey: string
  /** Null while nobody is logged in. */
  readonly userId: number | null
  readonly token: string | null
  /** The user that support acts for, and the role; null for everybody else (SES-46). */
  readonly actingFor: ActingTarget | null
  /** Null outside the CDS requests mode (SES-47). */
  readonly cdsMode: CdsMode | null
}

/** Headers that every call carries (SES-41 to SES-44, SES-46, SES-47). */
export const headersFor = ({ apiKey, userId, token, actingFor, cdsMode }: Asker): Record<string, string> => ({
  [HEADER.apiKey]: apiKey,
  ...(userId === null ? {} : { [HEADER.userId]: String(userId) }),
  ...(token === null ? {} : { [HEADER.authorization]: `Bearer ${token}` }),
  ...(actingFor === null
    ? {}
    : { [HEADER.requestedUserId]: actingFor.userId, [HEADER.requestedRole]: actingFor.role }),
  ...(cdsMode === null
    ? {}
    : { [HEADER.cdsUserId]: cdsMode.cdsUserId, [HEADER.profileStatus]: cdsMode.profileStatus }),
  'Cache-Control': 'no-cache, no-store',
  Pragma: 'no-cache',
})
