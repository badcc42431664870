import type { ZodMiniType } from 'zod/mini'
import type { Role } from './roles.ts'

/** Which backend a call goes to; `root` and `identity` stand outside the two API bases. */
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
 * - `actor`: it is about the supporter's own login and runs as the supporter
 * - `never`: it is refused: passwords, the addresses that they are reset by, one-time codes and money are nobody else's
 */
export type Acting = 'target' | 'actor' | 'never'

/**
 * One backend operation, described once for both sides.
 * The server mounts its routes from it, the client's request builder takes it, the access test walks it.
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
