import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import type { Caller } from '../access/caller.ts'

/** Bytes or text with their content type; the body may be a stream. */
export type FileReply = {
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: NodeJS.ReadableStream | Buffer | string
}

/** What a handler gets: every part checked against the call's schemas, and who calls (null where the call is public). */
export type HandlerInput<TCall extends Call> = {
  readonly params: z.output<TCall['params']>
  readonly query: z.output<TCall['query']>
  readonly body: z.output<TCall['body']>
  readonly caller: TCall['scope'] extends 'public' ? null : Caller
  /** Aborted when the client goes away before the reply is complete. */
  readonly signal: AbortSignal
  readonly request: FastifyRequest
  /** For streams alone: they take over the raw reply (`reply.hijack()`) and write to it. */
  readonly reply: FastifyReply
}

/** What a handler gives back, by the call's `replyKind`. A stream's handler has taken the reply over and gives nothing. */
export type HandlerOutput<TCall extends Call> = TCall['replyKind'] extends 'json'
  ? z.input<TCall['reply']>
  : TCall['replyKind'] extends 'stream'
    ? undefined
    : FileReply

/** Answers one call. Errors meant for the client are thrown as `HttpError`. */
export type Handler<TCall extends Call> = (input: HandlerInput<TCall>) => Promise<HandlerOutput<TCall>>

/** A call together with what answers it; the app mounts a list of these. */
export type Route = {
  readonly call: Call
  readonly handle: (input: HandlerInput<Call>) => Promise<unknown>
}

/** Binds a handler to its call, checking one against the other. */
export const route = <TCall extends Call>(call: TCall, handle: Handler<TCall>): Route => ({
  call,
  handle: handle as unknown as Route['handle'],
})
