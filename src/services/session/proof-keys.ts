const BYTES = 32

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * What a login by an identity provider is tied to this browser with: a state, and a verifier with its S256 challenge (RFC 7636).
 * Errors: the page is reached by plain http from another machine, where browsers have no SHA-256.
 */
export const proofKeys = async (
  crypto: Crypto,
): Promise<{ state: string; verifier: string; challenge: string }> => {
  const random = () => base64url(crypto.getRandomValues(new Uint8Array(BYTES)))
  const verifier = random()
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined)
    throw new Error(
      'Single sign-on needs https. Open the portal by its https address, or log in by password.',
    )
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { state: random(), verifier, challenge: base64url(new Uint8Array(digest)) }
}
