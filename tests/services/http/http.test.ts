import { describe, expect, test } from 'vitest'
import { createHttpFixture, grantOf } from '#tests/kit/services/http.fixture.ts'
import { read, serve, write } from '#tests/kit/services/http-calls.ts'
import { json } from '#tests/kit/services/http-server.ts'

describe('requests', () => {
  test('SES-41 SES-42 SES-43 SES-44 every call carries key, user, token and no-cache headers', async () => {
    const server = await serve((_, response) => json(response, 200, { name: 'a' }))
    const fixture = createHttpFixture(server.base)
    fixture.grants.write(grantOf('one'))
    await fixture.http.call(read, { params: { thingId: '1' } })
    expect(server.seen[0]?.headers).toMatchObject({
      'x-api-key': 'key-1',
      authuser: '7',
      authorization: 'Bearer one',
      'cache-control': 'no-cache, no-store',
      pragma: 'no-cache',
    })
  })

  test('CONFLICT-19 without a token there is no Authorization header', async () => {
    const server = await serve((_, response) => json(response, 200, { name: 'a' }))
    await createHttpFixture(server.base).http.call(read, { params: { thingId: '1' } })
    expect(server.seen[0]?.headers.authorization).toBeUndefined()
  })

  test('SES-49 the path decides the backend', async () => {
    const server = await serve((_, response) => json(response, 200, { name: 'a' }))
    const { http } = createHttpFixture(server.base)
    await http.call(read, { params: { thingId: 'a/b ä' } })
    await http.call(write, { body: {} })
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/api/v2/things/a%2Fb%20%C3%A4',
      '/api/v3/dashboard/tk3/things',
    ])
  })

  test('SES-46 OPEN-05 support calls name the user they act for, other calls do not', async () => {
    const server = await serve((_, response) => json(response, 200, { name: 'a' }))
    const { http, callerContext } = createHttpFixture(server.base)
    await http.call(read, { params: { thingId: '1' } })
    callerContext.actingFor = { userId: '12', role: 'MANAGER' }
    await http.call(read, { params: { thingId: '1' } })
    const named = server.seen.map(({ headers }) => [headers['requesteduserid'], headers['requestedrole']])
    expect(named).toEqual([
      [undefined, undefined],
      ['12', 'MANAGER'],
    ])
  })

  test('SES-47 in the CDS requests mode every call names its user and state, otherwise none does', async () => {
    const server = await serve((_, response) => json(response, 200, { name: 'a' }))
    const { http, callerContext } = createHttpFixture(server.base)
    await http.call(read, { params: { thingId: '1' } })
    callerContext.cdsMode = { cdsUserId: '12', profileStatus: 'DRAFT' }
    await http.call(read, { params: { thingId: '1' } })
    await http.call(write, { body: {} })
    const named = server.seen.map(({ headers }) => [headers['cdsuserid'], headers['profilestatus']])
    expect(named).toEqual([
      [undefined, undefined],
      ['12', 'DRAFT'],
      ['12', 'DRAFT'],
    ])
  })

  test('SES-38 OPEN-70 nested query fields are encoded as name[key] and name[0]', async () => {
    const server = await serve((_, response) => json(response, 200, { name: 'a' }))
    await createHttpFixture(server.base).http.call(read, {
      params: { thingId: '1' },
      query: {
        text: 'a&b=c',
        filter: { group: { id: 3 }, on: true },
        ids: [4, 5],
        none: undefined,
        nil: null,
      },
    })
    expect([...(server.seen[0]?.search ?? [])]).toEqual([
      ['text', 'a&b=c'],
      ['filter[group][id]', '3'],
      ['filter[on]', 'true'],
      ['ids[0]', '4'],
      ['ids[1]', '5'],
    ])
  })

  test('SES-37 SES-39 SES-45 bodies are JSON without inputErrors at any depth', async () => {
    const server = await serve((_, response) => json(response, 200, { ok: true }))
    await createHttpFixture(server.base).http.call(write, {
      body: { a: 1, inputErrors: { a: 'bad' }, list: [{ b: 2, inputErrors: [] }] },
    })
    expect(server.seen[0]?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ a: 1, list: [{ b: 2 }] })
  })

  test('SES-40 form, raw, image and multi-part bodies keep their own content type', async () => {
    const server = await serve((_, response) => json(response, 200, { ok: true }))
    const { http } = createHttpFixture(server.base)
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.txt')
    await http.call({ ...write, bodyType: 'form' }, { body: { a: 'x y', b: 'ü', inputErrors: 1 } })
    await http.call({ ...write, bodyType: 'raw' }, { body: 'plain words' })
    await http.call({ ...write, bodyType: 'image' }, { body: new Blob(['png'], { type: 'image/png' }) })
    await http.call({ ...write, bodyType: 'image' }, { body: form })
    await http.call({ ...write, bodyType: 'raw' }, { body: new TextEncoder().encode('bytes') })
    expect(server.seen.map(({ headers }) => headers['content-type']?.split(';')[0])).toEqual([
      'application/x-www-form-urlencoded',
      'text/plain',
      'image/png',
      'multipart/form-data',
      undefined,
    ])
    expect(server.seen[0]?.body).toBe('a=x+y&b=%C3%BC')
    expect(server.seen[1]?.body).toBe('plain words')
    expect(server.seen[4]?.body).toBe('bytes')
  })

  test('SES-36 an empty path and a missing parameter are programming errors', async () => {
    const { http } = createHttpFixture('http://127.0.0.1:1')
    await expect(http.call({ ...read, path: '' }, {})).rejects.toThrow('address is empty')
    await expect(http.call(read, {})).rejects.toThrow("needs the parameter 'thingId'")
  })
})
