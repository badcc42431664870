import type { ServerResponse } from 'node:http'
import { firstValueFrom, lastValueFrom, type Observable, Subject } from 'rxjs'
import { filter, take, tap, toArray } from 'rxjs/operators'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import {
  createEventStreams,
  createStreamConnector,
  type StreamFailure,
  type StreamItem,
} from '#src/services/live/event-stream.ts'
import { createHttpFixture, grantOf } from '#tests/kit/services/http.fixture.ts'
import { type Answerer, startServer } from '#tests/kit/services/http-server.ts'

const stream = defineCall({
  id: 'aStream',
  rows: [],
  method: 'GET',
  path: 'live/stream',
  query: z.object({ vehicleId: z.number() }),
  replyKind: 'stream',
  roles: ['CUSTOMER'],
  scope: 'vehicles',
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) await stop()
})

const httpFixtureOn = async (answer: Answerer, options: Parameters<typeof createHttpFixture>[1] = {}) => {
  const server = await startServer(answer)
  stops.push(server.stop)
  const fixture = createHttpFixture(server.base, options)
  fixture.grants.write(grantOf('one'))
  const streams = createEventStreams({
    connector: createStreamConnector({
      environment: fixture.environment,
      barrier: fixture.barrier,
      userId: () => 7,
      actingFor: () => null,
      cdsMode: () => null,
    }),
  })
  return { server, rig: fixture, streams }
}

const open = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const messages = (items: Observable<StreamItem>) =>
  items.pipe(filter((item): item is Extract<StreamItem, { type: 'message' }> => item.type === 'message'))
const failureOf = (items: Observable<StreamItem>): Promise<StreamFailure> =>
  lastValueFrom(items, { defaultValue: undefined }).then(
    () => Promise.reject(new Error('The stream completed.')),
    (error: StreamFailure) => error,
  )

/** Answers with a body that the test feeds chunk by chunk, and the request's abort signal. */
const controlledBody = () => {
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined
  const requests = new Subject<RequestInit>()
  const answer = (async (_: RequestInfo | URL, init?: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (control) => {
        feed = control
        init?.signal?.addEventListener('abort', () => control.error(init.signal?.reason))
      },
    })
    requests.next(init ?? {})
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }) as typeof fetch
  const send = (bytes: Uint8Array) => feed?.enqueue(bytes)
  const fixture = createHttpFixture('http://127.0.0.1:1')
  const streams = createEventStreams({
    connector: createStreamConnector({
      environment: fixture.environment,
      barrier: fixture.barrier,
      userId: () => null,
      actingFor: () => null,
      cdsMode: () => null,
    }),
    fetch: answer,
  })
  return { send, end: () => feed?.close(), requests, streams }
}

test('a stream carries the session and requests the events after the last one', async () => {
  const { server, streams } = await httpFixtureOn((_, response) => open(response).end('id: 5\ndata: x\n\n'))
  await firstValueFrom(messages(streams.open(stream, { query: { vehicleId: 3 }, lastEventId: '4' })))
  expect(server.seen[0]).toMatchObject({
    path: '/api/v2/live/stream',
    headers: {
      accept: 'text/event-stream',
      authorization: 'Bearer one',
      authuser: '7',
      'x-api-key': 'key-1',
      'last-event-id': '4',
    },
  })
  expect(server.seen[0]?.search.get('vehicleId')).toBe('3')
})

const WIRE =
  ': hello\nid: a1\nevent: livePoint\ndata: {"t":"é €"}\n\nretry: 5\r\ndata: two\r\ndata: lines\r\n\r\n: beat\n\ndata: last\rid: b2\r\r'
const REPORTED = [
  { type: 'message', event: 'livePoint', data: '{"t":"é €"}', id: 'a1' },
  { type: 'message', event: 'message', data: 'two\nlines', id: null },
  { type: 'message', event: 'message', data: 'last', id: 'b2' },
]

test('ST-01 the events are the same at whichever byte the stream is split', async () => {
  const bytes = new TextEncoder().encode(`${WIRE}\n`)
  for (let at = 0; at <= bytes.length; at++) {
    const { send, requests, streams } = controlledBody()
    const received = firstValueFrom(messages(streams.open(stream)).pipe(take(3), toArray()))
    await firstValueFrom(requests)
    if (at > 0) send(bytes.subarray(0, at))
    if (at < bytes.length) send(bytes.subarray(at))
    expect(await received, `split at byte ${at}`).toEqual(REPORTED)
  }
})

