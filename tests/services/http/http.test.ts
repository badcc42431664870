import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/define.ts'
import { logIn } from '#contract/calls/session.ts'
import { BadReply, CallRefused, EmptyReply, NetworkFailure } from '#src/services/http/failures.ts'
import { createRig, grantOf } from './rig.ts'
import { type Answerer, json, startServer } from './server.ts'

const common = { rows: [], roles: ['CUSTOMER'], scope: 'vehicles' } as const
const read = defineCall({
  ...common,
  id: 'read',
  method: 'GET',
  path: 'things/:thingId',
  params: z.object({ thingId: z.string() }),
  query: z.unknown(),
  reply: z.object({ name: z.string() }),
})
const write = defineCall({
  ...common,
  id: 'write',
  method: 'POST',
  path: 'dashboard/tk3/things',
  body: z.unknown(),
  reply: z.unknown(),
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
const serve = async (answer: Answerer) => {
  const server = await startServer(answer)
  stops.push(server.stop)
  return server
}

describe('requests', () => {
  test('SES-41 SES-42 SES-43 SES-44 every call carries key, user, token and no-cache headers', async () => {
    const server = await serve((_, response) => json(response, 200, { name: 'a' }))
    const rig = createRig(server.base)
    rig.grants.write(grantOf('one'))
    await rig.http.call(read, { params: { thingId: '1' } })
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
    await createRig(server.base).http.call(read, { params: { thingId: '1' } })
    expect(server.seen[0]?.headers.authorization).toBeUndefined()
  })

  test('SES-49 the path decides the backend', async () => {
    const server = await serve((_, response) => json(response, 200, { name: 'a' }))
    const { http } = createRig(server.base)
    await http.call(read, { params: { thingId: 'a/b ä' } })
    await http.call(write, { body: {} })
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/api/v2/things/a%2Fb%20%C3%A4',
      '/api/v3/dashboard/tk3/things',
    ])
  })

  test('SES-46 OPEN-05 calls of support name the user it acts for, those of others do not', async () => {
    const server = await serve((_, response) => json(response, 200, { name: 'a' }))
    const { http, asker } = createRig(server.base)
    await http.call(read, { params: { thingId: '1' } })
    asker.actingFor = { userId: '12', role: 'MANAGER' }
    await http.call(read, { params: { thingId: '1' } })
    const named = server.seen.map(({ headers }) => [headers['requesteduserid'], headers['requestedrole']])
    expect(named).toEqual([
      [undefined, undefined],
      ['12', 'MANAGER'],
    ])
  })

  test('SES-47 in the CDS requests mode every call names its user and state, and otherwise none does', async () => {
    const server = await serve((_, response) => json(response, 200, { name: 'a' }))
    const { http, asker } = createRig(server.base)
    await http.call(read, { params: { thingId: '1' } })
    asker.cdsMode = { cdsUserId: '12', profileStatus: 'DRAFT' }
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
    await createRig(server.base).http.call(read, {
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
    const server = await serve((_, response) => json(response, 200, {}))
    await createRig(server.base).http.call(write, {
      body: { a: 1, inputErrors: { a: 'bad' }, list: [{ b: 2, inputErrors: [] }] },
    })
    expect(server.seen[0]?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ a: 1, list: [{ b: 2 }] })
  })

  test('SES-40 form, raw, image and multi-part bodies keep their own content type', async () => {
    const server = await serve((_, response) => json(response, 200, {}))
    const { http } = createRig(server.base)
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.txt')
    await http.call({ ...write, bodyType: 'form' }, { body: { a: 'x y', b: 'ü', inputErrors: 1 } })
    await http.call({ ...write, bodyType: 'raw' }, { body: 'plain words' })
    await http.call({ ...write, bodyType: 'image' }, { body: new Blob(['png'], { type: 'image/png' }) })
    await http.call({ ...write, bodyType: 'image' }, { body: form })
    expect(server.seen.map(({ headers }) => headers['content-type']?.split(';')[0])).toEqual([
      'application/x-www-form-urlencoded',
      'text/plain',
      'image/png',
      'multipart/form-data',
    ])
    expect(server.seen[0]?.body).toBe('a=x+y&b=%C3%BC')
    expect(server.seen[1]?.body).toBe('plain words')
  })

  test('SES-36 an empty path and a missing parameter are errors of the developer', async () => {
    const { http } = createRig('http://127.0.0.1:1')
    await expect(http.call({ ...read, path: '' }, {})).rejects.toThrow('address is empty')
    await expect(http.call(read, {})).rejects.toThrow("needs the parameter 'thingId'")
  })
})

describe('replies', () => {
  const input = { params: { thingId: '1' } }
  const answering = async (answer: Answerer) => createRig((await serve(answer)).base)

  test('SES-50 replies are read by their content type', async () => {
    const types: Record<string, string> = {
      '/api/v2/things/json': 'application/problem+json',
      '/api/v2/things/pdf': 'application/pdf',
      '/api/v2/things/csv': 'text/csv; charset=utf-8',
      '/api/v2/things/xls': 'application/vnd.ms-excel',
      '/api/v2/things/text': 'text/plain',
    }
    const { http } = await answering(({ path }, response) => {
      response.writeHead(200, { 'content-type': types[path] }).end('{"a":1}')
    })
    const call = { ...read, reply: z.unknown() }
    const bodies = await Promise.all(
      ['json', 'pdf', 'csv', 'xls', 'text'].map((thingId) => http.call(call, { params: { thingId } })),
    )
    expect(bodies.map((body) => (body instanceof Blob ? 'file' : body))).toEqual([
      { a: 1 },
      'file',
      'file',
      'file',
      '{"a":1}',
    ])
  })

  test('SES-29 status 400 to 599 throws the parsed body', async () => {
    const { http } = await answering((_, response) =>
      json(response, 503, { status: 503, error: true, message: 'Busy' }, { 'retry-after': '7' }),
    )
    const error = await http.call(read, input).catch((error) => error)
    expect(error).toBeInstanceOf(CallRefused)
    expect(error).toMatchObject({
      status: 503,
      message: 'Busy',
      body: { status: 503, error: true, message: 'Busy' },
      retryAfterMs: 7000,
    })
  })

  test('SES-25 CONFLICT-34 status 417 is returned as it is', async () => {
    const rig = await answering((_, response) => json(response, 417, { message: 'Not now' }))
    rig.grants.write(grantOf('one'))
    expect(await rig.http.ask(read, input)).toEqual({
      kind: 'returned',
      status: 417,
      body: { message: 'Not now' },
    })
    expect(rig.counted).toEqual({ refreshes: 0, lost: 0 })
  })

  test('SES-55 status 204 and an empty body are an empty answer', async () => {
    const { http } = await answering(({ path }, response) =>
      path.endsWith('1')
        ? response.writeHead(204).end()
        : response.writeHead(200, { 'content-type': 'application/json' }).end(),
    )
    expect(await http.ask(read, input)).toEqual({ kind: 'empty' })
    expect(await http.ask(read, { params: { thingId: '2' } })).toEqual({ kind: 'empty' })
    await expect(http.call(read, input)).rejects.toBeInstanceOf(EmptyReply)
  })

  test('SES-26 a 200 with the key 401 and the known message is an answer and does not end the session', async () => {
    const rig = await answering((_, response) =>
      json(response, 200, { '401': 'UNAUTHORIZED', message: 'Enter Valid Credentials' }),
    )
    expect(await rig.http.call(logIn, { body: { userName: 'a', password: 'b' } })).toEqual({
      '401': 'UNAUTHORIZED',
      message: 'Enter Valid Credentials',
    })
    await expect(rig.http.call(read, input)).rejects.toThrow('Enter Valid Credentials')
    expect(rig.counted.lost).toBe(0)
  })

  test.each([
    ['SES-27 a 200 with the key 401 and another message', 200, { '401': 'x', message: 'Gone' }],
    ["SES-28 the message 'Token Not Available'", 200, { message: 'Token Not Available' }],
    [
      "SES-28 the message 'Token Not Available' with an error status",
      400,
      { message: 'Token Not Available' },
    ],
  ])('%s ends the session', async (_, status, body) => {
    const rig = await answering((_, response) => json(response, status, body))
    await expect(rig.http.call(read, input)).rejects.toBeInstanceOf(CallRefused)
    expect(rig.counted.lost).toBe(1)
  })

  test('a reply of another form, and JSON that cannot be read, name the call', async () => {
    const { http } = await answering(({ path }, response) =>
      path.endsWith('1')
        ? json(response, 200, { name: 5 })
        : response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":'),
    )
    await expect(http.call(read, input)).rejects.toThrow(/read answered something else than promised: name/)
    await expect(http.call(read, { params: { thingId: '2' } })).rejects.toThrow(BadReply)
  })

  test('an error page in HTML is a refusal with its status', async () => {
    const { http } = await answering((_, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    )
    await expect(http.call(read, input)).rejects.toMatchObject({ name: 'CallRefused', status: 502 })
  })

  test('SES-30 a server that cannot be reached, cuts off or is too slow is a network failure', async () => {
    const rig = await answering(({ path }, response) => {
      if (path.endsWith('cut')) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        response.write('{"name":')
        setTimeout(() => response.destroy(), 20)
      }
    })
    await expect(rig.http.call(read, { params: { thingId: 'cut' } })).rejects.toBeInstanceOf(NetworkFailure)
    const gone = createRig('http://127.0.0.1:1')
    await expect(gone.http.call(read, input)).rejects.toBeInstanceOf(NetworkFailure)
    const hasty = createRig(rig.environment().v2BaseUrl.replace('/api/v2/', ''), { timeoutMs: 50 })
    await expect(hasty.http.call(read, { params: { thingId: 'slow' } })).rejects.toBeInstanceOf(
      NetworkFailure,
    )
  })

  test('an abort by the caller stays an abort', async () => {
    const { http } = await answering(() => undefined)
    const control = new AbortController()
    const asked = http.call(read, input, control.signal)
    setTimeout(() => control.abort(), 20)
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a refused token', () => {
  const bearer = (token: string) => `Bearer ${token}`
  const onlyWith =
    (token: string): Answerer =>
    ({ headers }, response) =>
      headers.authorization === bearer(token)
        ? json(response, 200, { name: 'a' })
        : json(response, 401, { message: 'expired' })

  test('SES-20 SE-01 fifty calls answered 401 cause one refresh and are sent once more each', async () => {
    const server = await serve(onlyWith('two'))
    const rig = createRig(server.base, {
      refresh: ({ grants }) => setTimeout(() => grants.write(grantOf('two')), 30),
    })
    rig.grants.write(grantOf('one'))
    const names = await Promise.all(
      Array.from({ length: 50 }, () => rig.http.call(read, { params: { thingId: '1' } })),
    )
    expect(names).toHaveLength(50)
    expect(rig.counted).toEqual({ refreshes: 1, lost: 0 })
    const sent = server.seen.map(({ headers }) => headers.authorization)
    expect(sent.filter((token) => token === bearer('one'))).toHaveLength(50)
    expect(sent.filter((token) => token === bearer('two'))).toHaveLength(50)
  })

  test('SES-21 while a refresh is under way other calls wait and never carry the old token', async () => {
    const server = await serve(onlyWith('two'))
    const rig = createRig(server.base)
    rig.grants.write(grantOf('one'))
    const release = rig.gate.hold()
    const asked = rig.http.call(read, { params: { thingId: '1' } })
    await new Promise((resolve) => setImmediate(resolve))
    expect(server.seen).toHaveLength(0)
    rig.grants.write(grantOf('two'))
    release()
    expect(await asked).toEqual({ name: 'a' })
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([bearer('two')])
  })

  test('a call is not asked to refresh again when its token is older than the one that is kept', async () => {
    let rig: ReturnType<typeof createRig> | undefined
    const server = await serve(({ headers }, response) => {
      if (headers.authorization === bearer('one')) rig?.grants.write(grantOf('two'))
      onlyWith('two')({ headers } as never, response)
    })
    rig = createRig(server.base)
    rig.grants.write(grantOf('one'))
    expect(await rig.http.call(read, { params: { thingId: '1' } })).toEqual({ name: 'a' })
    expect(rig.counted.refreshes).toBe(0)
  })

  test('SE-05 a fresh token that is refused too ends the session after one more try', async () => {
    const server = await serve((_, response) => json(response, 401, { message: 'no' }))
    const rig = createRig(server.base, { refresh: ({ grants }) => grants.write(grantOf('two')) })
    rig.grants.write(grantOf('one'))
    await expect(rig.http.call(read, { params: { thingId: '1' } })).rejects.toMatchObject({ status: 401 })
    expect(server.seen).toHaveLength(2)
    expect(rig.counted).toEqual({ refreshes: 1, lost: 1 })
  })

  test('when the session ends instead, the waiting call is refused', async () => {
    const server = await serve((_, response) => json(response, 401, { message: 'no' }))
    const rig = createRig(server.base, { refresh: ({ grants }) => grants.clear() })
    rig.grants.write(grantOf('one'))
    await expect(rig.http.call(read, { params: { thingId: '1' } })).rejects.toMatchObject({ status: 401 })
    expect(server.seen).toHaveLength(1)
  })

  test('CONFLICT-39 a call that waits too long for the refresh ends as a network failure', async () => {
    const server = await serve(onlyWith('two'))
    const rig = createRig(server.base, { longestWaitMs: 30 })
    rig.grants.write(grantOf('one'))
    await expect(rig.http.call(read, { params: { thingId: '1' } })).rejects.toBeInstanceOf(NetworkFailure)
    expect(rig.counted).toEqual({ refreshes: 1, lost: 0 })
  })

  test('CONFLICT-31 a public call answered 401 neither waits nor refreshes', async () => {
    const server = await serve((_, response) => json(response, 401, { error: 'invalid_client' }))
    const rig = createRig(server.base)
    rig.grants.write(grantOf('one'))
    rig.gate.hold()
    await expect(
      rig.http.call({ ...read, roles: 'public' }, { params: { thingId: '1' } }),
    ).rejects.toMatchObject({
      status: 401,
    })
    expect(rig.counted).toEqual({ refreshes: 0, lost: 0 })
  })
})
