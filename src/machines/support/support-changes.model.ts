import { queryModel } from '../request/query.model.ts'
import type { SupportChangeList } from './support-changes.machine.ts'

const list: SupportChangeList = {
  changes: [
    {
      changeId: 3,
      at: 1_700_000_000_000,
      staffName: 'meera',
      userName: 'asha',
      call: 'beginActing',
      subjects: [],
      total: 0,
      values: [],
      reason: 'Ticket 4711',
    },
  ],
  total: 1,
}

/** Everything that can happen to the list of what support did. */
export const supportChangesModel = queryModel(list, ({ total }) => total, { before: null })
