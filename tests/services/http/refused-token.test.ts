import { describe, expect, test } from 'vitest'
import { NetworkFailure } from '#src/services/http/failures.ts'
import { createHttpFixture, grantOf } from '#tests/kit/services/http.fixture.ts'
import { read, serve } from '#tests/kit/services/http-calls.ts'
import { type Answerer, json } from '#tests/kit/services/http-server.ts'

describe('a refused token', () => {
  const bearer = (token: string) => `Bearer ${token}`
  const onlyWith =
    (token: string): Answerer =>
    ({ headers }, response) =>
      headers.authorization === bearer(token)
        ? json(response, 200, { name: 'a' })
        : json(response, 401, { message: 'expired' })

  test('SES-20 SE-01 fifty calls answered 401 cause one refresh and are each sent once more', async () => {
    const server = await serve(onlyWith('two'))
    const fixture = createHttpFixture(server.base, {
      refresh: ({ grants }) => setTimeout(() => grants.write(grantOf('two')), 30),
    })
    fixture.grants.write(grantOf('one'))
    const names = await Promise.all(
      Array.from({ length: 50 }, () => fixture.http.call(read, { params: { thingId: '1' } })),
    )
    expect(names).toHaveLength(50)
    expect(fixture.counted).toEqual({ refreshes: 1, lost: 0 })
    const sent = server.seen.map(({ headers }) => headers.authorization)
    expect(sent.filter((token) => token === bearer('one'))).toHaveLength(50)
    expect(sent.filter((token) => token === bearer('two'))).toHaveLength(50)
  })

  test('SES-21 during a refresh other calls wait and never carry the old token', async () => {
    const server = await serve(onlyWith('two'))
    const fixture = createHttpFixture(server.base)
    fixture.grants.write(grantOf('one'))
    const release = fixture.barrier.hold()
    const reply = fixture.http.call(read, { params: { thingId: '1' } })
    await new Promise((resolve) => setImmediate(resolve))
    expect(server.seen).toHaveLength(0)
    fixture.grants.write(grantOf('two'))
    release()
    expect(await reply).toEqual({ name: 'a' })
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([bearer('two')])
  })

  test('a call whose token is older than the stored one causes no further refresh', async () => {
    let fixture: ReturnType<typeof createHttpFixture> | undefined
    const server = await serve(({ headers }, response) => {
      if (headers.authorization === bearer('one')) fixture?.grants.write(grantOf('two'))
      onlyWith('two')({ headers } as never, response)
    })
    fixture = createHttpFixture(server.base)
    fixture.grants.write(grantOf('one'))
    expect(await fixture.http.call(read, { params: { thingId: '1' } })).toEqual({ name: 'a' })
    expect(fixture.counted.refreshes).toBe(0)
  })

  test('SE-05 a fresh token refused as well ends the session after one more attempt', async () => {
    const server = await serve((_, response) => json(response, 401, { message: 'no' }))
    const fixture = createHttpFixture(server.base, { refresh: ({ grants }) => grants.write(grantOf('two')) })
    fixture.grants.write(grantOf('one'))
    await expect(fixture.http.call(read, { params: { thingId: '1' } })).rejects.toMatchObject({ status: 401 })
    expect(server.seen).toHaveLength(2)
    expect(fixture.counted).toEqual({ refreshes: 1, lost: 1 })
  })

  test('if the session ends instead, the waiting call is rejected', async () => {
    const server = await serve((_, response) => json(response, 401, { message: 'no' }))
    const fixture = createHttpFixture(server.base, { refresh: ({ grants }) => grants.clear() })
    fixture.grants.write(grantOf('one'))
    await expect(fixture.http.call(read, { params: { thingId: '1' } })).rejects.toMatchObject({ status: 401 })
    expect(server.seen).toHaveLength(1)
  })

  test('CONFLICT-39 a call that waits too long for the refresh fails as a network failure', async () => {
    const server = await serve(onlyWith('two'))
    const fixture = createHttpFixture(server.base, { longestWaitMs: 30 })
    fixture.grants.write(grantOf('one'))
    await expect(fixture.http.call(read, { params: { thingId: '1' } })).rejects.toBeInstanceOf(NetworkFailure)
    expect(fixture.counted).toEqual({ refreshes: 1, lost: 0 })
  })

  test('CONFLICT-31 a public call answered 401 neither waits nor refreshes', async () => {
    const server = await serve((_, response) => json(response, 401, { error: 'invalid_client' }))
    const fixture = createHttpFixture(server.base)
    fixture.grants.write(grantOf('one'))
    fixture.barrier.hold()
    await expect(
      fixture.http.call({ ...read, roles: 'public' }, { params: { thingId: '1' } }),
    ).rejects.toMatchObject({
      status: 401,
    })
    expect(fixture.counted).toEqual({ refreshes: 0, lost: 0 })
  })
})
