import type { Environment } from '#contract/records/environment.ts'

const originOf = (address: string): string[] =>
  /^https?:\/\//.test(address) && URL.canParse(address) ? [new URL(address).origin] : []

/**
 * What a page may load. Everything comes from here; addresses that env.json names on other hosts are let in as well.
 * Styles are inline because the component library writes them so; the map's worker may be a blob.
 */
export const contentSecurityPolicy = (environment: Environment | null): string => {
  const backends = environment
    ? [environment.v2BaseUrl, environment.v3BaseUrl, environment.identityBaseUrl, environment.geocoderUrl]
    : []
  const maps = environment ? [environment.mapStyleUrl, environment.satelliteTilesUrl] : []
  const list = (addresses: readonly string[]) =>
    [...new Set(addresses.flatMap(originOf))].map((each) => ` ${each}`).join('')
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${list(maps)}`,
    "worker-src 'self' blob:",
    `connect-src 'self'${list([...backends, ...maps])}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // A log out is sent as a form to the identity provider (SES-18).
    `form-action 'self'${list([environment?.identityProvider?.logoutUrl ?? ''])}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The headers that guard the browser, for every reply (AC-19). Browsers are told to stay with https only where the portal is
 * known to be reached by it: anywhere else that would lock its users out.
 */
export const guardHeaders = (
  { policy, isHttps }: { readonly policy: string; readonly isHttps: boolean },
  requestId: string,
): Record<string, string> => ({
  ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  'content-security-policy': policy,
  // Files that may be kept say so themselves.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-request-id': requestId,
})
