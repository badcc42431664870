import { EventEmitter } from 'node:events'
import type { RequestListener } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { FleetBatch } from '#contract/records/live.ts'
import { LIVE as LIMITS } from '#server/live/limits.ts'
import { createStreamLimit } from '#server/live/stream-limit.ts'
import { FLEET, LIVE, withStreams } from './live-server.fixture.ts'

const { backend, fixture, open, send } = withStreams()

describe('streams of the whole server', () => {
  test('a fix sent by a device reaches the fleet stream and the stream of its truck', async () => {
    const [fleet, live] = [await open(FLEET), await open(`${LIVE}?vehicleId=${fixture.own.id}`)]
    await fleet.until((text) => text.includes('event: snapshot'))
    await send(fixture.foreign, 18.6)
    await send(fixture.own, 18.5)
    const fleetText = await fleet.until((text) => /event: batch\n.*\n.*\n\n/.test(text))
    const liveText = await live.until((text) => /event: livePoint\n.*\n.*\n\n/.test(text))
    const batch: FleetBatch = JSON.parse(/event: batch\nid: .*\ndata: (.*)\n/.exec(fleetText)?.[1] ?? '')
    expect(batch).toMatchObject({ vehicleId: [fixture.own.id], lat: [18.5] })
    expect(JSON.parse(/event: livePoint\nid: .*\ndata: (.*)\n/.exec(liveText)?.[1] ?? '')).toMatchObject({
      LAT: 18.5,
      vehicleId: fixture.own.id,
    })
    expect(fleetText).not.toContain('18.6')
    fleet.leave()
    live.leave()
  })

  test('AC-19 streams have the security headers too', async () => {
    const { reply, leave } = await open(FLEET)
    expect(reply.headers.get('content-type')).toBe('text/event-stream')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('content-security-policy')).toContain("object-src 'none'")
    leave()
  })

  test("AC-02 another company's truck and a missing one are answered alike, and a missing token is refused", async () => {
    const answers = await Promise.all(
      [fixture.foreign.id, 2_000_000_000].map(async (id) => {
        const { reply, leave } = await open(`${LIVE}?vehicleId=${id}`)
        leave()
        return reply.status
      }),
    )
    expect(answers).toEqual([404, 404])
    const { reply, leave } = await open(FLEET, { authorization: 'Bearer nonsense' })
    expect(reply.status).toBe(401)
    leave()
  })

  test('AC-02 ST-16 beside an own truck a foreign and a missing one get the same ERROR and nothing else', async () => {
    const none = 2_000_000_000
    const { until, leave } = await open(
      `${LIVE}?vehicleIds[0]=${fixture.foreign.id}&vehicleIds[1]=${fixture.own.id}&vehicleIds[2]=${none}`,
    )
    await send(fixture.foreign, 18.6002)
    await send(fixture.own, 18.5002)
    const text = await until((all) => all.includes('"LAT":18.5002'))
    expect(text).not.toContain('18.6002')
    const errors = [...text.matchAll(/id: v(\d+)-gone\ndata: (.*)\n/g)].map(([, id, data]) => [
      Number(id),
      data,
    ])
    const noDataReply = '{"ERROR":"No data Available for the selected Vehicle"}'
    expect(errors).toEqual([
      [fixture.foreign.id, noDataReply],
      [none, noDataReply],
    ])
    leave()
    expect((await open(LIVE)).reply.status).toBe(400)
  })

  test("AC-02 ST-06 resuming with another company's id returns none of its data", async () => {
    const { until, leave } = await open(`${LIVE}?vehicleId=${fixture.own.id}`, {
      'last-event-id': `v${fixture.foreign.id}-${Date.now()}`,
    })
    const text = await until((all) => all.includes('event: livePoint'))
    expect(text).toContain('event: reset')
    expect(text).not.toContain(`"vehicleId":${fixture.foreign.id}`)
    leave()
  })

  test('ST-12 a login has at most so many streams open, and closing one makes room', async () => {
    const { token } = await backend.logIn('watcher')
    const own = { authorization: `Bearer ${token}` }
    const path = `${LIVE}?vehicleId=${fixture.own.id}`
    const streams = []
    for (let i = 0; i < LIMITS.streamsOfLogin; i += 1) streams.push(await open(i % 2 ? FLEET : path, own))
    expect(streams.every(({ reply }) => reply.status === 200)).toBe(true)
    for (const each of [FLEET, path]) {
      const { reply, leave } = await open(each, own)
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, String(LIMITS.streamsRetryS)])
      leave()
    }
    const other = await open(FLEET)
    expect(other.reply.status).toBe(200)
    streams.pop()?.leave()
    await expect
      .poll(async () => {
        const { reply, leave } = await open(FLEET, own)
        leave()
        return reply.status
      })
      .toBe(200)
    for (const { leave } of [other, ...streams]) leave()
  })

  test('ST-12 readers who left while their access was checked count no more', async () => {
    const { token } = await backend.logIn('watcher')
    const own = { authorization: `Bearer ${token}` }
    const { server } = backend.app
    const [handle] = server.listeners('request') as RequestListener[]
    if (handle === undefined) throw new Error('The server hears no requests.')
    for (let i = 0; i < LIMITS.streamsOfLogin; i += 1) {
      const cut = new AbortController()
      const handled = new Promise<void>((resolve) => {
        server.removeAllListeners('request').once('request', (request, response) => {
          response.once('close', () => {
            handle(request, response)
            resolve()
          })
          cut.abort()
        })
      })
      const refused = expect(
        fetch(`${fixture.address}${FLEET}`, { headers: own, signal: cut.signal }),
      ).rejects
      await refused.toThrow()
      await handled
    }
    server.removeAllListeners('request').on('request', handle)
    const { reply, leave } = await open(FLEET, own)
    expect(reply.status).toBe(200)
    leave()
  })
})

