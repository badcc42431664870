import { userDetail } from '#contract/calls/users.ts'
import type { UserRepository } from '../repositories/users.ts'
import { notFound } from '../services/refusal.ts'
import { mustBeOwn } from './fleet.ts'
import { type Route, route } from './handler.ts'

/** A user's own record. */
export const peopleRoutes = ({ users }: { users: UserRepository }): Route[] => [
  route(userDetail, async ({ caller, query }) => {
    mustBeOwn(caller, query.userId)
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
]
