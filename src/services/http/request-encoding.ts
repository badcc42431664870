import * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import { REQUEST_ID_HEADER } from '#contract/request-id.ts'

/** A plain object or array, as opposed to files, dates and other instances. */
const isPlain = (value: unknown): value is Record<string, unknown> | readonly unknown[] =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && value.constructor === Object)

/** A copy without the key `inputErrors`, at any depth (SES-37). */
const withoutInputErrors = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutInputErrors)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'inputErrors')
      .map(([key, inner]) => [key, withoutInputErrors(inner)]),
  )
}

const pairs = (name: string, value: unknown): [string, string][] => {
  if (value === undefined || value === null) return []
  if (!isPlain(value)) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner))
}

/**
 * Fields of a query string or form. Nested objects become `name[key]`, lists `name[0]` (SES-38, OPEN-70);
 * undefined and null fields are left out.
 */
export const encodeFields = (fields: unknown): URLSearchParams =>
  new URLSearchParams(
    isPlain(fields) ? Object.entries(fields).flatMap(([name, value]) => pairs(name, value)) : [],
  )

/** Puts `params` in place of `:name` in a call's path. Errors: an empty path (SES-36) or a missing parameter. */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>>): string => {
  if (path === '') throw new Error('A call needs a path: the address is empty.')
  return path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') {
      throw new Error(`The path '${path}' needs the parameter '${name}'.`)
    }
    return encodeURIComponent(String(value))
  })
}

/** Names of our request headers (SES-41, SES-42, SES-47, OPEN-05). */
export const HEADER = {
  apiKey: 'x-api-key',
  userId: 'AuthUser',
  authorization: 'Authorization',
  requestedUserId: 'requestedUserId',
  requestedRole: 'requestedRole',
  cdsUserId: 'cdsUserId',
  profileStatus: 'profileStatus',
  requestId: REQUEST_ID_HEADER,
} as const

/** A user that support acts for. */
export type ActingTarget = { readonly userId: string; readonly role: string }

/** The user and state of the customer data share requests in work. */
export const CdsMode = z.object({ cdsUserId: z.string(), profileStatus: z.string() })
export type CdsMode = z.infer<typeof CdsMode>

/** The caller, as the headers name it. */
export type CallerIdentity = {
  readonly apiKey: string
  /** null while no user is logged in. */
  readonly userId: number | null
  readonly token: string | null
  /** The user that support acts for, and the role; null for everybody else (SES-46). */
  readonly actingFor: ActingTarget | null
  /** Null outside the CDS requests mode (SES-47). */
  readonly cdsMode: CdsMode | null
}

/** Headers that every call carries (SES-41 to SES-44, SES-46, SES-47). */
export const headersFor = ({
  apiKey,
  userId,
  token,
  actingFor,
  cdsMode,
}: CallerIdentity): Record<string, string> => ({
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

/** Body and content type of a request by the call's body type (SES-39, SES-40, CONFLICT-18). */
export const payloadOf = (call: Call, body: unknown): { json: unknown } | { body: BodyInit } | undefined => {
  if (call.method === 'GET') return undefined
  if (body instanceof FormData || body instanceof Blob || typeof body === 'string') return { body }
  if (call.bodyType === 'form') return { body: encodeFields(withoutInputErrors(body)) }
  if (call.bodyType === 'raw' || call.bodyType === 'image') return { body: body as BodyInit }
  return { json: withoutInputErrors(body ?? {}) }
}
