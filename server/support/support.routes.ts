import {
  beginActing,
  currentActing,
  endActing,
  getCompanies,
  getCustomerByCompany,
  getRolesBasedUserList,
  type ListedUser,
  userDetail,
} from '#contract/calls/users.ts'
import { STAFF_ROLES } from '#contract/roles.ts'
import { notFound } from '../http/errors.ts'
import { type Route, route } from '../http/handler.ts'
import type { UserRepository } from '../identity/users.repository.ts'
import type { Acting } from './acting.service.ts'

type FoundUser = NonNullable<Awaited<ReturnType<UserRepository['byId']>>>

const listed = (user: FoundUser): ListedUser => ({
  userId: user.id,
  userName: user.user_name,
  firstName: user.first_name,
  mobileNumber: user.mobile ?? '',
  emailId: user.email ?? '',
  companyName: user.company ?? '',
  role: user.roles[0] ?? 'CUSTOMER',
})

/** Users and companies, and CSSUPPORT choosing for whom to act (OPEN-04). */
export const supportRoutes = ({ users, acting }: { users: UserRepository; acting: Acting }): Route[] => [
  route(userDetail, async ({ caller }) => {
    const user = await users.byId(caller.userId)
    if (user === undefined) throw notFound()
    return {
      userId: user.id,
      userName: user.user_name,
      firstName: user.first_name,
      mobileNumber: user.mobile ?? '',
      emailId: user.email ?? '',
      companyName: user.company ?? '',
      roles: user.roles,
    }
  }),
  route(getRolesBasedUserList, async ({ caller, query: { role } }) => {
    const isHidden = caller.role === 'CSSUPPORT' && STAFF_ROLES.some((staff) => staff === role)
    const found = isHidden ? [] : await users.byRole(role)
    return { users: found.map(listed) }
  }),
  route(getCustomerByCompany, async ({ query: { companyId } }) => ({
    users: (await users.ofCompany(companyId)).map(listed),
  })),
  route(getCompanies, async () => ({
    companies: (await users.companies()).map(({ id, name }) => ({ companyId: id, companyName: name })),
  })),
  route(beginActing, async ({ body: { userId, role, reason = '' }, caller, request }) => {
    if (!request.session) throw notFound()
    return acting.begin({ caller, family: request.session.family }, { userId, role, reason })
  }),
  route(currentActing, async ({ request }) => ({
    acting: request.session ? await acting.current(request.session.family) : null,
  })),
  route(endActing, async ({ request }) => {
    if (request.session) await acting.end(request.session.family)
    return { message: 'Ended' }
  }),
]
