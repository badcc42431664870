import { assign, type NonReducibleUnknown, setup } from 'xstate'
import { type Failure, failureParams } from '../kit/failure.ts'
import { eventPort } from '../kit/port.ts'

/** A request starts, then succeeds or fails (SES-31). */
export const REQUEST_TYPES = ['request.started', 'request.succeeded', 'request.failed'] as const

/** Events of a request's port; `error` is plain data. */
export type RequestProgressEvent<TResponse> =
  | { type: 'request.started'; method: string }
  | { type: 'request.succeeded'; method: string; response: TResponse }
  | { type: 'request.failed'; method: string; error: unknown }

/** Events of a request. */
export type RequestEvent<TResponse, TInput> =
  | RequestProgressEvent<TResponse>
  | { type: 'request.load'; input: TInput }

/** The state of a request (SES-32), with its input and why it failed. */
export type RequestContext<TResponse, TInput> = {
  readonly input: TInput | null
  readonly isFetching: boolean
  readonly isError: boolean
  readonly response: TResponse | null
  readonly method: string | null
  readonly failure: Failure | null
}

const isNonEmptyList = (response: unknown): boolean => Array.isArray(response) && response.length > 0
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * A query that stores its response, in the states PENDING, FULFILLED and REJECTED (SES-33). The same input again gives the
 * stored list unless it is empty; an empty or failed one is fetched again (SES-34), and what was known of the same input stays
 * meanwhile. `port` names what sends the request; the
 * request builder behind it sends a failed one once more (SES-53).
 */
export const createRequestMachine = <TResponse, TInput extends NonReducibleUnknown>(port: string) => {
  type Context = RequestContext<TResponse, TInput>
  type Fact = RequestProgressEvent<TResponse>
  const setFailure = { type: 'setFailure', params: failureParams } as const
  return setup({
    types: {
      context: {} as Context,
      events: {} as RequestEvent<TResponse, TInput>,
    },
    actors: { send: eventPort<Fact, { request: TInput }>(port) },
    actions: {
      setInput: assign(
        ({ context }, { input }: { input: TInput }): Partial<Context> => ({
          input,
          isFetching: true,
          isError: false,
          response: isSame(context.input, input) ? context.response : null,
          method: null,
          failure: null,
        }),
      ),
      setMethod: assign((_, { method }: { method: string }): Partial<Context> => ({ method })),
      setResponse: assign(
        (_, { response }: { response: TResponse }): Partial<Context> => ({
          response,
          isFetching: false,
        }),
      ),
      setFailure: assign(
        (_, { failure }: { failure: Failure }): Partial<Context> => ({
          failure,
          isFetching: false,
          isError: true,
        }),
      ),
    },
    guards: {
      isStored: ({ context }, { input }: { input: TInput }) =>
        isSame(context.input, input) && isNonEmptyList(context.response),
    },
  }).createMachine({
    id: 'request',
    context: {
      input: null,
      isFetching: false,
      isError: false,
      response: null,
      method: null,
      failure: null,
    },
    initial: 'idle',
    on: {
      'request.load': {
        target: '.PENDING',
        actions: { type: 'setInput', params: ({ event }) => event },
      },
    },
    states: {
      idle: {},
      PENDING: {
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context }) => ({ request: context.input as TInput }),
          onError: { target: 'REJECTED', actions: setFailure },
        },
        on: {
          'request.started': { actions: { type: 'setMethod', params: ({ event }) => event } },
          'request.succeeded': {
            target: 'FULFILLED',
            actions: { type: 'setResponse', params: ({ event }) => event },
          },
          'request.failed': { target: 'REJECTED', actions: setFailure },
        },
      },
      FULFILLED: {
        on: {
          'request.load': [
            { guard: { type: 'isStored', params: ({ event }) => event } },
            { target: 'PENDING', actions: { type: 'setInput', params: ({ event }) => event } },
          ],
        },
      },
      REJECTED: {},
    },
  })
}
