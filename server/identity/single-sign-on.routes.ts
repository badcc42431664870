import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { parseQuery, rawQueryOf, refuseNul } from '../http/input.ts'
import type { SingleSignOn } from './single-sign-on.service.ts'

/** Size limit of a form sent to these addresses, in bytes; id tokens take a few thousand. */
export const MAX_FORM_BYTES = 16 * 1024

/** The two addresses that browsers visit on their way to the identity provider: to sign in (OPEN-02) and to log out (SES-18). */
export const registerSingleSignOn = async (
  app: FastifyInstance,
  {
    singleSignOn,
    loginUrl,
  }: {
    singleSignOn: Pick<SingleSignOn, 'authorizationUrl' | 'endSessionUrl'>
    loginUrl: () => string
  },
): Promise<void> => {
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: MAX_FORM_BYTES })
    scope.addHook('preValidation', refuseNul)
    scope.get('/identity/authorize', { exposeHeadRoute: false }, async (request, reply) =>
      reply.redirect(await singleSignOn.authorizationUrl(parseQuery(rawQueryOf(request))), 303),
    )
    scope.post('/identity/logout', async (_request, reply) => {
      const endSessionUrl = await singleSignOn.endSessionUrl()
      // 307 repeats the form with the id token there, so that no token enters an address (CONFLICT-40).
      return endSessionUrl === null ? reply.redirect(loginUrl(), 303) : reply.redirect(endSessionUrl, 307)
    })
  })
}
