import { randomBytes } from 'node:crypto'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { exportJWK } from 'jose'
import type { Environment } from '#contract/records/environment.ts'
import { LogInRequest } from '#contract/records/session.ts'
import { TEXTS } from '#contract/texts.ts'
import { errorReplyOf } from '../http/errors.ts'
import { parseQuery, rawQueryOf, refuseNul } from '../http/input.ts'
import {
  type AuthorizationRequest,
  checkAuthorizationRequest,
  withParameters,
} from './authorization-request.ts'
import type { Identity } from './identity.service.ts'
import type { createPages, Page } from './pages.ts'
import { equalInConstantTime } from './secrets.ts'

const COOKIE = 'roadbook_sign_in'
/** Size limit of a form sent to these pages, in bytes. */
export const MAX_FORM_BYTES = 16 * 1024

const TRY_AGAIN = 'The page was open too long, or cookies are disabled. Please try again.'
const TOO_MANY = 'Too many failed logins. Please try again later.'

type Parts = {
  readonly identity: Pick<Identity, 'authorize' | 'logOutByHint' | 'keys'>
  readonly environment: () => Promise<Environment>
  readonly pages: ReturnType<typeof createPages>
  /** Whether users reach the portal by https; cookies are then sent over https only. */
  readonly isHttps: boolean
}

const cookieOf = (request: FastifyRequest): string =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? ''

const show = (reply: FastifyReply, status: number, { html, policy }: Page) =>
  reply.code(status).header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)

const redirectTo = (reply: FastifyReply, to: string) => reply.redirect(to, 303)

/**
 * The pages of the identity provider (OPEN-02): sign in and log out. The provider keeps no session of its own: every login
 * asks for the password, so opening a page never signs anybody in.
 */
export const registerSignIn = async (app: FastifyInstance, parts: Parts): Promise<void> => {
  const { identity, environment, pages, isHttps } = parts

  /** Ties a form to the browser and the request that it was made for. */
  const formTokenOf = (cookie: string, query: string): string =>
    identity.keys.mac('sign-in form', `${cookie}\n${query}`).toString('base64url')

  const isOwnForm = (request: FastifyRequest, formToken: unknown): boolean => {
    const cookie = cookieOf(request)
    const given = typeof formToken === 'string' ? formToken : ''
    return equalInConstantTime(given, formTokenOf(cookie, rawQueryOf(request))) && cookie !== ''
  }

  const showForm = (
    request: FastifyRequest,
    reply: FastifyReply,
    { binding: { redirectUri }, state }: AuthorizationRequest,
    { productName }: Environment,
    { status = 200, ...formState }: { status?: number; failure?: string; userName?: string } = {},
  ) => {
    const cookie = cookieOf(request) || randomBytes(32).toString('base64url')
    const secure = isHttps ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${COOKIE}=${cookie}; Path=/identity/authorize; HttpOnly; SameSite=Lax${secure}`,
    )
    const page = pages.signIn({
      productName,
      redirectUri,
      formToken: formTokenOf(cookie, rawQueryOf(request)),
      cancelUri: withParameters(redirectUri, { error: 'access_denied', state }),
      ...formState,
    })
    return show(reply, status, page)
  }

  const answerAuthorize = async (request: FastifyRequest, reply: FastifyReply) => {
    const known = await environment()
    const checked = checkAuthorizationRequest(parseQuery(rawQueryOf(request)), known.identityProvider)
    if (checked.kind === 'refused')
      return show(reply, 400, pages.message(known.productName, 'This does not work', checked.message))
    if (checked.kind === 'returned') return redirectTo(reply, checked.to)
    const { request: requested } = checked
    if (request.method !== 'POST') return showForm(request, reply, requested, known)
    const form = LogInRequest.safeParse(request.body)
    const sent = request.body as { readonly formToken?: unknown } | null
    const userName = form.success ? form.data.userName : ''
    if (!isOwnForm(request, sent?.formToken))
      return showForm(request, reply, requested, known, { status: 403, failure: TRY_AGAIN, userName })
    const failure = { failure: TEXTS.enterValidCredentials, userName }
    if (!form.success) return showForm(request, reply, requested, known, failure)
    const result = await identity.authorize(
      { ...form.data, address: request.ip, cookies: request.headers.cookie },
      requested.binding,
    )
    if (result === null) return showForm(request, reply, requested, known, failure)
    if ('retryAfterS' in result) {
      reply.header('retry-after', String(result.retryAfterS))
      return showForm(request, reply, requested, known, { status: 429, failure: TOO_MANY, userName })
    }
    return redirectTo(
      reply.header('set-cookie', result.deviceCookies),
      withParameters(requested.binding.redirectUri, { code: result.code, state: requested.state }),
    )
  }

  /** Ends the login of an id token and returns to the client (SES-18). */
  const answerLogOut = async (request: FastifyRequest, reply: FastifyReply) => {
    const { productName, identityProvider } = await environment()
    const given: Readonly<Record<string, unknown>> =
      request.method === 'POST'
        ? ((request.body as Record<string, unknown>) ?? {})
        : parseQuery(rawQueryOf(request))
    const { id_token_hint: idToken, post_logout_redirect_uri: returnTo, state } = given
    const hint = typeof idToken === 'string' ? await identity.logOutByHint(idToken) : null
    if (hint === null)
      return show(
        reply,
        400,
        pages.message(
          productName,
          'Nothing to log out',
          'This address does not belong to a login. Log out in the portal.',
        ),
      )
    reply.header('clear-site-data', '"cache"')
    const isKnown = hint.clientId === identityProvider?.clientId && returnTo === identityProvider.redirectUri
    if (isKnown) {
      const back = typeof state === 'string' && state !== '' ? { state } : null
      return redirectTo(reply, back === null ? identityProvider.redirectUri : withParameters(returnTo, back))
    }
    return show(
      reply,
      returnTo === undefined ? 200 : 400,
      pages.message(productName, 'Logged out', 'You are logged out. You can close this page.'),
    )
  }

  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: MAX_FORM_BYTES })
    scope.addHook('preValidation', refuseNul)
    scope.setErrorHandler(async (error: Error, request, reply) => {
      const { status, message, headers, id } = errorReplyOf(error)
      if (status >= 500)
        request.log.error({ err: error, errorId: id }, 'a page of the identity provider failed')
      const { productName } = await environment().catch(() => ({ productName: 'Roadbook' }))
      return show(reply.headers(headers), status, pages.message(productName, 'This does not work', message))
    })
    for (const method of ['GET', 'POST'] as const) {
      scope.route({ method, url: '/identity/authorize', exposeHeadRoute: false, handler: answerAuthorize })
      scope.route({ method, url: '/identity/logout', exposeHeadRoute: false, handler: answerLogOut })
    }
  })
}

/** The provider's metadata (OpenID Connect Discovery) and the public key of its tokens. `issuer` is its own address. */
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
