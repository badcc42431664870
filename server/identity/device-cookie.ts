import { randomBytes } from 'node:crypto'
import { BACKEND_BASE } from '#contract/calls/call.ts'
import { logIn } from '#contract/calls/session.ts'
import { DAY_MS } from '#domain/units.ts'
import type { IdentityKeys } from './keys.repository.ts'
import { equalInConstantTime } from './secrets.ts'

/** Where users log in; the cookie is sent nowhere else. */
const PATH = `${BACKEND_BASE[logIn.backend]}${logIn.path}`
const LIFE_S = (180 * DAY_MS) / 1000
/** An id of 16 bytes and an HMAC-SHA-256, both base64url. */
const FORM = /^([\w-]{22})\.([\w-]{43})$/
const NAME = 'roadbook_device_'

type Owner = { readonly id: number; readonly password_hash: string }

/**
 * Cookies by which a user's own browsers are known when they log in ("device cookies"). They open nothing; tries that
 * carry one are only counted by themselves. Each user of a browser has a cookie of their own; a new password makes
 * all of a user's cookies worthless.
 */
export const createDeviceCookies = ({
  keys,
  isHttps,
}: {
  keys: Pick<IdentityKeys, 'mac'>
  /** Whether users reach the portal by https; cookies are then sent over https only. */
  isHttps: boolean
}) => {
  const nameOf = (userId: number): string => `${NAME}${userId}`
  const macOf = ({ id, password_hash }: Owner, device: string): string =>
    keys.mac('device cookie', `${id}\n${device}\n${password_hash}`).toString('base64url')
  return {
    /** Whether a `Cookie` header has any user's device cookie, valid or not. */
    areIn: (cookies: string | undefined): boolean => cookies?.includes(NAME) ?? false,
    /** The id of the user's browser from a `Cookie` header; null without a valid cookie of this user. */
    read: (cookies: string | undefined, user: Owner): string | null => {
      const start = `${nameOf(user.id)}=`
      const given = (cookies ?? '')
        .split(';')
        .map((cookie) => cookie.trim())
        .find((cookie) => cookie.startsWith(start))
      const [, device, mac] = FORM.exec(given?.slice(start.length) ?? '') ?? []
      if (device === undefined || mac === undefined) return null
      return equalInConstantTime(mac, macOf(user, device)) ? device : null
    },
    /** The `Set-Cookie` header for a browser that the user has just logged in with. */
    issue: (user: Owner): string => {
      const device = randomBytes(16).toString('base64url')
      const secure = isHttps ? '; Secure' : ''
      return `${nameOf(user.id)}=${device}.${macOf(user, device)}; Path=${PATH}; Max-Age=${LIFE_S}; HttpOnly; SameSite=Strict${secure}`
    },
  }
}
