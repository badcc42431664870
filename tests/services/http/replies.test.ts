import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { logIn } from '#contract/calls/session.ts'
import { failureOf } from '#src/machines/kit/failure.ts'
import { BadReply, CallRefused, EmptyReply, NetworkFailure } from '#src/services/http/failures.ts'
import { createHttpFixture, grantOf } from '#tests/kit/services/http.fixture.ts'
import { read, serve } from '#tests/kit/services/http-calls.ts'
import { type Answerer, json } from '#tests/kit/services/http-server.ts'

const EMPTY = { kind: 'empty', reference: expect.stringMatching(/^[0-9A-F]{12}$/) }

describe('replies', () => {
  const input = { params: { thingId: '1' } }
  const answering = async (answer: Answerer) => createHttpFixture((await serve(answer)).base)

  test('SES-50 replies are parsed by their content type', async () => {
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

  test('OPEN-33 a refusal has the codes of the reply; what is no code of the table is left out', async () => {
    const fields = [{ field: 'geoFenceName', code: 'fenceNameTaken', params: {} }]
    const replies = [
      { status: 409, error: true, message: 'x', code: 'tickerFull', params: { most: 100 }, fields },
      { message: 'x', code: 'toString', params: { most: { deep: 1 } }, fields: [{ field: 1 }, 7, ...fields] },
      { message: 'x', code: 7, params: 'no', fields: [{ field: 'name', code: 'unheardOf' }] },
      { message: 'x' },
    ]
    const read3 = async (body: unknown) => {
      const { http } = await answering((_, response) => json(response, 409, body))
      const { code, params, fields: found } = failureOf(await http.call(read, input).catch((error) => error))
      return { code, params, fields: found }
    }
    expect(await Promise.all(replies.map(read3))).toEqual([
      { code: 'tickerFull', params: { most: 100 }, fields },
      { code: null, params: {}, fields },
      { code: null, params: {}, fields: [] },
      { code: null, params: {}, fields: [] },
    ])
  })

  test.each(['Not now', 'Token Not Available'])(
    'SES-25 CONFLICT-34 status 417 with %j is returned unchanged, sent once, and logs nobody out',
    async (message) => {
      const server = await serve((_, response) => json(response, 417, { message }))
      const fixture = createHttpFixture(server.base, { retryAfterMs: 1 })
      fixture.grants.write(grantOf('one'))
      expect(await fixture.http.send(read, input)).toEqual({
        kind: 'returned',
        status: 417,
        body: { message },
        reference: expect.stringMatching(/^[0-9A-F]{12}$/),
      })
      expect(server.seen).toHaveLength(1)
      expect(fixture.counted).toEqual({ refreshes: 0, lost: 0 })
    },
  )

  test('SES-25 CONFLICT-34 status 417 with the promised body is that body, for every caller', async () => {
    const server = await serve((_, response) => json(response, 417, { name: 'truck' }))
    const { http, reported } = createHttpFixture(server.base, { retryAfterMs: 1 })
    expect(await http.call(read, input)).toEqual({ name: 'truck' })
    expect(await http.send(read, input)).toMatchObject({ kind: 'body', body: { name: 'truck' } })
    expect(server.seen).toHaveLength(2)
    expect(reported).toEqual([])
  })

  test('SES-55 status 204, an empty body and an empty object are an empty reply', async () => {
    const { http } = await answering(({ path }, response) => {
      if (path.endsWith('1')) response.writeHead(204).end()
      else if (path.endsWith('2')) response.writeHead(200, { 'content-type': 'application/json' }).end()
      else json(response, 200, {})
    })
    expect(await http.send(read, input)).toEqual(EMPTY)
    expect(await http.send(read, { params: { thingId: '2' } })).toEqual(EMPTY)
    expect(await http.send(read, { params: { thingId: '3' } })).toEqual(EMPTY)
    await expect(http.call(read, input)).rejects.toBeInstanceOf(EmptyReply)
  })

  test('SES-26 a 200 with the key 401 and the known message is a reply and does not end the session', async () => {
    const fixture = await answering((_, response) =>
      json(response, 200, { '401': 'UNAUTHORIZED', message: 'Enter Valid Credentials' }),
    )
    expect(await fixture.http.call(logIn, { body: { userName: 'a', password: 'b' } })).toEqual({
      '401': 'UNAUTHORIZED',
      message: 'Enter Valid Credentials',
    })
    await expect(fixture.http.call(read, input)).rejects.toThrow('Enter Valid Credentials')
    expect(fixture.counted.lost).toBe(0)
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
    const fixture = await answering((_, response) => json(response, status, body))
    await expect(fixture.http.call(read, input)).rejects.toBeInstanceOf(CallRefused)
    expect(fixture.counted.lost).toBe(1)
  })

  test('a reply that fails its schema names the field; it and unreadable JSON are bad replies', async () => {
    const { http } = await answering(({ path }, response) =>
      path.endsWith('1')
        ? json(response, 200, { name: 5 })
        : response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":'),
    )
    await expect(http.call(read, input)).rejects.toThrow(/^The reply is not as promised: name/)
    await expect(http.call(read, { params: { thingId: '2' } })).rejects.toThrow(BadReply)
  })

  test('an HTML error page is a refusal with its status', async () => {
    const { http } = await answering((_, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    )
    await expect(http.call(read, input)).rejects.toMatchObject({ name: 'CallRefused', status: 502 })
  })

  test('SES-30 a server that is unreachable, cuts off or is too slow is a network failure', async () => {
    const fixture = await answering(({ path }, response) => {
      if (path.endsWith('cut')) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        response.write('{"name":')
        setTimeout(() => response.destroy(), 20)
      }
    })
    await expect(fixture.http.call(read, { params: { thingId: 'cut' } })).rejects.toBeInstanceOf(
      NetworkFailure,
    )
    const gone = createHttpFixture('http://127.0.0.1:1')
    await expect(gone.http.call(read, input)).rejects.toBeInstanceOf(NetworkFailure)
    const hasty = createHttpFixture(fixture.environment().v2BaseUrl.replace('/api/v2/', ''), {
      timeoutMs: 50,
    })
    await expect(hasty.http.call(read, { params: { thingId: 'slow' } })).rejects.toBeInstanceOf(
      NetworkFailure,
    )
  })

  test('an abort by the caller stays an abort', async () => {
    const { http } = await answering(() => undefined)
    const control = new AbortController()
    const pending = http.call(read, input, control.signal)
    setTimeout(() => control.abort(), 20)
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  })
})
