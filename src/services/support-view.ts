import type { Company, ListedUser } from '#contract/calls/users.ts'
import { getCompanies, getCustomerByCompany } from '#contract/calls/users.ts'
import type { Http } from './http/http.ts'

/** As much of a user as choosing one needs. */
export type CompanyUser = Pick<ListedUser, 'userId' | 'userName' | 'role'>

/** Companies and their users, for the support view (OPEN-77). Errors are the request builder's. */
export const createSupportViewService = ({ http }: { http: Pick<Http, 'call'> }) => ({
  companies: async (signal?: AbortSignal): Promise<readonly Company[]> =>
    (await http.call(getCompanies, {}, signal)).companies,
  /** By name, without what only their own profile shows. */
  users: async (companyId: number, signal?: AbortSignal): Promise<readonly CompanyUser[]> => {
    const { users } = await http.call(getCustomerByCompany, { query: { companyId } }, signal)
    return users.map(({ userId, userName, role }) => ({ userId, userName, role }))
  },
})

export type SupportViewService = ReturnType<typeof createSupportViewService>
