import { beforeAll, expect, test } from 'vitest'
import { readPreferences, savePreferences } from '#contract/calls/preferences.ts'
import { addressesOf } from '#server/http/mount.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const url = addressesOf(savePreferences)[0] ?? ''
const tokens: Record<string, string> = {}

beforeAll(async () => {
  for (const name of ['busy', 'other']) {
    const { id } = await addCompany(backend.database.db)
    await backend.addUser(name, 'CUSTOMER', id)
    tokens[name] = (await backend.logIn(name)).token
  }
})

const send = (name: string, payload: string) =>
  backend.app.inject({
    method: savePreferences.method,
    url,
    headers: { authorization: `Bearer ${tokens[name]}`, 'content-type': 'application/json' },
    payload,
  })
const junk = (values: number): string => `{"junk":[${Array(values).fill('{}').join()}]}`

test('a body of more values than any call has is refused before it is read', async () => {
  const answer = await send('busy', junk(100_000))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 'unreadableRequest',
    message: expect.stringContaining('100000 values'),
  })
  expect((await send('busy', junk(1_000))).json()).toMatchObject({ code: 'invalidInput' })
})

test('large bodies of a user are read one after the other, and others are answered between them', async () => {
  const order: string[] = []
  const large = Array.from({ length: 12 }, (_, at) =>
    send('busy', junk(20_000)).then(({ statusCode }) => {
      expect(statusCode).toBe(400)
      order.push(`large ${at}`)
    }),
  )
  const small = backend.app
    .inject({
      method: 'GET',
      url: addressesOf(readPreferences)[0] ?? '',
      headers: { authorization: `Bearer ${tokens['other']}` },
    })
    .then(() => order.push('small'))
  const others = send('other', junk(20_000)).then(() => order.push("other's large"))
  await Promise.all([...large, small, others])
  expect(order.indexOf('small')).toBeLessThan(6)
  // Companies take turns.
  expect(order.indexOf("other's large")).toBeLessThan(6)
})

test('a user has so many large bodies that wait', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 80 }, async () => (await send('busy', junk(20_000))).statusCode),
  )
  // Some are read while the last ones come.
  const refused = statuses.filter((status) => status === 429).length
  expect(refused).toBeGreaterThan(20)
  expect(refused).toBeLessThanOrEqual(80 - 32)
})
