import { afterEach, describe, expect, test, vi } from 'vitest'
import { failureOf, noticeOfFailure } from '#src/machines/kit/failure.ts'
import { createHttp, type Http } from '#src/services/http/http.ts'
import { createFixedBarrier } from '#src/services/session/token-barrier.ts'
import { createHttpFixture } from '#tests/kit/services/http.fixture.ts'
import { read, serve, write } from '#tests/kit/services/http-calls.ts'
import { type Answerer, json } from '#tests/kit/services/http-server.ts'

const input = { params: { thingId: '1' } }
const V2 = 'http://backend.test/'
const MARKED = { error: true, message: 'The yard is closed' }

/** A query against a server; it is repeated after `retryAfterMs`. */
const start = async (answer: Answerer, retryAfterMs: number | null = 1) => {
  const server = await serve(answer)
  return { server, ...createHttpFixture(server.base, { retryAfterMs }) }
}

/** Why a call failed. */
const errorOf = (pending: Promise<unknown>) =>
  pending.then(
    () => 'succeeded',
    (error: unknown) => error,
  )

/** What people are shown of the failures that were reported. */
const noticesOf = ({ reported }: Pick<Awaited<ReturnType<typeof start>>, 'reported'>) =>
  reported.filter(({ isShown }) => isShown).map(({ error }) => noticeOfFailure(failureOf(error)))

describe('SES-53 CST-11 a query that fails', () => {
  const refuse: Answerer = (_, response) => json(response, 500, { message: 'Broken' })

  test.each<[string, Answerer, string]>([
    ['a refusal', refuse, 'CallRefused'],
    ['a reply marked as an error', (_, response) => json(response, 200, MARKED), 'CallRefused'],
    ['a reply that is not as promised', (_, response) => json(response, 200, { name: 5 }), 'BadReply'],
    ['a connection that breaks', (_, response) => void response.destroy(), 'NetworkFailure'],
  ])('is sent twice and no more: %s', async (_, answer, name) => {
    const { server, http, reported } = await start(answer)
    expect(await errorOf(http.call(read, input))).toMatchObject({ name })
    expect(server.seen).toHaveLength(2)
    expect(reported).toHaveLength(1)
  })

  test('is sent again after 5000 ms, and then no more', async () => {
    vi.useFakeTimers()
    const sentAt: number[] = []
    const begun = Date.now()
    const http = createHttp({
      environment: () => ({ v2BaseUrl: V2, v3BaseUrl: V2, identityBaseUrl: V2, apiKey: 'key' }),
      barrier: createFixedBarrier('token'),
      ...{ userId: () => 1, actingFor: () => null, cdsMode: () => null, sessionLost: () => {} },
      fetch: async () => {
        sentAt.push(Date.now() - begun)
        return new Response('{"message":"Broken"}', { status: 500 })
      },
    })
    const failed = errorOf(http.call(read, input))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await failed).toMatchObject({ name: 'CallRefused' })
    expect(sentAt).toEqual([0, 5000])
  })

  test('is answered by its second attempt, and then nothing is reported', async () => {
    let attempts = 0
    const { http, reported } = await start((_, response) => {
      attempts += 1
      if (attempts === 1) json(response, 500, { message: 'Broken' })
      else json(response, 200, { name: 'truck' })
    })
    expect(await http.call(read, input)).toEqual({ name: 'truck' })
    expect(reported).toEqual([])
  })

  test('is not sent again by a page that has left it', async () => {
    const { server, http } = await start(refuse, 60_000)
    const page = new AbortController()
    const pending = errorOf(http.call(read, input, page.signal))
    await expect.poll(() => server.seen.length).toBe(1)
    page.abort()
    expect(await pending).toMatchObject({ name: 'AbortError' })
    expect(server.seen).toHaveLength(1)
  })

  test('what writes is sent once, and so is a query whose caller repeats it', async () => {
    const { server, http } = await start(refuse)
    await errorOf(http.call(write, { body: {} }))
    expect(server.seen).toHaveLength(1)
    await errorOf(http.call(read, { ...input, isSentOnce: true }))
    expect(server.seen).toHaveLength(2)
  })

  test('an empty reply is an answer, which is not requested again', async () => {
    const { server, http } = await start((_, response) => void response.writeHead(204).end())
    expect(await errorOf(http.call(read, input))).toMatchObject({ name: 'EmptyReply' })
    expect(server.seen).toHaveLength(1)
  })

  test.each([400, 403, 404, 410, 413, 422])(
    'CONFLICT-44 nor is one that is refused for good: %i',
    async (status) => {
      const { server, http, reported } = await start((_, response) =>
        json(response, status, { message: 'Not like this' }),
      )
      expect(await errorOf(http.call(read, input))).toMatchObject({ name: 'CallRefused', status })
      expect([server.seen.length, reported.length]).toEqual([1, 1])
    },
  )

  test.each([408, 409, 429, 503])('one that may be answered later is sent twice: %i', async (status) => {
    const { server, http } = await start((_, response) => json(response, status, { message: 'Not now' }))
    await errorOf(http.call(read, input))
    expect(server.seen).toHaveLength(2)
  })

  test('nor is a login that is over', async () => {
    const { server, http, counted, reported } = await start((_, response) =>
      json(response, 400, { message: 'Token Not Available' }),
    )
    await errorOf(http.call(read, input))
    expect([server.seen.length, counted.lost, reported.map(({ isShown }) => isShown)]).toEqual([
      1,
      1,
      [false],
    ])
  })
})

