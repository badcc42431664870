import { createHash, randomBytes } from 'node:crypto'
import type { withBackend } from './backend.fixture.ts'

type Backend = ReturnType<typeof withBackend>

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** A PKCE pair of its own. */
export const proof = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The token endpoint as the portal uses it (SES-23). */
export const tokenEndpointOf = (backend: Pick<Backend, 'ask'>) => {
  const token = (fields: Readonly<Record<string, string>>) =>
    backend.ask('POST', '/identity/token', { headers: FORM, body: new URLSearchParams(fields).toString() })
  return {
    token,
    /** A refresh by the client of logins by password, unless `change` names another. */
    refresh: (refreshToken: string, change: Readonly<Record<string, string>> = {}) =>
      token({
        ...{ client_id: 'roadbook', redirect_uri: '', scope: 'openid offline_access' },
        ...{ grant_type: 'refresh_token', code_verifier: '', refresh_token: refreshToken },
        ...change,
      }),
    isAccepted: async (accessToken: string): Promise<boolean> =>
      (await backend.ask('GET', '/api/v2/session', { token: accessToken })).status === 200,
  }
}
