import { changePassword } from '#contract/calls/settings.ts'
import type { Http } from './http/http.ts'

/** A user's own settings over their calls. Errors are those of the request builder. */
export const createSettingsService = ({ http }: { http: Pick<Http, 'call'> }) => ({
  /** Changes the user's own password; answers what the server says of it. */
  changePassword: async (
    body: { currentPassword: string; newPassword: string },
    signal?: AbortSignal,
  ): Promise<string> => (await http.call(changePassword, { body }, signal)).message,
})

export type SettingsService = ReturnType<typeof createSettingsService>
