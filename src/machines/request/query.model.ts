import { errorOf, type Model } from '../kit/stimuli.ts'
import type { RequestContext, RequestEvent } from './request.machine.ts'

const unreached = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to a query of this input that answers so; `keyOf` is the part of an answer that tells answers apart. */
export const queryModel = <TResponse, TInput>(
  response: TResponse,
  keyOf: (response: TResponse) => string | number,
  input: TInput,
): Model<RequestContext<TResponse, TInput>, RequestEvent<TResponse, TInput>> => ({
  inputs: [undefined],
  stimuli: [
    { type: 'request.load', input },
    { type: 'request.started', method: 'GET' },
    { type: 'request.succeeded', method: 'GET', response },
    { type: 'request.failed', method: 'GET', error: unreached },
    errorOf('send', unreached),
  ],
  key: ({ isFetching, isError, response: known, method }) => [
    ...[isFetching, isError, known === null ? undefined : keyOf(known), method],
  ],
  unreachable: {
    'request.FULFILLED: request.load (1 of 2)': 'Only lists are kept between visits (SES-34).',
  },
})
