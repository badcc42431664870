import { expect } from 'vitest'
import type { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { OUTSIDE_CLIENT, signInAtProvider } from '#tests/kit/server/outside-provider.ts'
import { proof, tokenEndpointOf } from '#tests/kit/server/token-endpoint.driver.ts'

export const PORTAL = 'https://portal.example'
export const LOGIN_URL = `${PORTAL}/login`
export const CLIENT = { client_id: OUTSIDE_CLIENT.id, redirect_uri: LOGIN_URL, scope: 'openid email' }

export type Tokens = {
  readonly access_token: string
  readonly refresh_token: string
  readonly id_token: string
}

/** Single sign-on as a browser and the portal in it go through it. */
export const singleSignOnOf = (backend: ReturnType<typeof withBackend>) => {
  const { token, refresh, isAccepted } = tokenEndpointOf(backend)
  /** Where the portal's server sends a browser that asks to sign in. */
  const begin = async (challenge: string, change: Readonly<Record<string, string | undefined>> = {}) => {
    const fields = {
      ...CLIENT,
      ...{ response_type: 'code', state: 'a state' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      ...change,
    }
    const given = Object.entries(fields).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    )
    const { status, headers } = await backend.ask('GET', `/identity/authorize?${new URLSearchParams(given)}`)
    expect(status).toBe(303)
    return new URL(String(headers['location']))
  }
  /** A code for somebody, as the browser brings it back. */
  const returnOf = async (name: string, challenge: string) => {
    const { searchParams } = await signInAtProvider((await begin(challenge)).href, name)
    return { code: searchParams.get('code') ?? '', iss: searchParams.get('iss') ?? '', searchParams }
  }
  const exchange = (
    { code, iss }: { code: string; iss: string },
    verifier: string,
    change: Readonly<Record<string, string>> = {},
  ) => token({ ...CLIENT, grant_type: 'authorization_code', code, iss, code_verifier: verifier, ...change })
  /** Signs in from beginning to end and returns the reply of the token endpoint. */
  const signIn = async (name: string) => {
    const { verifier, challenge } = proof()
    return exchange(await returnOf(name, challenge), verifier)
  }
  return {
    begin,
    returnOf,
    exchange,
    signIn,
    isAccepted,
    refresh: (refreshToken: string) => refresh(refreshToken, CLIENT),
    logIn: async (name: string) => (await signIn(name)).body as Tokens,
  }
}
