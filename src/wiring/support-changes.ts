import { fromEventObservable } from 'xstate'
import { supportChanges } from '#contract/calls/support.ts'
import { REQUEST_TYPES, type RequestProgressEvent } from '#src/machines/request/request.machine.ts'
import {
  type SupportChangeList,
  type SupportChangesInput,
  supportChangesRequest,
} from '#src/machines/support/support-changes.machine.ts'
import { buildRequest } from '#src/services/http/request.ts'
import type { Services } from './services.ts'

const requestChanges = buildRequest({ types: REQUEST_TYPES, call: supportChanges, read: (list) => list })

/** Wires the list of what support did. */
export const wireSupportChanges = ({ http }: Pick<Services, 'http'>) =>
  supportChangesRequest.provide({
    actors: {
      send: fromEventObservable<RequestProgressEvent<SupportChangeList>, { request: SupportChangesInput }>(
        ({ input: { request } }) =>
          requestChanges(http, { query: request.before === null ? {} : { before: request.before } }),
      ),
    },
  })
