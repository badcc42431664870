import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import type { Devices } from '#server/ingest/devices.repository.ts'
import { INGEST, INGEST_PATH } from '#server/ingest/limits.ts'
import { registerIngest } from '#server/ingest/osmand.routes.ts'
import type { Ingest } from '#server/ingest/types.ts'

const WAITING = INGEST.largeBodies.mostOfUser

/** Devices that are looked up for as long as the test wants, none of which is known, and the door of theirs. */
const slowDoor = () => {
  const looked: string[] = []
  const release: Array<() => void> = []
  const devices = {
    authenticate: (credentials: ReadonlyArray<{ readonly id: string }>) =>
      new Promise((resolve) => {
        looked.push(credentials[0]?.id ?? '')
        release.push(() => resolve(credentials.map(() => null)))
      }),
  } as unknown as Devices
  const app = Fastify()
  registerIngest(app, { ingest: {} as Ingest, devices })
  const post = (address: string, id: string, length: number) =>
    app.inject({
      ...{ method: 'POST', url: INGEST_PATH, remoteAddress: address },
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify([{ id, lat: 18, lon: 73, timestamp: 1, note: 'x'.repeat(length) }]),
    })
  return { looked, release, post }
}

test('large bodies of unknown devices are read one at a time, sixteen of an address wait, and small ones of others come between', async () => {
  const { looked, release, post } = slowDoor()
  const many = Array.from({ length: WAITING + 2 }, () => post('10.0.0.1', 'large', 20_000))
  await vi.waitFor(() => expect(looked).toEqual(['large']), 20_000)
  const small = post('10.0.0.2', 'small', 10)
  await vi.waitFor(() => expect(looked).toEqual(['large', 'small']), 20_000)
  release[1]?.()
  expect((await small).statusCode).toBe(401)
  const other = post('10.0.0.3', 'other', 20_000)
  release[0]?.()
  await vi.waitFor(() => expect(looked.length).toBe(3), 20_000)
  for (let done = 2; done < WAITING + 2; done += 1) {
    await vi.waitFor(() => expect(looked.length).toBeGreaterThan(done), 20_000)
    release[done]?.()
  }
  expect((await other).statusCode).toBe(401)
  const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(WAITING)
  expect(looked.indexOf('other')).toBeLessThan(5)
})

test('an address that was refused too often has small bodies read one at a time too', async () => {
  const { looked, release, post } = slowDoor()
  for (let i = 0; i < INGEST.mostUnknown; i += 1) {
    const refused = post('10.0.0.1', `made-up ${i}`, 10)
    await vi.waitFor(() => expect(looked.length).toBe(i + 1), 20_000)
    release[i]?.()
    expect((await refused).statusCode).toBe(401)
  }
  const many = Array.from({ length: 3 }, () => post('10.0.0.1', 'again', 10))
  await vi.waitFor(() => expect(looked.at(-1)).toBe('again'), 20_000)
  const other = post('10.0.0.2', 'other', 10)
  await vi.waitFor(() => expect(looked.at(-1)).toBe('other'), 20_000)
  expect(looked.filter((id) => id === 'again')).toHaveLength(1)
  for (let done = 0; done < looked.length || done < INGEST.mostUnknown + 4; done += 1) {
    await vi.waitFor(() => expect(release.length).toBeGreaterThan(done), 20_000)
    release[done]?.()
    await nextTurn()
  }
  expect((await Promise.all(many)).map(({ statusCode }) => statusCode)).toEqual([429, 429, 429])
  expect((await other).statusCode).toBe(401)
})