test('ST-01 the events are the same one byte at a time', async () => {
  const { send, requests, streams } = controlledBody()
  const received = firstValueFrom(messages(streams.open(stream)).pipe(take(3), toArray()))
  await firstValueFrom(requests)
  for (const byte of new TextEncoder().encode(`${WIRE}\n`)) send(Uint8Array.of(byte))
  expect(await received).toEqual(REPORTED)
})

test('ST-04 an event cut in the middle is not emitted, and the cut is a network failure', async () => {
  const { streams } = await httpFixtureOn((_, response) => {
    open(response).write('data: whole\n\ndata: ha', () => response.destroy())
  })
  const received: StreamItem[] = []
  const failure = await failureOf(messages(streams.open(stream)).pipe(tap((item) => received.push(item))))
  expect(failure.kind).toBe('network')
  expect(received).toEqual([{ type: 'message', event: 'message', data: 'whole', id: null }])
})

describe('ST-07 replies that are not a stream', () => {
  test.each([
    ['403', { status: 403 }, 'refused'],
    ['404', { status: 404 }, 'gone'],
    ['500', { status: 500 }, 'busy'],
    ['502 with HTML', { status: 502, headers: { 'content-type': 'text/html' } }, 'busy'],
    ['200 with HTML', { status: 200, headers: { 'content-type': 'text/html' } }, 'notAStream'],
    ['200 with an empty body', { status: 200, headers: { 'content-type': 'text/event-stream' } }, 'network'],
  ])(
    '%s',
    async (_, { status, headers = {} }: { status: number; headers?: Record<string, string> }, kind) => {
      const { server, streams } = await httpFixtureOn((_, response) =>
        response.writeHead(status, headers).end(),
      )
      expect((await failureOf(streams.open(stream))).kind).toBe(kind)
      expect(server.seen).toHaveLength(1)
    },
  )

  test('429 carries the time to wait', async () => {
    const { streams } = await httpFixtureOn((_, response) =>
      response.writeHead(429, { 'retry-after': '9' }).end(),
    )
    expect(await failureOf(streams.open(stream))).toMatchObject({ kind: 'busy', retryAfterMs: 9000 })
  })

  test('204 ends the stream for good', async () => {
    const { streams } = await httpFixtureOn((_, response) => response.writeHead(204).end())
    expect(await lastValueFrom(streams.open(stream).pipe(toArray()))).toEqual([])
  })

  test('401 is retried once with the new token', async () => {
    const { server, streams } = await httpFixtureOn(
      ({ headers }, response) =>
        headers.authorization === 'Bearer two'
          ? open(response).end('data: in\n\n')
          : response.writeHead(401).end(),
      { refresh: ({ grants }) => grants.write(grantOf('two')) },
    )
    expect(await firstValueFrom(messages(streams.open(stream)))).toMatchObject({ data: 'in' })
    expect(server.seen).toHaveLength(2)
  })

  test('401 for the new token too is refused', async () => {
    const { server, streams } = await httpFixtureOn((_, response) => response.writeHead(401).end(), {
      refresh: ({ grants }) => grants.write(grantOf('two')),
    })
    expect((await failureOf(streams.open(stream))).kind).toBe('refused')
    expect(server.seen).toHaveLength(2)
  })
})

test('an event that never ends is given up', async () => {
  const { send, requests, streams } = controlledBody()
  const failure = failureOf(streams.open(stream))
  await firstValueFrom(requests)
  const piece = new TextEncoder().encode(`data: ${'x'.repeat(1024 * 1024)}`)
  for (let i = 0; i < 5; i++) send(piece)
  expect((await failure).kind).toBe('notAStream')
})

test('ST-10 ST-11 35 s of silence are a failure; comments count as signs of life', async () => {
  vi.useFakeTimers()
  const { send, requests, streams } = controlledBody()
  const beats: StreamItem[] = []
  const failure = failureOf(streams.open(stream).pipe(tap((item) => beats.push(item))))
  await Promise.all([firstValueFrom(requests), vi.advanceTimersByTimeAsync(0)])
  for (let i = 0; i < 4; i++) {
    await vi.advanceTimersByTimeAsync(30_000)
    send(new TextEncoder().encode(': beat\n\n'))
  }
  await vi.advanceTimersByTimeAsync(34_999)
  expect(beats.map(({ type }) => type)).toEqual(['open', 'beat', 'beat', 'beat', 'beat'])
  await vi.advanceTimersByTimeAsync(1)
  expect((await failure).kind).toBe('silent')
})

test('ST-22 unsubscribing ends the connection', async () => {
  const closed = new Promise<void>((resolve) => {
    void httpFixtureOn((_, response) => {
      response.on('close', resolve)
      open(response).write('data: one\n\n')
    }).then(({ streams }) => firstValueFrom(messages(streams.open(stream))))
  })
  await closed
})
