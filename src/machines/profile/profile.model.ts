import type { UserDetail } from '#contract/records/session.ts'
import { queryModel } from '../request/query.model.ts'

const record: UserDetail = {
  userId: 7,
  userName: 'manager',
  firstName: 'Asha',
  mobileNumber: '',
  emailId: '',
  companyName: 'Varunika Roadlines',
  roles: ['MANAGER'],
}

/** Everything that can happen to the query of one's own record. */
export const profileModel = queryModel(record, ({ userId }) => userId, {})
