import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import { type Acting, type Backend, backendOf, type Call, type ReplyKind, type Scope } from '../call.ts'
import type { Role } from '../roles.ts'

/** The schema of a part that a call does not have. Unknown keys are dropped. */
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
  roles: readonly Role[] | 'public'
  scope: TScope
  acting?: Acting
}

/**
 * Fills in what an entry of the table leaves out: the backend by the path rule (SES-49), no parameters, a JSON body where
 * the method carries one, a JSON reply whose form is not promised yet, and that it may be made for another user.
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
  acting: 'target',
  ...entry,
})
