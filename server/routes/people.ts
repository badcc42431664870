import { maintenanceStatus } from '#contract/calls/settings.ts'
import { userDetail } from '#contract/calls/users.ts'
import type { SettingRepository } from '../repositories/settings.ts'
import type { UserRepository } from '../repositories/users.ts'
import { notFound } from '../services/refusal.ts'
import { mustBeOwn } from './fleet.ts'
import { type Route, route } from './handler.ts'

/** Where the maintenance switch is kept (TCK-11). */
const MAINTENANCE = 'maintenance'

/** A user's own record, and what every user is told. */
export const peopleRoutes = ({
  users,
  settings,
}: {
  users: UserRepository
  settings: SettingRepository
}): Route[] => [
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
  route(maintenanceStatus, async () => ({ maintenance: (await settings.get(MAINTENANCE)) === true })),
]
