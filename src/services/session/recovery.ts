import { forgotPassword, resetPassword } from '#contract/calls/session.ts'
import type { Http } from '../http/http.ts'

type Page = Pick<Window, 'location' | 'history'>

/**
 * A forgotten password (OPEN-03). The code of a reset link is taken out of the address as soon as the page opens and
 * kept here, where neither machines nor recordings see it. Errors are those of the request builder.
 */
export const createRecoveryService = ({ http, page }: { http: Pick<Http, 'call'>; page: Page }) => {
  const { hash, pathname, href } = page.location
  const code = pathname.endsWith('/reset-password') ? hash.slice(1) : ''
  if (code !== '') {
    const here = new URL(href)
    here.hash = ''
    page.history.replaceState(page.history.state, '', here)
  }
  return {
    /** Returns the server's text, which is the same for every account. */
    forgot: async (account: string, signal?: AbortSignal): Promise<string> =>
      (await http.call(forgotPassword, { body: { account } }, signal)).message,
    reset: async (newPassword: string, signal?: AbortSignal): Promise<string> =>
      (await http.call(resetPassword, { body: { code, newPassword } }, signal)).message,
  }
}
