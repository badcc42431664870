import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import { IdText } from '../records/ids.ts'
import { type Role, VIEWER_ROLES } from '../roles.ts'

/** The backend of a call; `root` and `identity` are outside the two API bases. */
export type Backend = 'v2' | 'v3' | 'identity' | 'root'

/** What a reply is: one JSON value, a file, plain text, or an event stream. */
export type ReplyKind = 'json' | 'blob' | 'text' | 'stream'

/**
 * Whose data a call may touch.
 * - `public`: no caller is needed
 * - `self`: the caller's own record
 * - `vehicles`: the vehicles `visibleVehicles(caller)` names
 * - `company`: everything of the caller's company
 * - `all`: every company
 */
export type Scope = 'public' | 'self' | 'vehicles' | 'company' | 'all'

/**
 * What a call does when CSSUPPORT acts for another user (SES-46, AC-14).
 * - `target`: it runs as that user, where both may make it
 * - `actor`: it concerns the supporter's own login and runs as the supporter
 * - `never`: it is refused, because it concerns passwords, addresses for their reset, one-time codes or money
 */
export type Acting = 'target' | 'actor' | 'never'

/**
 * One backend operation, described once for both sides.
 * The server mounts its routes from it, the client builds its requests from it, and the access test walks through all of them.
 */
export type Call<
  TParams extends ZodMiniType = ZodMiniType,
  TQuery extends ZodMiniType = ZodMiniType,
  TBody extends ZodMiniType = ZodMiniType,
  TReply extends ZodMiniType = ZodMiniType,
> = {
  readonly id: string
  /** Rows of the requirements ledger that this call answers. */
  readonly rows: readonly string[]
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below the backend's base, without a leading slash; `:name` marks a parameter. */
  readonly path: string
  /** Further paths that answer the same. */
  readonly aliases: readonly string[]
  /** Overrides the path rule (SES-49) where the specification says so. */
  readonly backend: Backend
  readonly params: TParams
  readonly query: TQuery
  readonly body: TBody
  readonly bodyType: 'json' | 'form' | 'raw' | 'image' | 'none'
  readonly reply: TReply
  readonly replyKind: ReplyKind
  /**
   * Whether the reply contains a secret, such as a token or a signed address. It is never compressed: an attacker who can add text to
   * it could infer the secret from its length (BREACH).
   */
  readonly holdsSecret: boolean
  /** Whether it only reads. A query that fails is sent once more (SES-53). */
  readonly isQuery: boolean
  readonly roles: readonly Role[] | 'public'
  readonly scope: Scope
  readonly acting: Acting
}

/** Paths containing `tk3` or `customerdatashare` go to the second backend, all others to the main one (SES-49). */
export const backendOf = (path: string): 'v2' | 'v3' =>
  path.includes('tk3') || path.includes('customerdatashare') ? 'v3' : 'v2'

/** Where each backend is mounted on the reference server, and the default bases of env.json. */
export const BACKEND_BASE: Readonly<Record<Backend, string>> = {
  v2: '/api/v2/',
  v3: '/api/v3/',
  identity: '/identity/',
  root: '/',
}

/** The schema of a part that a call does not use. Unknown keys are dropped. */
export const Nothing = z.object({})
type Nothing = typeof Nothing

type Entry<TId, TMethod, TParams, TQuery, TBody, TReply, TKind, TScope> = {
  id: TId
  rows: readonly string[]
  method: TMethod
  path: string
  aliases?: readonly string[]
  backend?: Backend
  params?: TParams
  query?: TQuery
  body?: TBody
  bodyType?: Call['bodyType']
  reply?: TReply
  replyKind?: TKind
  holdsSecret?: boolean
  isQuery?: boolean
  roles: readonly Role[] | 'public'
  scope: TScope
  acting?: Acting
}

/**
 * Fills in the defaults of a call: the backend by the path rule (SES-49), no parameters, a JSON body if the method has one,
 * a JSON reply of any form without a secret, a query if the method is GET, and `acting: 'target'`.
 */
export const defineCall = <
  const TId extends string,
  const TMethod extends Call['method'],
  const TScope extends Scope,
  TParams extends ZodMiniType = Nothing,
  TQuery extends ZodMiniType = Nothing,
  TBody extends ZodMiniType = Nothing,
  TReply extends ZodMiniType = ZodMiniType,
  const TKind extends ReplyKind = 'json',
>(
  entry: Entry<TId, TMethod, TParams, TQuery, TBody, TReply, TKind, TScope>,
): Call<TParams, TQuery, TBody, TReply> & {
  readonly id: TId
  readonly method: TMethod
  readonly replyKind: TKind
  readonly scope: TScope
} => ({
  aliases: [],
  backend: backendOf(entry.path),
  params: Nothing as ZodMiniType as TParams,
  query: Nothing as ZodMiniType as TQuery,
  body: Nothing as ZodMiniType as TBody,
  bodyType: entry.body === undefined ? 'none' : 'json',
  reply: z.unknown() as ZodMiniType as TReply,
  replyKind: 'json' as TKind,
  holdsSecret: false,
  isQuery: entry.method === 'GET',
  acting: 'target',
  ...entry,
})

/** All calls of fleet management are below this path. */
export const DICV = 'onlinefleetmngmt/dicv'

/** Access to calls of the map: roles and scope. */
export const VEHICLE_VIEW = { roles: VIEWER_ROLES, scope: 'vehicles' } as const

/** A query for one vehicle. */
export const OneVehicle = z.object({ vehicleId: IdText })
