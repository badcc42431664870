import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Call, defineCall } from '#contract/calls/call.ts'
import { allCalls } from '#contract/calls/index.ts'
import { REQUEST_TYPES } from '#src/machines/request/request.machine.ts'
import { BadReply } from '#src/services/http/failures.ts'
import { buildRequest, shellRead } from '#src/services/http/request.ts'
import { createHttpFixture } from '#tests/kit/services/http.fixture.ts'
import { type Answerer, json, startServer } from '#tests/kit/services/http-server.ts'

const list = defineCall({
  id: 'list',
  rows: [],
  method: 'GET',
  path: 'things',
  reply: z.object({ things: z.array(z.string()) }),
  roles: 'public',
  scope: 'public',
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
const serve = async (answer: Answerer) => {
  const server = await startServer(answer)
  stops.push(server.stop)
  const { http, reported } = createHttpFixture(server.base)
  return { server, http, reported }
}

const plan = { types: REQUEST_TYPES, call: list, read: ({ things }: { things: string[] }) => things }

/** All events of a request until it is over. */
const eventsOf = (http: ReturnType<typeof createHttpFixture>['http'], built = buildRequest(plan)) =>
  new Promise<object[]>((resolve, reject) => {
    const events: object[] = []
    built(http, {}).subscribe({
      next: (event) => events.push(event),
      error: reject,
      complete: () => resolve(events),
    })
  })

describe('the parts of a request', () => {
  test.each<[string, readonly string[]]>([
    ['two types', ['a', 'b']],
    ['four types', ['a', 'b', 'c', 'd']],
    ['none', []],
    ['an empty one', ['a', '', 'c']],
    ['one that is no text', ['a', 'b', 3 as unknown as string]],
  ])('SES-35 %s instead of exactly three strings is a programming error', (_, types) => {
    expect(() => buildRequest({ ...plan, types })).toThrow(/exactly three action types/)
  })

  test('SES-36 so is a call without an address', () => {
    expect(() => buildRequest({ ...plan, call: { ...list, path: '' } })).toThrow(/has no address/)
  })

  test('SES-31 a request can be built from every call in the table', () => {
    expect(allCalls.length).toBeGreaterThan(100)
    for (const call of allCalls as readonly Call[]) {
      expect(
        () => buildRequest({ types: REQUEST_TYPES, call, read: (reply) => reply }),
        call.id,
      ).not.toThrow()
    }
  })
})

describe('the events of a request', () => {
  test('SES-31 it is pending, then succeeds with its method and the selected part of the reply', async () => {
    const { http } = await serve((_, response) => json(response, 200, { things: ['a'] }))
    expect(await eventsOf(http)).toEqual([
      { type: 'request.started', method: 'GET' },
      { type: 'request.succeeded', method: 'GET', response: ['a'] },
    ])
  })

  test('SES-31 it fails with the error as plain data', async () => {
    const { http } = await serve((_, response) =>
      json(response, 503, { message: 'Too busy', code: 'unavailable' }, { 'retry-after': '2' }),
    )
    const events = await eventsOf(http)
    expect(events).toEqual([
      { type: 'request.started', method: 'GET' },
      {
        type: 'request.failed',
        method: 'GET',
        error: {
          name: 'CallRefused',
          message: 'Too busy',
          retryAfterMs: 2000,
          reference: expect.stringMatching(/^[0-9A-F]{12}$/),
          code: 'unavailable',
          params: null,
          fields: null,
        },
      },
    ])
    expect(JSON.parse(JSON.stringify(events))).toEqual(events)
  })

  test('it is cancelled when its subscriber leaves', async () => {
    let closed = false
    const { server, http } = await serve((_, response) => {
      response.on('close', () => {
        closed = true
      })
    })
    const subscription = buildRequest(plan)(http, {}).subscribe()
    await expect.poll(() => server.seen.length).toBe(1)
    subscription.unsubscribe()
    await expect.poll(() => closed).toBe(true)
  })
})

describe("the helper for the shell's requests", () => {
  test('SES-51 returns the body of a reply', async () => {
    const { http } = await serve((_, response) => json(response, 200, { things: ['a'] }))
    expect(await shellRead(http, list)).toEqual({ things: ['a'] })
  })

  test.each([204, 400, 403, 404, 417, 500])(
    'SES-51 CONFLICT-16 returns an empty object for status %i',
    async (status) => {
      const { http } = await serve((_, response) =>
        status === 204 ? void response.writeHead(204).end() : json(response, status, { message: 'no' }),
      )
      expect(await shellRead(http, list)).toEqual({})
    },
  )

  test('SES-52 returns an empty object for unreadable JSON, and reports it on the console', async () => {
    const { http, reported } = await serve(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"things":'),
    )
    expect(await shellRead(http, list)).toEqual({})
    expect(reported).toEqual([{ call: list, error: expect.any(BadReply), isShown: false }])
  })

  test('SES-30 an unreachable server stays a network failure', async () => {
    const { http } = await serve((_, response) => void response.destroy())
    await expect(shellRead(http, list)).rejects.toMatchObject({ name: 'NetworkFailure' })
  })
})
