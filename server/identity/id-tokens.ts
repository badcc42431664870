import { errors, jwtVerify, SignJWT } from 'jose'
import type { IdentityKeys } from './keys.ts'
import { IDENTITY } from './limits.ts'

/** What an id token says; `authenticatedAt` in ms. */
export type IdClaims = {
  readonly userId: number
  readonly clientId: string
  readonly family: string
  readonly nonce: string | null
  readonly authenticatedAt: number
}

/** The login that an id token names, and the client it was made for. */
export type IdHint = { readonly family: string; readonly clientId: string }

/** Signs id tokens (OpenID Connect, ES256) and reads them when they come back at the end of a session. */
export const createIdTokens = ({
  keys,
  issuer,
  now,
}: {
  keys: IdentityKeys
  /** Where the identity is reached. */
  issuer: () => string
  now: () => number
}) => ({
  issue: ({ userId, clientId, family, nonce, authenticatedAt }: IdClaims): Promise<string> => {
    const issuedOn = Math.floor(now() / 1000)
    return new SignJWT({
      sid: family,
      auth_time: Math.floor(authenticatedAt / 1000),
      ...(nonce === null ? {} : { nonce }),
    })
      .setProtectedHeader({ alg: 'ES256', kid: keys.kid, typ: 'JWT' })
      .setSubject(String(userId))
      .setIssuer(issuer())
      .setAudience(clientId)
      .setIssuedAt(issuedOn)
      .setExpirationTime(issuedOn + IDENTITY.idTokenLifeS)
      .sign(keys.privateKey)
  },
  /** Reads a hint, which may have expired long ago. Null for anything that this installation has not signed as an id token. */
  readHint: async (token: string): Promise<IdHint | null> => {
    try {
      const { payload } = await jwtVerify(token, keys.publicKey, {
        algorithms: ['ES256'],
        typ: 'JWT',
        currentDate: new Date(0),
      })
      const { sid, aud } = payload
      return typeof sid === 'string' && typeof aud === 'string' ? { family: sid, clientId: aud } : null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  },
})
