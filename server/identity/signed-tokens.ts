import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
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

const kidOf = (token: string): string | null => {
  try {
    return decodeProtectedHeader(token).kid ?? null
  } catch {
    return null
  }
}

/** Signs and reads access tokens (JWT, ES256), which live `lifeS` seconds. */
export const createAccessTokens = ({
  keys,
  now,
  lifeS,
}: {
  keys: Pick<IdentityKeys, 'signing' | 'verifying'>
  lifeS: number
  now: () => number
}): AccessTokens => ({
  issue: async ({ userId, family }, issuedAt, until) => {
    const issuedOn = Math.floor(issuedAt / 1000)
    const expiresOn = Math.min(issuedOn + lifeS, Math.floor(until / 1000))
    const { kid, privateKey } = await keys.signing()
    const token = await new SignJWT({ sid: family })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
      .setSubject(String(userId))
      .setIssuer(IDENTITY.issuer)
      .setAudience(IDENTITY.issuer)
      .setIssuedAt(issuedOn)
      .setExpirationTime(expiresOn)
      .sign(privateKey)
    return { token, expiresOn }
  },
  read: async (token) => {
    const kid = kidOf(token)
    const key = kid === null ? null : await keys.verifying(kid)
    if (key === null) return null
    try {
      const { payload } = await jwtVerify(token, key, {
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
