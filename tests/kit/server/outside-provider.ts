import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

/** The portal as the provider knows it. */
export const OUTSIDE_CLIENT = { id: 'fleet-portal', secret: 'a secret between the two' }

type Account = { readonly email: string; readonly email_verified: boolean }
type ReSign = (claims: JWTPayload, key: JWK) => Promise<string>
type GrantContext = {
  readonly oidc: {
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId: string }
    readonly provider: Provider
  }
}

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' }
}

/** Signs claims with a key of the provider, by its own header. */
export const sign = async (claims: JWTPayload, key: JWK): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: key.kid ?? '' })
    .sign(await importJWK(key, 'ES256'))

const pageOf = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`

/** Browsers keep cookies of SameSite=None by https alone. The portal and this provider are one site in tests. */
const keepCookies = (response: ServerResponse) => {
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) =>
    setHeader(
      name,
      Array.isArray(value) ? value.map((each) => each.replace(/samesite=none/i, 'SameSite=Lax')) : value,
    )
}

/** The page on which somebody gives any name and password, or turns back. */
const interact = async (provider: Provider, request: IncomingMessage, response: ServerResponse) => {
  if (request.method === 'POST') {
    const login = { accountId: new URLSearchParams(await text(request)).get('login') ?? '' }
    return provider.interactionFinished(request, response, { login })
  }
  if (request.url?.endsWith('/abort'))
    return provider.interactionFinished(request, response, { error: 'access_denied' })
  const form = `<form method="post" action="${request.url}"><label>Name <input name="login"></label>
    <label>Password <input type="password"></label><button>Sign in</button></form>
    <a href="${request.url}/abort">Cancel</a>`
  response.setHeader('content-type', 'text/html').end(pageOf('Company account', form))
}

/**
 * An identity provider as companies run one, on a port of its own: `oidc-provider` with pages of the test.
 * `isPublic`: the portal has no secret there.
 */
export const startOutsideProvider = async (
  loginUrl: string,
  { host = '127.0.0.1', isPublic = false }: { host?: string; isPublic?: boolean } = {},
) => {
  const accounts = new Map<string, Account>()
  let key = await newKey()
  let reSign: ReSign | null = null
  let isDown = false
  let claimedIssuer: string | null = null

  const server = createServer((request, response) => {
    keepCookies(response)
    if (isDown) request.socket.destroy()
    else if (request.url?.startsWith('/interaction/')) void interact(provider, request, response)
    else provider.callback()(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`

  const build = () => {
    const built = new Provider(issuer, {
      clients: [
        {
          client_id: OUTSIDE_CLIENT.id,
          ...(isPublic ? { token_endpoint_auth_method: 'none' } : { client_secret: OUTSIDE_CLIENT.secret }),
          redirect_uris: [loginUrl],
          post_logout_redirect_uris: [loginUrl],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [key] },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
      }),
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      // As OpenID Connect requires of the log-out; the package leaves it off.
      enableHttpPostMethods: true,
      cookies: { keys: ['of the test'], long: { sameSite: 'none' } },
      ttl: {
        AccessToken: 60,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 60,
        Session: 600,
      },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (context: { body: string }, form: string) => {
            const button = '<button form="op.logoutForm" name="logout" value="yes">Sign out</button>'
            context.body = pageOf('Sign out?', form + button)
          },
        },
      },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      loadExistingGrant: async ({ oidc: { client, session, provider: own } }: GrantContext) => {
        const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email')
        await grant.save()
        return grant
      },
    })
    built.use(async (context, next) => {
      await next()
      const body = context.body as { id_token?: string; issuer?: string } | null
      if (context.path === '/token' && body?.id_token !== undefined && reSign !== null)
        context.body = { ...body, id_token: await reSign(claimsOf(body.id_token), key) }
      if (context.path.includes('/.well-known/') && claimedIssuer !== null)
        context.body = { ...body, issuer: claimedIssuer }
    })
    return built
  }
  let provider = build()

  return {
    issuer,
    /** Somebody who can sign in with this name and any password. */
    addAccount: (name: string, email: string, email_verified = true) =>
      void accounts.set(name, { email, email_verified }),
    /** Replaces the signing key. */
    rotate: async () => {
      key = await newKey()
      provider = build()
    },
    /** Changes the id tokens that are issued from now on; null leaves them alone. */
    reSignWith: (change: ReSign | null) => {
      reSign = change
    },
    /** Whether connections break. */
    setDown: (down: boolean) => {
      isDown = down
    },
    /** The issuer that the metadata names; null for the right one. */
    claimIssuer: (wrong: string | null) => {
      claimedIssuer = wrong
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type OutsideProvider = Awaited<ReturnType<typeof startOutsideProvider>>

const claimsOf = (idToken: string): JWTPayload =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())

/** Signs in at the provider as a browser does, and returns the address to which it sends the browser in the end. */
export const signInAtProvider = async (authorizeUrl: string, name: string): Promise<URL> => {
  const cookies = new Map<string, string>()
  const visit = async (url: string, form?: Readonly<Record<string, string>>) => {
    const reply = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(key, value)
    }
    const location = reply.headers.get('location')
    return { next: location === null ? null : new URL(location, url), html: await reply.text() }
  }
  const { origin } = new URL(authorizeUrl)
  let { next, html } = await visit(authorizeUrl)
  while (next === null || next.origin === origin) {
    const action = / action="([^"]+)"/.exec(html)?.[1]
    if (next === null && action === undefined) throw new Error(`The provider answered: ${html}`)
    const reply =
      next === null
        ? await visit(new URL(action ?? '', origin).href, { login: name })
        : await visit(next.href)
    next = reply.next
    html = reply.html
  }
  return next
}
