import { describe, expect, test } from 'vitest'
import type { FaultSettings } from '#contract/records/faults.ts'
import { createFaultInjection, parseSettings } from '#src/services/faults/fault-injection.ts'
import { fateOf } from '#src/services/faults/fault-plan.ts'
import { BadReply, CallRefused, NetworkFailure } from '#src/services/http/failures.ts'
import { HEADER } from '#src/services/http/request-encoding.ts'
import { faultSettings } from '#tests/kit/builders/fault-settings.ts'
import { createHttpFixture, grantOf } from '#tests/kit/services/http.fixture.ts'
import { read, serve, write } from '#tests/kit/services/http-calls.ts'
import { json } from '#tests/kit/services/http-server.ts'

const BODY = { name: 'a truck with a name that is long enough to be cut' }

/** A real server, and a `fetch` to it with faults, whose events are listed in order. */
const faulty = async (rates: Partial<FaultSettings['rates']>, others = {}) => {
  const happened: string[] = []
  const server = await serve(({ path }, response) => {
    happened.push(`server ${path}`)
    json(response, 200, BODY, { 'x-from': 'server' })
  })
  const injection = createFaultInjection({
    settings: faultSettings(rates, others),
    onFault: (kind) => happened.push(kind),
    send: fetch,
    headStartMs: 1,
  })
  const get = (path = '/a', init?: RequestInit) =>
    injection.fetch(`${server.base}${path}`, init, path.slice(1))
  return { server, injection, happened, get }
}

describe('each fault is what its name says', () => {
  test('without any, the answer is the server’s', async () => {
    const { get, happened } = await faulty({})
    const answer = await get()
    expect(await answer.json()).toEqual(BODY)
    expect(happened).toEqual(['server /a'])
  })

  test('a lost request fails as the network does, and never reaches the server', async () => {
    const { get, happened } = await faulty({ requestLost: 1 })
    await expect(get()).rejects.toThrow(TypeError)
    expect(happened).toEqual(['requestLost'])
  })

  test('of a lost answer, the server has done its part', async () => {
    const { get, happened } = await faulty({ answerLost: 1 })
    await expect(get()).rejects.toThrow(TypeError)
    expect(happened).toEqual(['server /a', 'answerLost'])
  })

  test('a doubled request reaches the server twice, with its body, and is answered once', async () => {
    const { get, server } = await faulty({ doubled: 1 })
    const answer = await get('/a', { method: 'POST', body: 'fuel' })
    expect(await answer.json()).toEqual(BODY)
    await expect.poll(() => server.seen.map(({ body }) => body)).toEqual(['fuel', 'fuel'])
  })

  test('401, 500 and 204 are answered without the server', async () => {
    const unauthorized = await faulty({ unauthorized: 1 })
    const refused = await unauthorized.get()
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ error: true, code: 'unauthenticated' })
    const failing = await faulty({ serverError: 1 })
    const failed = await failing.get('/a', { headers: { [HEADER.requestId]: 'abc' } })
    expect(failed.status).toBe(500)
    expect(await failed.json()).toMatchObject({ code: 'serverError', params: { id: 'abc' } })
    const empty = await faulty({ noContent: 1 })
    expect((await empty.get()).status).toBe(204)
    for (const { happened } of [unauthorized, failing, empty]) expect(happened).toHaveLength(1)
  })

  test('of a malformed answer half the body comes, with its status and headers', async () => {
    const { get, happened } = await faulty({ malformed: 1 })
    const answer = await get()
    const text = await answer.text()
    expect(text).toBe(JSON.stringify(BODY).slice(0, text.length))
    expect(text.length).toBe(Math.floor(JSON.stringify(BODY).length / 2))
    expect([answer.status, answer.headers.get('x-from')]).toEqual([200, 'server'])
    expect(happened).toEqual(['server /a', 'malformed'])
  })

  test('a late answer has reached the server before, and an abort ends the wait', async () => {
    const { get, happened } = await faulty({ late: 1 }, { lateMs: 60_000 })
    const control = new AbortController()
    const answer = get('/a', { signal: control.signal })
    await expect.poll(() => happened).toEqual(['server /a', 'late'])
    control.abort()
    await expect(answer).rejects.toThrow('aborted')
    const soon = await faulty({ late: 1, requestLost: 1 }, { lateMs: 1 })
    await expect(soon.get(), 'what is lost is found out late').rejects.toThrow(TypeError)
    expect(soon.happened).toEqual(['requestLost', 'late'])
  })

  test('an answer that is held back comes after the next one', async () => {
    const { injection, server, happened } = await faulty({ reordered: 0.5 })
    const ids = Array.from({ length: 50 }, (_, index) => `call${index}`)
    const isHeld = (id: string) => fateOf(injection.settings, id, 0).isReordered
    const [held = '', prompt = ''] = [ids.find(isHeld), ids.find((id) => !isHeld(id))]
    const order: string[] = []
    const call = (id: string) =>
      injection.fetch(`${server.base}/${id}`, undefined, id).then(() => order.push(id))
    const first = call(held)
    await expect.poll(() => happened).toEqual([`server /${held}`])
    await Promise.all([first, call(prompt)])
    expect(order).toEqual([prompt, held])
    expect(happened).toEqual([`server /${held}`, `server /${prompt}`, 'reordered'])
  })

  test('an answer that nothing overtakes comes by itself, and is not counted', async () => {
    const { server } = await faulty({})
    const happened: string[] = []
    const { fetch: get } = createFaultInjection({
      settings: faultSettings({ reordered: 1 }),
      onFault: (kind) => happened.push(kind),
      send: fetch,
      longestHoldMs: 1,
    })
    expect((await get(`${server.base}/a`, undefined, 'a')).status).toBe(200)
    expect(happened).toEqual([])
  })

  test('a clock is wrong until the server’s time is read', async () => {
    const { injection } = await faulty({}, { clockSkewMs: -5000 })
    expect(injection.clockErrorMs()).toBe(-5000)
    injection.correctClock()
    expect(injection.clockErrorMs()).toBe(0)
  })
})

