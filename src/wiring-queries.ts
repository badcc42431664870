import { fromEventObservable } from 'xstate'
import { getRolesBasedUserList, type ListedUser, userDetail } from '#contract/calls/users.ts'
import type { UserDetail } from '#contract/records/user-detail.ts'
import type { Role } from '#contract/roles.ts'
import { profileMachine } from './machines/profile/profile.machine.ts'
import { REQUEST_TYPES, type RequestFact } from './machines/request/request.machine.ts'
import { usersRequest } from './machines/support/support.machine.ts'
import type { Http } from './services/http/http.ts'
import { buildRequest } from './services/http/request.ts'

const types = REQUEST_TYPES

const askUsers = buildRequest({ types, call: getRolesBasedUserList, read: ({ users }) => users })
const askRecord = buildRequest({ types, call: userDetail, read: (record) => record })

/** The query of a user's record; `userId` says whose. */
export const wireProfile = ({ http, recordId }: { http: Pick<Http, 'call'>; recordId: () => number }) =>
  profileMachine.provide({
    actors: {
      send: fromEventObservable<RequestFact<UserDetail>, { asked: Record<never, never> }>(() =>
        askRecord(http, { query: { userId: recordId() } }),
      ),
    },
  })

/** The query of the users of a role, whose result is kept (SES-31 to SES-34). */
export const wireUsers = ({ http }: { http: Pick<Http, 'call'> }) =>
  usersRequest.provide({
    actors: {
      send: fromEventObservable<RequestFact<readonly ListedUser[]>, { asked: { role: Role } }>(({ input }) =>
        askUsers(http, { query: input.asked }),
      ),
    },
  })
