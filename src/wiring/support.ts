import { fromEventObservable, fromPromise } from 'xstate'
import { getRolesBasedUserList, type ListedUser } from '#contract/calls/users.ts'
import type { Role } from '#contract/roles.ts'
import { REQUEST_TYPES, type RequestProgressEvent } from '#src/machines/request/request.machine.ts'
import { supportMachine, usersRequest } from '#src/machines/support/support.machine.ts'
import type { ActingRequest, ActingTime } from '#src/machines/support/support.ports.ts'
import { buildRequest } from '#src/services/http/request.ts'
import { createSupportService } from '#src/services/support/support.ts'
import type { Services } from './services.ts'

const requestUsers = buildRequest({
  types: REQUEST_TYPES,
  call: getRolesBasedUserList,
  read: ({ users }) => users,
})

/** Wires acting for a user; the list of users is cached (SES-31 to SES-34). */
export const wireSupport = ({ http, storage, startAnew }: Services) => {
  const service = createSupportService({ http, storage })
  return supportMachine.provide({
    actors: {
      restore: fromPromise<ActingTime | null, undefined>(({ signal }) => service.restore(signal)),
      users: usersRequest.provide({
        actors: {
          send: fromEventObservable<RequestProgressEvent<readonly ListedUser[]>, { request: { role: Role } }>(
            ({ input }) => requestUsers(http, { query: input.request }),
          ),
        },
      }),
      begin: fromPromise<ActingTime, ActingRequest>(({ input, signal }) => service.begin(input, signal)),
      end: fromPromise<void, undefined>(({ signal }) => service.end(signal)),
    },
    actions: { startAnew: (_, { path }: { path: string }) => startAnew(path) },
  })
}
