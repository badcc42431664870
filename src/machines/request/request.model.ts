import { errorOf, type Model } from '../kit/stimuli.ts'
import type { RequestContext, RequestEvent } from './request.machine.ts'

type Input = { readonly role: string }
const unreached = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to a query of a list. */
export const requestModel: Model<
  RequestContext<readonly string[], Input>,
  RequestEvent<readonly string[], Input>
> = {
  inputs: [undefined],
  stimuli: [
    { type: 'request.load', input: { role: 'MANAGER' } },
    { type: 'request.load', input: { role: 'CUSTOMER' } },
    { type: 'request.started', method: 'GET' },
    { type: 'request.succeeded', method: 'GET', response: ['asha'] },
    { type: 'request.succeeded', method: 'GET', response: [] },
    { type: 'request.failed', method: 'GET', error: unreached },
    errorOf('send', unreached),
  ],
  key: ({ input, isFetching, isError, response, method }) => [
    ...[input?.role, isFetching, isError, response?.length, method],
  ],
  unreachable: {},
}
