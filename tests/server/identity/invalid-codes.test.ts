import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOGIN_LIMIT } from '#server/identity/login-limiter.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import {
  OUTSIDE_CLIENT,
  type OutsideProvider,
  startOutsideProvider,
} from '#tests/kit/server/outside-provider.ts'
import { proof } from '#tests/kit/server/token-endpoint.driver.ts'
import { CLIENT, LOGIN_URL, PORTAL, singleSignOnOf } from './single-sign-on.driver.ts'

const backend = withBackend({
  ...{ publicUrl: PORTAL, ssoClientSecret: OUTSIDE_CLIENT.secret },
  trustedProxies: ['127.0.0.1'],
})
const portal = singleSignOnOf(backend)
let outside: OutsideProvider

const exchange = async (given: { code: string; iss: string }, verifier: string, address: string) => {
  const form = {
    ...CLIENT,
    ...{ grant_type: 'authorization_code', code: given.code, iss: given.iss, code_verifier: verifier },
  }
  const { statusCode, headers, body } = await backend.app.inject({
    method: 'POST',
    url: '/identity/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
    payload: new URLSearchParams(form).toString(),
  })
  return { status: statusCode, wait: Number(headers['retry-after']), code: JSON.parse(body).code }
}

beforeAll(async () => {
  outside = await startOutsideProvider(LOGIN_URL)
  backend.setEnvironment({ identityProvider: { issuer: outside.issuer, clientId: OUTSIDE_CLIENT.id } })
  const users = createUserRepository({ db: backend.database.db })
  await users.change(await backend.addUser('asha', 'MANAGER', null), { email: 'asha@fleet.example' })
  outside.addAccount('asha', 'asha@fleet.example')
})
afterAll(() => outside.stop())

test('AC-12 SE-13 made-up codes of one address are refused before they are stored or passed on; a user at another comes in', async () => {
  const { verifier, challenge } = proof()
  const iss = outside.issuer
  const [from, elsewhere] = ['10.0.0.1', '10.0.0.2']
  for (let at = 0; at < LOGIN_LIMIT.perAddress; at += 1)
    expect(await exchange({ code: `made up ${at}`, iss }, verifier, from)).toMatchObject({
      code: 'codeInvalid',
    })
  const refused = await exchange({ code: 'one more', iss }, verifier, from)
  expect(refused).toMatchObject({ status: 429, code: 'tooManyTries' })
  expect(refused.wait).toBeGreaterThan(0)
  const { count } = await backend.database.db
    .selectFrom('redeemed_code')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(LOGIN_LIMIT.perAddress)
  const returned = await portal.returnOf('asha', challenge)
  expect(await exchange(returned, verifier, elsewhere)).toMatchObject({ status: 200 })
})

test('logins and a provider that is away use up nothing', async () => {
  const address = '10.0.0.3'
  const iss = outside.issuer
  for (let at = 0; at < LOGIN_LIMIT.perAddress - 1; at += 1)
    await exchange({ code: `wrong ${at}`, iss }, proof().verifier, address)
  outside.setDown(true)
  for (let at = 0; at < 3; at += 1)
    expect(await exchange({ code: `away ${at}`, iss }, proof().verifier, address)).toMatchObject({
      code: 'signOnAway',
    })
  outside.setDown(false)
  for (let at = 0; at < 3; at += 1) {
    const { verifier, challenge } = proof()
    expect(await exchange(await portal.returnOf('asha', challenge), verifier, address)).toMatchObject({
      status: 200,
    })
  }
})
