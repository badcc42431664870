// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { sessionUser } from '#contract/calls/session.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { createServices } from '#src/wiring/services.ts'
import environment from '../../public/env.json' with { type: 'json' }

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

const PROVIDER = { clientId: 'portal', redirectUri: '/login', scope: 'openid' }
const GRANT = {
  ...{ access_token: 'new', refresh_token: 'r1', id_token: 'i.d.t', expires_on: 2_000_000_000 },
  ...{ expires_in: 300, token_type: 'Bearer' },
}
const USER = { id: 7, roles: ['MANAGER'], firstName: 'Asha', betaAccess: true, alphaAccess: false }
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/env.json': {
    ...environment,
    // Node's fetch knows no page.
    ...{
      v2BaseUrl: 'http://localhost/v2/',
      v3BaseUrl: 'http://localhost/v3/',
      identityBaseUrl: 'http://localhost/identity',
    },
    identityProvider: { ...PROVIDER, authorizeUrl: '/identity/authorize', logoutUrl: '/identity/logout' },
  },
  '/identity/token': GRANT,
}

/** The services of a page to which a provider has returned a guest; `answers` are in front of the server's. */
const returned = async (answers: Readonly<Record<string, () => Response>> = {}) => {
  history.replaceState(null, '', '/login?state=s1&code=c1')
  sessionStorage.setItem('forReturn', JSON.stringify({ state: 's1', verifier: 'v1', savedLocation: null }))
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, location.href), init)
    const { pathname } = new URL(request.url)
    if (input instanceof Request) requests.push(input)
    return answers[pathname]?.() ?? Response.json(ANSWERS[pathname] ?? USER)
  })
  const notices: Notice[] = []
  const services = createServices(
    { window: window as never, notify: (notice) => notices.push(notice) },
    () => {},
  )
  await services.environment.read()
  return { services, requests, notices }
}

test('SES-53 a guest who has returned and cannot be told apart reads why', async () => {
  const { services, notices } = await returned({
    [`/v2/${sessionUser.path}`]: () => Response.json({}, { status: 400 }),
  })
  await expect(services.identityLogin.finish()).rejects.toThrow()
  expect(notices.map(({ kind }) => kind)).toEqual(['error'])
})

test('SES-43 who has returned from a provider is told apart in the name of the new token, whatever is stored', async () => {
  const { services, requests } = await returned()
  // Another tab has logged in meanwhile, and acts for somebody.
  const stored = {
    [STORED.user]: JSON.stringify({ ...USER, id: 3, roles: ['CSSUPPORT'] }),
    [STORED.supportRole]: 'MANAGER',
    [STORED.supportUserId]: '5',
    [STORED.supportUserName]: 'manager',
  }
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  sessionStorage.setItem('cdsMode', JSON.stringify({ cdsUserId: '9', profileStatus: 'ACTIVE' }))
  expect(services.session.actingFor(), 'what is stored is understood').toEqual({
    userId: '5',
    role: 'MANAGER',
  })

  expect(await services.identityLogin.finish()).toMatchObject({ kind: 'accepted' })
  const call = requests.find(({ headers }) => headers.get('authorization') === 'Bearer new')
  const names = [...(call?.headers.keys() ?? [])]
  expect(names).toContain('authorization')
  expect(names.filter((name) => /user|role|profile/i.test(name))).toEqual([])
})