describe('SES-54 SES-55 what is shown of a failed call, whoever made it', () => {
  const warning = { kind: 'warning', text: 'responseIsEmpty' }
  const error = (message: string) => ({ kind: 'error', failure: { message } })

  test.each<[string, Answerer, object[]]>([
    ['204', (_, response) => void response.writeHead(204).end(), [warning]],
    ['an empty object', (_, response) => json(response, 200, {}), [warning]],
    ['an error in a 200', (_, response) => json(response, 200, MARKED), [error('The yard is closed')]],
    ['a 500', (_, response) => json(response, 500, MARKED), [error('The yard is closed')]],
    ['a 417 that is an error', (_, response) => json(response, 417, MARKED), [error('The yard is closed')]],
    ['SES-25 a 417 that is none', (_, response) => json(response, 417, { message: 'Not now' }), []],
    ['a 409 that is an error', (_, response) => json(response, 409, MARKED), [error('The yard is closed')]],
    ['a question', (_, response) => json(response, 409, { ...MARKED, error: false }), []],
    ['SES-30 no reply', (_, response) => void response.destroy(), []],
  ])('%s', async (_, answer, notices) => {
    for (const make of [
      (http: Http) => http.call(read, input),
      (http: Http) => http.call(write, { body: {} }),
    ]) {
      const fixture = await start(answer)
      await errorOf(make(fixture.http))
      expect(noticesOf(fixture)).toMatchObject(notices)
      expect(noticesOf(fixture)).toHaveLength(notices.length)
    }
  })

  test('SES-51 nothing of a call that its caller keeps silent, whether it reads or writes', async () => {
    for (const answer of [
      (_, response) => json(response, 500, MARKED),
      (_, response) => json(response, 417, MARKED),
      (_, response) => void response.writeHead(204).end(),
    ] satisfies Answerer[]) {
      const silent = await start(answer)
      await errorOf(silent.http.send(read, { ...input, isSilent: true }))
      await errorOf(silent.http.call(write, { body: {}, isSilent: true }))
      expect([noticesOf(silent), silent.reported.length]).toEqual([[], 2])
    }
  })

  test('of a poll that fails each minute only the first, until it has succeeded', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let isOpen = false
    const fixture = await start((_, response) =>
      isOpen ? json(response, 200, { name: 'truck' }) : json(response, 500, MARKED),
    )
    let polls = 0
    const poll = async () => {
      await errorOf(fixture.http.call(read, { ...input, isPolled: true }))
      polls += 1
    }
    const clock = setInterval(() => void poll(), 60_000)
    const minute = async () => {
      const before = polls
      vi.advanceTimersByTime(60_000)
      await expect.poll(() => polls).toBe(before + 1)
      return noticesOf(fixture).length
    }
    expect([await minute(), await minute(), await minute()]).toEqual([1, 1, 1])
    isOpen = true
    expect(await minute()).toBe(1)
    isOpen = false
    expect([await minute(), await minute()]).toEqual([2, 2])
    expect(fixture.reported).toHaveLength(5)
    await errorOf(fixture.http.call(read, input))
    expect(noticesOf(fixture), 'what somebody asks for meanwhile is shown').toHaveLength(3)
    clearInterval(clock)
  })
})

afterEach(() => void vi.useRealTimers())
