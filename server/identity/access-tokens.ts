import { errors, jwtVerify, SignJWT } from 'jose'
import type { IdentityKeys } from './keys.ts'
import { IDENTITY } from './limits.ts'

/** What an access token says: who, and under which login (the family of its refresh tokens). */
export type AccessClaims = { readonly userId: number; readonly family: string }

export type AccessTokens = {
  /** A token for the configured life, counted from `issuedAt` (ms); never beyond `until` (ms). */
  issue(claims: AccessClaims, issuedAt: number, until: number): Promise<{ token: string; expiresOn: number }>
  /** The claims, or null for anything that is not a valid token of this installation now. */
  read(token: string): Promise<AccessClaims | null>
}

/** Signs and reads access tokens: JWT, ES256. They live `lifeS` seconds. */
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
