import { fromEventObservable } from 'xstate'
import { userDetail } from '#contract/calls/users.ts'
import type { UserDetail } from '#contract/records/session.ts'
import { profileMachine } from '#src/machines/profile/profile.machine.ts'
import { REQUEST_TYPES, type RequestProgressEvent } from '#src/machines/request/request.machine.ts'
import { buildRequest } from '#src/services/http/request.ts'
import type { Services } from './services.ts'

const requestRecord = buildRequest({ types: REQUEST_TYPES, call: userDetail, read: (record) => record })

/** Wires the profile. */
export const wireProfile = ({ http, recordId }: Services) =>
  profileMachine.provide({
    actors: {
      send: fromEventObservable<RequestProgressEvent<UserDetail>, { request: Record<never, never> }>(() =>
        requestRecord(http, { query: { userId: recordId() } }),
      ),
    },
  })
