import type { Environment } from '#contract/records/environment.ts'
import { REQUEST_ID_HEADER } from '#contract/request-id.ts'

const originOf = (address: string): string[] =>
  /^https?:\/\//.test(address) && URL.canParse(address) ? [new URL(address).origin] : []

type Page = Omit<Environment, 'identityProvider'>

/** The sources that Google Maps needs, by directive, as Google documents them. Allowed only if a key is set. */
const GOOGLE = {
  script: ' https://*.googleapis.com https://*.gstatic.com blob:',
  style: ' https://fonts.googleapis.com',
  font: ' https://fonts.gstatic.com',
  img: ' https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com',
  connect: ' https://*.googleapis.com https://*.gstatic.com https://*.google.com data: blob:',
  frame: ' https://*.google.com',
} as const

const STYLE_SRC = "style-src 'self'"

/**
 * What a page may load: its own origin, and the other hosts that env.json names.
 * Blob workers are allowed for the map; style elements by `withStyleNonce` alone.
 */
export const contentSecurityPolicy = (environment: Page | null): string => {
  const backends = environment
    ? [environment.v2BaseUrl, environment.v3BaseUrl, environment.identityBaseUrl, environment.geocoderUrl]
    : []
  const maps = environment ? [environment.mapStyleUrl, environment.satelliteTilesUrl] : []
  const google = (directive: keyof typeof GOOGLE) => (environment?.googleMapsKey ? GOOGLE[directive] : '')
  const list = (addresses: readonly string[]) =>
    [...new Set(addresses.flatMap(originOf))].map((each) => ` ${each}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${google('script')}`,
    `${STYLE_SRC}${google('style')}`,
    `img-src 'self' data: blob:${list(maps)}${google('img')}`,
    "worker-src 'self' blob:",
    `connect-src 'self'${list([...backends, ...maps])}${google('connect')}`,
    `font-src 'self'${google('font')}`,
    `frame-src 'self'${google('frame')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The same policy for a page that the portal itself may hold in a frame. */
export const framedByPortal = (policy: string): string =>
  policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")

/** The same policy for a page whose style elements carry this nonce. */
export const withStyleNonce = (policy: string, nonce: string): string =>
  policy.replace(STYLE_SRC, `${STYLE_SRC} 'nonce-${nonce}'`)

/** No script may use what no page of ours does. The clipboard, sharing and the full screen are used. */
const PERMISSIONS_POLICY = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'serial', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The protection of an installation's pages. */
export type PageGuard = {
  readonly policy: string
  /** Google checks the page's origin if a key is restricted to some pages. Without a key, no origin is sent. */
  readonly referrer: 'no-referrer' | 'strict-origin'
  readonly isHttps: boolean
  /** The origin to which a log-out sends its form (SES-18), once it is known. */
  readonly logOutOrigin: () => string | null
}

export const pageGuard = (
  environment: Page | null,
  isHttps: boolean,
  logOutOrigin: PageGuard['logOutOrigin'] = () => null,
): PageGuard => ({
  logOutOrigin,
  policy: contentSecurityPolicy(environment),
  referrer: environment?.googleMapsKey ? 'strict-origin' : 'no-referrer',
  isHttps,
})

/**
 * The security headers of every reply (AC-19). Strict-Transport-Security is sent only if the portal is known to be served
 * over https; otherwise it would lock users out.
 */
export const guardHeaders = (
  { policy, referrer, isHttps, logOutOrigin }: PageGuard,
  requestId: string,
): Record<string, string> => ({
  ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  'content-security-policy': `${policy}; form-action ${["'self'", logOutOrigin()].join(' ').trim()}`,
  // Cacheable files override this.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': referrer,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': PERMISSIONS_POLICY,
  [REQUEST_ID_HEADER]: requestId,
})

/** The page and the calls of live links, whose addresses are what lets viewers in. */
const SHARED = /\/(?:liveTrack|dicvlivelocation\/.*)\/?$/i

/** Further headers of live links (AC-08): no other site learns of an address, and no search engine keeps it. `path` has no query. */
export const sharedLinkHeaders = (path: string): Record<string, string> =>
  SHARED.test(path) ? { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } : {}
