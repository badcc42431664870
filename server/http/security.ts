import type { Environment } from '#contract/records/environment.ts'

const originOf = (address: string): string[] =>
  /^https?:\/\//.test(address) && URL.canParse(address) ? [new URL(address).origin] : []

/** What Google Maps loads, by directive, as its makers list it; let in only with a key. */
const GOOGLE = {
  script: ' https://*.googleapis.com https://*.gstatic.com blob:',
  style: ' https://fonts.googleapis.com',
  font: ' https://fonts.gstatic.com',
  img: ' https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com',
  connect: ' https://*.googleapis.com https://*.gstatic.com https://*.google.com data: blob:',
  frame: ' https://*.google.com',
} as const

/**
 * What a page may load. Everything comes from here; addresses that env.json names on other hosts are let in as well.
 * Styles are inline because the component library writes them so; the map's worker may be a blob.
 */
export const contentSecurityPolicy = (environment: Environment | null): string => {
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
    `style-src 'self' 'unsafe-inline'${google('style')}`,
    `img-src 'self' data: blob:${list(maps)}${google('img')}`,
    "worker-src 'self' blob:",
    `connect-src 'self'${list([...backends, ...maps])}${google('connect')}`,
    `font-src 'self'${google('font')}`,
    `frame-src 'self'${google('frame')}`,
    "object-src 'none'",
    "base-uri 'none'",
    // A log out is sent as a form to the identity provider (SES-18).
    `form-action 'self'${list([environment?.identityProvider?.logoutUrl ?? ''])}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What guards the pages of one installation. */
export type PageGuard = {
  readonly policy: string
  /** Google looks for the page's origin where a key is meant for some pages only; nobody else is told. */
  readonly referrer: 'no-referrer' | 'strict-origin'
  readonly isHttps: boolean
}

export const pageGuard = (environment: Environment | null, isHttps: boolean): PageGuard => ({
  policy: contentSecurityPolicy(environment),
  referrer: environment?.googleMapsKey ? 'strict-origin' : 'no-referrer',
  isHttps,
})

/**
 * The headers that guard the browser, for every reply (AC-19). Browsers are told to stay with https only where the portal is
 * known to be reached by it: anywhere else that would lock its users out.
 */
export const guardHeaders = (
  { policy, referrer, isHttps }: PageGuard,
  requestId: string,
): Record<string, string> => ({
  ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  'content-security-policy': policy,
  // Files that may be kept say so themselves.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': referrer,
  'cross-origin-opener-policy': 'same-origin',
  'x-request-id': requestId,
})