/** The request builder on a real server, over a `fetch` with faults. */
const client = async (rates: Partial<FaultSettings['rates']>, settings = faultSettings(rates)) => {
  const server = await serve((_, response) => json(response, 200, BODY))
  const injection = createFaultInjection({ settings, onFault: () => {}, send: fetch })
  const fixture = createHttpFixture(server.base, { fetch: injection.fetch })
  fixture.grants.write(grantOf('a'))
  return { server, ...fixture }
}

describe('the request builder above them', () => {
  const INPUT = { params: { thingId: '5' } }

  test.each([
    ['requestLost', NetworkFailure, 0],
    ['answerLost', NetworkFailure, 1],
    ['serverError', CallRefused, 0],
    ['malformed', BadReply, 1],
  ] as const)('takes %s for what it is', async (kind, failure, requests) => {
    const { http, server } = await client({ [kind]: 1 })
    await expect(http.call(read, INPUT)).rejects.toThrow(failure)
    expect(server.seen).toHaveLength(requests)
  })

  test('renews a token that a fault has refused, and ends the session at the second refusal', async () => {
    const { http, counted, grants } = await client({ unauthorized: 1 })
    const call = http.call(read, INPUT)
    await expect.poll(() => counted.refreshes).toBe(1)
    grants.write(grantOf('b'))
    await expect(call).rejects.toThrow(CallRefused)
    expect(counted.lost).toBe(1)
  })

  test('answers nothing where a fault has taken the content', async () => {
    const { http } = await client({ noContent: 1 })
    expect(await http.send(read, INPUT)).toMatchObject({ kind: 'empty' })
  })

  test('counts by call, so that one seed refuses the same requests again', async () => {
    const settings = faultSettings({ serverError: 0.5 })
    const outcomes = async () => {
      const { http } = await client({}, settings)
      const results: string[] = []
      for (let each = 0; each < 12; each++) {
        const [reply, written] = await Promise.allSettled([http.call(read, INPUT), http.call(write, {})])
        results.push(reply.status, written.status)
      }
      return results
    }
    const first = await outcomes()
    expect(await outcomes()).toEqual(first)
    expect(new Set(first)).toEqual(new Set(['fulfilled', 'rejected']))
  })
})

describe('settings', () => {
  test.each([
    ['no JSON', '{"seed":'],
    ['nothing', 'null'],
    ['a seed that is no whole number', JSON.stringify({ ...faultSettings(), seed: 1.5 })],
    ['a probability above 1', JSON.stringify(faultSettings({ late: 1.01 }))],
    ['a kind that is missing', JSON.stringify({ ...faultSettings(), rates: { late: 1 } })],
    ['a delay above a minute', JSON.stringify(faultSettings({}, { lateMs: 60_001 }))],
    ['a clock that is two days ahead', JSON.stringify(faultSettings({}, { clockSkewMs: 172_800_000 }))],
  ])('%s are none', (_, text) => {
    expect(parseSettings(text)).toBeNull()
  })

  test('in their ranges are read as they were written, and no others are applied', () => {
    const settings = faultSettings({ late: 0.25 })
    expect(parseSettings(JSON.stringify(settings))).toEqual(settings)
    const wrong = { ...settings, seed: -1 }
    expect(() => createFaultInjection({ settings: wrong, onFault: () => {}, send: fetch })).toThrow()
  })
})