/** Opens a stream of a login of a user from an address, as `limit` counts it. */
const openedBy =
  (limit: ReturnType<typeof createStreamLimit>) => (family: string, ip: string, user: number) => {
    const raw = new EventEmitter()
    const session = { family, caller: { userId: ACTED_FOR }, login: { userId: user } }
    limit({ session, ip } as FastifyRequest, { raw } as unknown as FastifyReply)
    return raw
  }
const ACTED_FOR = -1
const TOO_MANY = expect.objectContaining({ status: 429 })

test('ST-12 an address has at most so many streams open, whatever the logins; an IPv6 customer is one', () => {
  const openAs = openedBy(createStreamLimit())
  const streams = Array.from({ length: LIMITS.streamsOfAddress }, (_, i) =>
    openAs(`${i}`, `2001:db8::${i}`, i),
  )
  expect(() => openAs('another', '2001:db8::ffff', 9000)).toThrow(TOO_MANY)
  expect(() => openAs('another', '2001:db8:1::1', 9000)).not.toThrow()
  streams[0]?.emit('close')
  openAs('another', '2001:db8::ffff', 9001)
  expect(() => openAs('yet another', '2001:db8::ffff', 9002)).toThrow(TOO_MANY)
})

test('ST-12 a user with many logins has at most so many streams open, and leaves room for others at the address', () => {
  const openAs = openedBy(createStreamLimit())
  const streams = Array.from({ length: LIMITS.streamsOfUser }, (_, i) => openAs(`${i}`, `10.0.0.${i % 3}`, 1))
  for (const ip of ['10.0.0.1', '10.9.9.9']) expect(() => openAs('another', ip, 1)).toThrow(TOO_MANY)
  for (let user = 2; user < 9; user += 1)
    for (let i = 0; i < LIMITS.streamsOfUser; i += 1)
      expect(() => openAs(`${user} ${i}`, '10.0.0.1', user)).not.toThrow()
  streams[0]?.emit('close')
  expect(() => openAs('another', '10.0.0.2', 1)).not.toThrow()
})
