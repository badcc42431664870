import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import type { Caller } from '../access/caller.ts'

/** Bytes or text with their content type. */
export type FileReply = {
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Buffer | string
}

/** Runs work when it is its caller's turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** The input of a handler: every part checked against the call's schemas, and the caller (null for a public call). */
export type HandlerInput<TCall extends Call> = {
  readonly params: z.output<TCall['params']>
  readonly query: z.output<TCall['query']>
  readonly body: z.output<TCall['body']>
  readonly caller: TCall['scope'] extends 'public' ? null : Caller
  /** Aborts if the client disconnects before the reply is complete. */
  readonly signal: AbortSignal
  /**
   * Runs the work when it is the caller's turn, as for a `listRoute`; for a stream, as for a short call; for a public call, when it is the
   * turn of the address.
   */
  readonly inTurn: InTurn
  readonly request: FastifyRequest
  /** Only for streams, which take over the raw reply (`reply.hijack()`). */
  readonly reply: FastifyReply
}

/** The result of a handler, by the call's `replyKind`. A stream's handler has taken over the reply and returns nothing. */
export type HandlerOutput<TCall extends Call> = TCall['replyKind'] extends 'json'
  ? z.input<TCall['reply']>
  : TCall['replyKind'] extends 'stream'
    ? undefined
    : FileReply

/** Answers one call. It throws errors that the client may read as `HttpError`. */
export type Handler<TCall extends Call> = (input: HandlerInput<TCall>) => Promise<HandlerOutput<TCall>>

/**
 * A call and its handler. `turns` says in which turns it is answered: those of short calls, or of addresses for a public one; those of
 * lists, for an answer that can have thousands of rows or fixes; those of lists for making the answer alone, where what it is computed from
 * has turns of its own; or none but its own.
 */
export type Route = {
  readonly call: Call
  readonly turns: 'short' | 'list' | 'answer' | 'own'
  readonly handle: (input: HandlerInput<Call>) => Promise<unknown>
}

/** Binds a handler to its call; the types of both must fit. */
export const route = <TCall extends Call>(call: TCall, handle: Handler<TCall>): Route => ({
  call,
  handle: handle as unknown as Route['handle'],
  turns: 'short',
})

/** As `route`, for a handler that waits in turns of its own. */
export const ownTurnsRoute = <TCall extends Call>(call: TCall, handle: Handler<TCall>): Route => ({
  ...route(call, handle),
  turns: 'own',
})

/** As `route`, for an answer that can have thousands of rows or fixes. */
export const listRoute = <TCall extends Call>(call: TCall, handle: Handler<TCall>): Route => ({
  ...route(call, handle),
  turns: 'list',
})

/** As `listRoute`, for a handler that computes first, in turns of its own, and returns what makes the answer. */
export const computedRoute = <TCall extends Call>(
  call: TCall,
  handle: (input: HandlerInput<TCall>) => Promise<() => HandlerOutput<TCall>>,
): Route => ({
  call,
  handle: handle as unknown as Route['handle'],
  turns: 'answer',
})
