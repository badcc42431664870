import { fromEventObservable } from 'xstate'
import {
  type Company,
  getCompanies,
  getCustomerByCompany,
  getRolesBasedUserList,
  type ListedUser,
  userDetail,
} from '#contract/calls/users.ts'
import type { UserDetail } from '#contract/records/user-detail.ts'
import type { Role } from '#contract/roles.ts'
import { profileMachine } from './machines/profile/profile.machine.ts'
import { REQUEST_TYPES, type RequestFact } from './machines/request/request.machine.ts'
import { usersRequest } from './machines/support/support.machine.ts'
import {
  type CompanyUser,
  companiesRequest,
  companyUsersRequest,
} from './machines/support-view/support-view.machine.ts'
import type { Http } from './services/http/http.ts'
import { buildRequest } from './services/http/request.ts'

const types = REQUEST_TYPES

const askUsers = buildRequest({ types, call: getRolesBasedUserList, read: ({ users }) => users })
const askCompanies = buildRequest({ types, call: getCompanies, read: ({ companies }) => companies })
const askCompanyUsers = buildRequest({
  types,
  call: getCustomerByCompany,
  // Without what only a user's own profile shows.
  read: ({ users }) => users.map(({ userId, userName, role }) => ({ userId, userName, role })),
})

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

/** The queries whose results are kept (SES-31 to SES-34), each sent by its call. */
export const wireQueries = ({ http }: { http: Pick<Http, 'call'> }) => ({
  users: usersRequest.provide({
    actors: {
      send: fromEventObservable<RequestFact<readonly ListedUser[]>, { asked: { role: Role } }>(({ input }) =>
        askUsers(http, { query: input.asked }),
      ),
    },
  }),
  companies: companiesRequest.provide({
    actors: {
      send: fromEventObservable<RequestFact<readonly Company[]>, { asked: Record<never, never> }>(() =>
        askCompanies(http, {}),
      ),
    },
  }),
  companyUsers: companyUsersRequest.provide({
    actors: {
      send: fromEventObservable<RequestFact<readonly CompanyUser[]>, { asked: { companyId: number } }>(
        ({ input }) => askCompanyUsers(http, { query: input.asked }),
      ),
    },
  }),
})
