import { verify } from '@node-rs/argon2'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn(real.verify) }
})

const backend = withBackend()

beforeAll(async () => {
  await backend.addUser('asha', 'MANAGER', null)
  const gone = await backend.addUser('gone', 'MANAGER', null)
  await backend.database.db
    .updateTable('app_user')
    .set({ disabled_at: new Date() })
    .where('id', '=', gone)
    .execute()
})
beforeEach(() => {
  vi.mocked(verify).mockClear()
})

test.each([
  ['a wrong password', 'asha', 'wrong'],
  ['nobody', 'no-such-user', PASSWORD],
  ['a disabled account', 'gone', PASSWORD],
])('AC-11 %s costs one hash check and gets the same answer', async (_, userName, password) => {
  const { status, body } = await backend.ask('POST', '/api/v2/login', { body: { userName, password } })
  expect({ status, body }).toEqual({
    status: 200,
    body: { '401': 'Unauthorized', message: 'Enter Valid Credentials' },
  })
  expect(verify).toHaveBeenCalledTimes(1)
})
