import type { UserDetail } from '#contract/records/session.ts'
import { errorOf, type Model } from '../kit/stimuli.ts'
import type { RequestContext, RequestEvent } from '../request/request.machine.ts'

type NoInput = Record<never, never>

const record: UserDetail = {
  userId: 7,
  userName: 'manager',
  firstName: 'Asha',
  mobileNumber: '',
  emailId: '',
  companyName: 'Varunika Roadlines',
  roles: ['MANAGER'],
}
const unreached = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the query of one's own record. */
export const profileModel: Model<RequestContext<UserDetail, NoInput>, RequestEvent<UserDetail, NoInput>> = {
  inputs: [undefined],
  stimuli: [
    { type: 'request.load', input: {} },
    { type: 'request.started', method: 'GET' },
    { type: 'request.succeeded', method: 'GET', response: record },
    { type: 'request.failed', method: 'GET', error: unreached },
    errorOf('send', unreached),
  ],
  key: ({ isFetching, isError, response, method }) => [...[isFetching, isError, response?.userId, method]],
  unreachable: {
    'request.FULFILLED: request.load (1 of 2)': 'Only lists are kept between visits (SES-34).',
  },
}
