import { beforeAll, expect, test, vi } from 'vitest'
import { LOGIN_LIMIT } from '#server/identity/login-limiter.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'

const backend = withBackend()
beforeAll(() => backend.addUser('asha', 'MANAGER', null))

const tryPassword = (userName: string, password: string, cookie = 'other=1') =>
  backend.ask('POST', '/api/v2/login', { body: { userName, password }, headers: { cookie } })

test('AC-12 a try that is refused reads no user, unless a device cookie could let it in', async () => {
  const known = String((await tryPassword('asha', PASSWORD)).headers['set-cookie']).split(';')[0]
  const statements = vi.spyOn(backend.database.db.getExecutor(), 'executeQuery')
  const readUsers = () => {
    const found = statements.mock.calls.filter(([{ sql }]) => sql.includes('from "app_user"'))
    statements.mockClear()
    return found.length
  }
  for (let i = 0; i < LOGIN_LIMIT.perAccount; i += 1) await tryPassword('asha', 'wrong')
  expect(readUsers()).toBe(LOGIN_LIMIT.perAccount)
  for (const password of ['wrong', PASSWORD])
    expect(await tryPassword('asha', password)).toMatchObject({ status: 429 })
  expect(readUsers()).toBe(0)
  expect(await tryPassword('asha', PASSWORD, `${known}x`)).toMatchObject({ status: 429 })
  expect(readUsers()).toBe(1)
  expect(await tryPassword('asha', PASSWORD, known)).toMatchObject({ status: 200 })
  expect(readUsers()).toBe(1)
})
