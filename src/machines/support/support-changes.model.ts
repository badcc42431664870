import { errorOf, type Model } from '../kit/stimuli.ts'
import type { RequestContext, RequestEvent } from '../request/request.machine.ts'
import type { SupportChangeList } from './support-changes.machine.ts'

type NoInput = Record<never, never>

const list: SupportChangeList = {
  changes: [
    {
      changeId: 3,
      at: 1_700_000_000_000,
      staffName: 'meera',
      userName: 'asha',
      call: 'beginActing',
      subjects: [],
      total: 0,
      values: [],
      reason: 'Ticket 4711',
    },
  ],
  total: 1,
}
const unreached = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the list of what support did. */
export const supportChangesModel: Model<
  RequestContext<SupportChangeList, NoInput>,
  RequestEvent<SupportChangeList, NoInput>
> = {
  inputs: [undefined],
  stimuli: [
    { type: 'request.load', input: {} },
    { type: 'request.started', method: 'GET' },
    { type: 'request.succeeded', method: 'GET', response: list },
    { type: 'request.failed', method: 'GET', error: unreached },
    errorOf('send', unreached),
  ],
  key: ({ isFetching, isError, response, method }) => [isFetching, isError, response?.total, method],
  unreachable: {
    'request.FULFILLED: request.load (1 of 2)': 'Only lists are kept between visits (SES-34).',
  },
}
