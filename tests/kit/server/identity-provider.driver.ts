import { createHash, randomBytes } from 'node:crypto'
import { PASSWORD, type withBackend } from './backend.fixture.ts'

type Backend = ReturnType<typeof withBackend>
type Tokens = {
  readonly access_token: string
  readonly refresh_token: string
  readonly id_token: string
  readonly expires_on: number
}

export const CLIENT = { client_id: 'roadbook', redirect_uri: '/login', scope: 'openid offline_access' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** A PKCE pair of its own. */
export const proof = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The target of a redirect: its path and query. */
export const placeOf = (headers: Readonly<Record<string, unknown>>) => {
  const [path, search] = String(headers['location']).split('?')
  return { path, ...Object.fromEntries(new URLSearchParams(search)) }
}

/** The identity provider as a browser and a client use it. */
export const providerOf = (backend: Backend) => {
  const addressFor = (challenge: string, change: Readonly<Record<string, string | undefined>> = {}) => {
    const fields: Record<string, string | undefined> = {
      ...CLIENT,
      ...{ response_type: 'code', state: 'a state', nonce: 'a nonce' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      ...change,
    }
    const given = Object.entries(fields).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    )
    return `/identity/authorize?${new URLSearchParams(given)}`
  }
  /** Opens the page and returns what a browser would send with its form. */
  const open = async (address: string) => {
    const { status, body, headers } = await backend.ask('GET', address)
    const cookie = String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
    const formToken = /name="formToken" value="([\w-]+)"/.exec(String(body))?.[1] ?? ''
    return { status, headers, html: String(body), cookie, formToken }
  }
  const send = (address: string, cookie: string, fields: Readonly<Record<string, string>>) =>
    backend.ask('POST', address, {
      headers: { ...FORM, ...(cookie === '' ? {} : { cookie }) },
      body: new URLSearchParams(fields).toString(),
    })
  const signIn = async (address: string, userName: string, password = PASSWORD) => {
    const { cookie, formToken } = await open(address)
    return send(address, cookie, { formToken, userName, password })
  }
  /** A fresh code for a challenge. */
  const codeFor = async (userName: string, challenge: string): Promise<string> => {
    const { headers } = await signIn(addressFor(challenge), userName)
    return new URLSearchParams(String(headers['location']).split('?')[1]).get('code') ?? ''
  }
  const token = (fields: Readonly<Record<string, string>>) =>
    backend.ask('POST', '/identity/token', { headers: FORM, body: new URLSearchParams(fields).toString() })
  const exchange = (code: string, verifier: string, change: Readonly<Record<string, string>> = {}) =>
    token({ ...CLIENT, grant_type: 'authorization_code', code, code_verifier: verifier, ...change })
  const refresh = (refreshToken: string, change: Readonly<Record<string, string>> = {}) =>
    token({
      ...CLIENT,
      grant_type: 'refresh_token',
      code_verifier: '',
      refresh_token: refreshToken,
      ...change,
    })
  return {
    ...{ addressFor, open, send, signIn, codeFor, exchange, refresh },
    isAccepted: async (accessToken: string): Promise<boolean> =>
      (await backend.ask('GET', '/api/v2/session', { token: accessToken })).status === 200,
    logIn: async (userName: string): Promise<Tokens> => {
      const { verifier, challenge } = proof()
      return (await exchange(await codeFor(userName, challenge), verifier)).body as Tokens
    },
  }
}
