import { userDetail } from '#contract/calls/users.ts'
import type { Http } from '../http/http.ts'
import { shellRead } from '../http/request.ts'
import { type AppStorage, STORED } from '../storage/storage.ts'

/** The name of the greeting (SHL-30). Errors are those of the request builder. */
export const createGreetingService = ({
  http,
  storage,
  userId,
}: {
  http: Pick<Http, 'send'>
  storage: AppStorage
  userId: () => number | null
}) => ({
  /**
   * The stored first name, else that of the user's record, which is then stored (SHL-31). Not fetched while acting for
   * another user, whose record would be returned.
   */
  readFirstName: async (signal?: AbortSignal): Promise<{ firstName: string }> => {
    const kept = storage.getText(STORED.firstName)
    if (kept) return { firstName: kept }
    const id = userId()
    if (id === null || storage.getText(STORED.supportUserId) !== null) return { firstName: '' }
    const { firstName = '' } = await shellRead(http, userDetail, { query: { userId: id } }, signal)
    if (firstName !== '') storage.setText(STORED.firstName, firstName)
    return { firstName }
  },
})
