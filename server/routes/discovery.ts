import type { FastifyInstance } from 'fastify'
import { exportJWK } from 'jose'
import type { Identity } from '../identity/identity.ts'

/** What the identity says of itself (OpenID Connect Discovery), and the public key of its tokens. `issuer` is where it is reached. */
export const registerDiscovery = (
  app: FastifyInstance,
  { identity: { keys }, issuer }: { identity: Pick<Identity, 'keys'>; issuer: () => string },
): void => {
  app.get('/identity/.well-known/openid-configuration', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      end_session_endpoint: `${issuer()}/logout`,
      jwks_uri: `${issuer()}/keys`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    }),
  )
  app.get('/identity/keys', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({
      keys: [{ ...(await exportJWK(keys.publicKey)), kid: keys.kid, alg: 'ES256', use: 'sig' }],
    }),
  )
}
