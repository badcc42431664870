import { supportChanges } from '#contract/calls/support.ts'
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
import { isStaffRole } from '#contract/roles.ts'
import { notFound } from '../http/errors.ts'
import { type Route, route } from '../http/handler.ts'
import type { FoundUser, UserRepository } from '../identity/users.repository.ts'
import type { Acting } from './acting.service.ts'
import type { SupportChanges } from './support-changes.service.ts'

const detailOf = (user: FoundUser) => ({
  userId: user.id,
  userName: user.user_name,
  firstName: user.first_name,
  mobileNumber: user.mobile ?? '',
  emailId: user.email ?? '',
  companyName: user.company ?? '',
})

const listedOf = (user: FoundUser): ListedUser => ({
  ...detailOf(user),
  role: user.roles[0] ?? 'CUSTOMER',
})

/** Users and companies, CSSUPPORT choosing for whom to act (OPEN-04), and what it changed. */
export const supportRoutes = ({
  users,
  acting,
  supportChanges: changes,
}: {
  users: UserRepository
  acting: Acting
  supportChanges: SupportChanges
}): Route[] => [
  route(userDetail, async ({ caller }) => {
    const user = await users.byId(caller.userId)
    if (user === undefined) throw notFound()
    return { ...detailOf(user), roles: user.roles }
  }),
  route(getRolesBasedUserList, async ({ caller, query: { role } }) => {
    const isHidden = caller.role === 'CSSUPPORT' && isStaffRole(role)
    const found = isHidden ? [] : await users.byRole(role)
    return { users: found.map(listedOf) }
  }),
  route(getCustomerByCompany, async ({ query: { companyId } }) => ({
    users: (await users.ofCompany(companyId)).map(listedOf),
  })),
  route(getCompanies, async () => ({
    companies: (await users.companies()).map(({ id, name, time_zone }) => ({
      companyId: id,
      companyName: name,
      timeZone: time_zone,
    })),
  })),
  route(beginActing, async ({ body: { userId, role, reason }, caller, request }) => {
    if (!request.session) throw notFound()
    return acting.begin({ caller, family: request.session.family }, { userId, role, reason })
  }),
  route(currentActing, async ({ request }) => ({
    acting: request.session ? await acting.current(request.session.family) : null,
  })),
  route(supportChanges, ({ caller, query }) => changes.list(caller, query.before)),
  route(endActing, async ({ request }) => {
    if (request.session) await acting.end(request.session.family)
    return { message: 'Ended' }
  }),
]
