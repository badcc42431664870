import { errors, jwtVerify, SignJWT } from 'jose'
import type { IdentityKeys } from './keys.repository.ts'
import { IDENTITY } from './limits.ts'

/** The claims of an access token: the user, and the login by its family of refresh tokens. */
export type AccessClaims = { readonly userId: number; readonly family: string }

export type AccessTokens = {
  /** A token that lives as long as configured, counted from `issuedAt` (ms), but not beyond `until` (ms). */
  issue(claims: AccessClaims, issuedAt: number, until: number): Promise<{ token: string; expiresOn: number }>
  /** The claims, or null for anything but a valid token of this installation. */
  read(token: string): Promise<AccessClaims | null>
}

/** Signs and reads access tokens (JWT, ES256), which live `lifeS` seconds. */
export const createAccessTokens = ({
  keys,
  now,
  lifeS,
}: {
  keys: IdentityKeys
  lifeS: number
  now: () => number
}): AccessTokens => ({
  issue: async ({ userId, family }, issuedAt, until) => {
    const issuedOn = Math.floor(issuedAt / 1000)
    const expiresOn = Math.min(issuedOn + lifeS, Math.floor(until / 1000))
    const token = await new SignJWT({ sid: family })
      .setProtectedHeader({ alg: 'ES256', kid: keys.kid, typ: 'at+jwt' })
      .setSubject(String(userId))
      .setIssuer(IDENTITY.issuer)
      .setAudience(IDENTITY.issuer)
      .setIssuedAt(issuedOn)
      .setExpirationTime(expiresOn)
      .sign(keys.privateKey)
    return { token, expiresOn }
  },
  read: async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys.publicKey, {
        algorithms: ['ES256'],
        issuer: IDENTITY.issuer,
        audience: IDENTITY.issuer,
        typ: 'at+jwt',
        currentDate: new Date(now()),
      })
      const userId = Number(payload.sub)
      const { sid } = payload
      return Number.isSafeInteger(userId) && typeof sid === 'string' ? { userId, family: sid } : null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  },
})

/** The claims of an id token; `authenticatedAt` in ms. */
export type IdClaims = {
  readonly userId: number
  readonly clientId: string
  readonly family: string
  readonly nonce: string | null
  readonly authenticatedAt: number
}

/** The login and the client of an id token. */
export type IdHint = { readonly family: string; readonly clientId: string }

/** Signs id tokens (OpenID Connect, ES256) and reads those that clients send to end a session. */
export const createIdTokens = ({
  keys,
  issuer,
  now,
}: {
  keys: IdentityKeys
  /** The provider's own address. */
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
  /** Reads an id token, however long ago it expired. Null for anything that this installation has not signed as one. */
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
