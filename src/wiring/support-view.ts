import { fromEventObservable } from 'xstate'
import { type Company, getCompanies, getCustomerByCompany } from '#contract/calls/users.ts'
import { REQUEST_TYPES, type RequestProgressEvent } from '#src/machines/request/request.machine.ts'
import type { CompanyUser } from '#src/machines/support/support.ports.ts'
import {
  companiesRequest,
  companyUsersRequest,
  supportViewMachine,
} from '#src/machines/support/support-view.machine.ts'
import type { Http } from '#src/services/http/http.ts'
import { buildRequest } from '#src/services/http/request.ts'

const types = REQUEST_TYPES

const requestCompanies = buildRequest({ types, call: getCompanies, read: ({ companies }) => companies })
const requestCompanyUsers = buildRequest({
  types,
  call: getCustomerByCompany,
  // Without the fields that only a user's own profile shows.
  read: ({ users }) => users.map(({ userId, userName, role }) => ({ userId, userName, role })),
})

/** Wires the support view, a part of the fleet map; its lists are cached (SES-31 to SES-34). */
export const wireSupportView = ({ http }: { http: Pick<Http, 'call'> }) =>
  supportViewMachine.provide({
    actors: {
      companies: companiesRequest.provide({
        actors: {
          send: fromEventObservable<
            RequestProgressEvent<readonly Company[]>,
            { request: Record<never, never> }
          >(() => requestCompanies(http, {})),
        },
      }),
      users: companyUsersRequest.provide({
        actors: {
          send: fromEventObservable<
            RequestProgressEvent<readonly CompanyUser[]>,
            { request: { companyId: number } }
          >(({ input }) => requestCompanyUsers(http, { query: input.request })),
        },
      }),
    },
  })
