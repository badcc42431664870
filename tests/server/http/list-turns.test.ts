import { connect } from 'node:net'
import { beforeAll, expect, test, vi } from 'vitest'
import { liveNotifications } from '#contract/calls/alerts.ts'
import type { Call } from '#contract/calls/call.ts'
import { dashboardFunctions, figureRows, getPerformance, mileageVsDate } from '#contract/calls/dashboard.ts'
import { driverScores, drivingIncidents } from '#contract/calls/driving-analysis.ts'
import { vehicleList } from '#contract/calls/fleet.ts'
import { geofenceList } from '#contract/calls/geofences.ts'
import { getLiveDtc } from '#contract/calls/health.ts'
import { fleetStream, liveStream } from '#contract/calls/live.ts'
import { listLiveShares } from '#contract/calls/live-share.ts'
import { routePlayback, tripRoute } from '#contract/calls/playback.ts'
import { readPreferences, savePreferences } from '#contract/calls/preferences.ts'
import { alertBackTest } from '#contract/calls/settings.ts'
import { getTripUpdate } from '#contract/calls/trips.ts'
import { DEFAULT_PREFERENCES } from '#contract/records/preferences.ts'
import { addressesOf } from '#server/http/mount.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { lockTable, waitersFor } from '#tests/kit/server/locked-table.ts'

const backend = withBackend()
const ids = new Map<string, number>()
const tokens = new Map<string, string>()
const vehicles = new Map<string, number>()
/** Lists that a user may have in work, and more. */
const [MOST, MANY] = [32, 40]
const MOST_REQUESTS = 96
const MOST_WAITERS = 4

beforeAll(async () => {
  for (const name of ['busy', 'other']) {
    const { id } = await addCompany(backend.database.db)
    vehicles.set(name, (await addVehicle(backend.database.db, { company_id: id })).id)
    ids.set(name, await backend.addUser(name, 'CUSTOMER', id))
    tokens.set(name, (await backend.logIn(name)).token)
  }
})

const ask = (name: string, call: Call) =>
  backend.app.inject({
    method: call.method,
    url: `${addressesOf(call)[0]}${call.method === 'GET' ? `?userId=${ids.get(name)}` : ''}`,
    headers: { authorization: `Bearer ${tokens.get(name)}` },
    ...(call.method === 'GET'
      ? {}
      : {
          payload: {
            ...{ fromTsInIST: '2026-03-01 00:00:00', toTsInIST: '2026-03-02 00:00:00' },
            ...{ fromDate: '2026-03-01 00:00:00', toDate: '2026-03-02 00:00:00' },
            ...{ vehicleId: vehicles.get(name), telemetryEnabled: true },
            ...{
              by: call === figureRows ? 'hour' : 'vehicle',
              subjectId: vehicles.get(name),
              incident: 'OS',
            },
          },
        }),
  })

let address: Promise<string> | null = null
const listening = (): Promise<string> => (address ??= backend.app.listen({ port: 0, host: '127.0.0.1' }))

test('a user who leaves while his lists wait, or a back-test counts, is no failure', async () => {
  const address = await listening()
  const url = `${address}${addressesOf(listLiveShares)[0]}?userId=${ids.get('busy')}`
  const headers = { authorization: `Bearer ${tokens.get('busy')}` }
  const left = new AbortController()
  const statuses: number[] = []
  const waiting = await backend.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, 'live_share')
    const replies = Array.from({ length: MANY }, () =>
      fetch(url, { headers, signal: left.signal }).then(
        ({ status }) => statuses.push(status),
        () => null,
      ),
    )
    // All others have come and wait.
    await vi.waitFor(() => expect(statuses).toEqual(Array(MANY - MOST).fill(429)), 20_000)
    left.abort()
    return { replies }
  })
  await Promise.all(waiting.replies)
  await vi.waitFor(() => expect(backend.logged.join()).toContain('nobody waits'), 20_000)
  expect(backend.logged.join()).not.toContain('a request failed')

  const leaves = new AbortController()
  backend.logged.length = 0
  await backend.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, 'vehicle_day')
    const backTest = fetch(`${address}${addressesOf(alertBackTest)[0]}`, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      ...{ body: JSON.stringify({ id: 'overspeedAlert' }), signal: leaves.signal },
    }).catch(() => null)
    await vi.waitFor(async () => expect(await waitersFor(trx, 'vehicle_day')).toBeGreaterThan(0), 20_000)
    leaves.abort()
    await backTest
    await vi.waitFor(() => expect(backend.logged.join()).toContain('nobody waits'), 20_000)
  })
  expect(backend.logged.join()).not.toContain('a request failed')
})

test('requests that a user has left before they were looked at do not count for ever', async () => {
  const { port } = new URL(await listening())
  const request = `GET ${addressesOf(readPreferences)[0]} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${tokens.get('busy')}\r\n\r\n`
  const leave = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(request, () => socket.resetAndDestroy()),
      )
      socket.on('close', () => resolve()).on('error', () => {})
    })
  for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 60 }, leave))
  await vi.waitFor(async () => expect((await ask('busy', readPreferences)).statusCode).toBe(200), 20_000)
})

test('requests and streams that were sent behind a stream on one connection do not count when it has been closed', async () => {
  const { port } = new URL(await listening())
  const get = (call: Call) =>
    `GET ${addressesOf(call)[0]} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${tokens.get('busy')}\r\n\r\n`
  /** Sends a stream and seven requests behind it, which all wait for its end, and leaves. */
  const leave = (behind: Call) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(get(fleetStream) + get(behind).repeat(7)),
      )
      // What is answered after the first event shows that the server has read what came with it.
      socket.once('data', () => ask('other', readPreferences).then(() => socket.resetAndDestroy()))
      socket.on('close', () => resolve()).on('error', () => {})
    })
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(Array.from({ length: 14 }, () => leave(readPreferences)))
    for (let connection = 0; connection < 4; connection += 1) await leave(fleetStream)
  }
  await vi.waitFor(async () => expect((await ask('busy', readPreferences)).statusCode).toBe(200), 20_000)
  const closing = new AbortController()
  const url = `${await listening()}${addressesOf(fleetStream)[0]}`
  const opened = await fetch(url, {
    headers: { authorization: `Bearer ${tokens.get('busy')}` },
    signal: closing.signal,
  })
  expect(opened.status).toBe(200)
  closing.abort()
})

/** The lists, each with a table that it waits for while that is locked. */
const LISTS = [
  [liveNotifications, 'alert'],
  [vehicleList, 'vehicle'],
  [geofenceList, 'geofence'],
  [getLiveDtc, 'vehicle'],
  [listLiveShares, 'live_share'],
  [getTripUpdate, 'trip'],
  [getPerformance, 'vehicle'],
  [routePlayback, 'vehicle_day'],
  [tripRoute, 'vehicle_day'],
] as const

test.each(LISTS.map(([call, table]) => ({ call, table, id: call.id })))(
  'a list is read in turns, so that many by one user do not hold others up: $id',
  async ({ call, table }) => {
    const answered: string[] = []
    const begin = (name: string) =>
      ask(name, call).then(({ statusCode }) => answered.push(`${name} ${statusCode}`))
    const waiting = await backend.database.db.transaction().execute(async (trx) => {
      await lockTable(trx, table)
      const many = Array.from({ length: MANY }, () => begin('busy'))
      await vi.waitFor(() => expect(answered).toEqual(Array(MANY - MOST).fill('busy 429')), 20_000)
      const waits = (least: number) =>
        vi.waitFor(async () => expect(await waitersFor(trx, table)).toBeGreaterThanOrEqual(least), 20_000)
      await waits(1)
      const before = await waitersFor(trx, table)
      // Of all those lists one is read, by two queries at most; the server's own work may wait beside it.
      expect(before).toBeLessThanOrEqual(MOST_WAITERS)
      const other = begin('other')
      await waits(before + 1)
      return [...many, other]
    })
    await Promise.all(waiting)
    const served = answered.slice(MANY - MOST)
    expect(served.filter((each) => each === 'busy 200')).toHaveLength(MOST)
    expect(served).toContain('other 200')
  },
)

test.each([figureRows, driverScores, drivingIncidents].map((call) => [call.id, call] as const))(
  'what is computed in other turns is made into an answer in those of lists: %s',
  async (_id, call) => {
    const answered: string[] = []
    const begin = (which: Call) =>
      ask('busy', which).then(({ statusCode }) => answered.push(`${which.id} ${statusCode}`))
    const waiting = await backend.database.db.transaction().execute(async (trx) => {
      await lockTable(trx, 'geofence')
      const replies = [begin(geofenceList)]
      await vi.waitFor(async () => expect(await waitersFor(trx, 'geofence')).toBeGreaterThan(0), 20_000)
      replies.push(begin(call))
      for (let others = 0; others < 5; others += 1) expect((await ask('other', call)).statusCode).toBe(200)
      expect(answered).toEqual([])
      return replies
    })
    await Promise.all(waiting)
    expect(answered).toEqual([`${geofenceList.id} 200`, `${call.id} 200`])
  },
)

test('DSH-02 lists that the one call of functions asks for are read in turns too', async () => {
  const body = { dashboardFunctionNames: ['TRIP_STATUS'] }
  const begin = () =>
    backend.ask('POST', addressesOf(dashboardFunctions)[0] ?? '', { token: tokens.get('busy') ?? '', body })
  const { waits, replies } = await backend.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, 'trip')
    const all = Array.from({ length: 4 }, begin)
    // A function that takes long is left out of the answer.
    await Promise.all(all)
    return { waits: await waitersFor(trx, 'trip'), replies: all }
  })
  expect(waits).toBe(1)
  for (const { status } of await Promise.all(replies)) expect(status).toBe(200)
})

test('a user has so many requests that wait for an answer; others are answered, and each that ends makes room', async () => {
  const statuses: number[] = []
  const read = (name: string) => ask(name, readPreferences).then(({ statusCode }) => statusCode)
  const waiting = await backend.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, 'user_preference')
    const many = Array.from({ length: MOST_REQUESTS + 4 }, () =>
      read('busy').then((status) => statuses.push(status)),
    )
    await vi.waitFor(() => expect(statuses).toEqual([429, 429, 429, 429]), 20_000)
    return { many, other: read('other') }
  })
  expect(await waiting.other).toBe(200)
  await Promise.all(waiting.many)
  expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_REQUESTS)
  expect(await read('busy')).toBe(200)
})

test('what users change is changed in turns, three of a user, so that many by one leave connections to others', async () => {
  const answered: string[] = []
  const change = (name: string) =>
    backend
      .ask('PUT', addressesOf(savePreferences)[0] ?? '', {
        ...{ token: tokens.get(name) ?? '', body: DEFAULT_PREFERENCES },
      })
      .then(({ status }) => answered.push(`${name} ${status}`))
  const waiting = await backend.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, 'user_preference')
    const waits = (most: number) =>
      vi.waitFor(async () => expect(await waitersFor(trx, 'user_preference')).toBe(most), 20_000)
    const many = Array.from({ length: MANY }, () => change('busy'))
    await waits(3)
    // A list is read meanwhile, and somebody else's change waits for the table alone.
    expect((await ask('other', vehicleList)).statusCode).toBe(200)
    const other = change('other')
    await waits(4)
    return [...many, other]
  })
  await Promise.all(waiting)
  expect(answered.toSorted()).toEqual([...Array(MANY).fill('busy 200'), 'other 200'])
})

test('questions of figures are begun six at a time for a user, as what they are made of is read before their turns', async () => {
  const statuses: number[] = []
  const waiting = await backend.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, 'vehicle')
    const many = Array.from({ length: MANY }, () =>
      ask('busy', mileageVsDate).then(({ statusCode }) => statuses.push(statusCode)),
    )
    await vi.waitFor(async () => expect(await waitersFor(trx, 'vehicle')).toBe(6), 20_000)
    expect((await ask('other', readPreferences)).statusCode).toBe(200)
    return many
  })
  await Promise.all(waiting)
  expect(statuses).toEqual(Array(MANY).fill(200))
})

test('AC-22 what lists name is looked up three at a time for a user', async () => {
  const statuses: number[] = []
  const waiting = await backend.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, 'vehicle')
    const many = Array.from({ length: MOST }, () =>
      ask('busy', routePlayback).then(({ statusCode }) => statuses.push(statusCode)),
    )
    await vi.waitFor(async () => expect(await waitersFor(trx, 'vehicle')).toBe(3), 20_000)
    expect((await ask('other', readPreferences)).statusCode).toBe(200)
    expect(await waitersFor(trx, 'vehicle')).toBe(3)
    return many
  })
  await Promise.all(waiting)
  expect(statuses).toEqual(Array(MOST).fill(200))
})

test('AC-22 streams are opened three at a time for a user', async () => {
  const address = await listening()
  const closing = new AbortController()
  const headers = { authorization: `Bearer ${tokens.get('busy')}` }
  const open = ([path]: readonly string[], query = '') =>
    fetch(`${address}${path}${query}`, { headers, signal: closing.signal }).then(({ status }) => status)
  const waiting = await backend.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, 'vehicle')
    const many = [
      ...Array.from({ length: 8 }, () => open(addressesOf(fleetStream))),
      ...Array.from({ length: 8 }, () => open(addressesOf(liveStream), `?vehicleId=${vehicles.get('busy')}`)),
    ]
    await vi.waitFor(async () => expect(await waitersFor(trx, 'vehicle')).toBe(3), 20_000)
    expect((await ask('other', readPreferences)).statusCode).toBe(200)
    expect(await waitersFor(trx, 'vehicle')).toBe(3)
    return many
  })
  expect(await Promise.all(waiting)).toEqual(Array(16).fill(200))
  closing.abort()
})

test('AC-07 what has been computed for a user who was disabled meanwhile is not sent', async () => {
  const { db } = backend.database
  const company = await addCompany(db)
  const userId = await backend.addUser('leaver', 'CUSTOMER', company.id)
  await addVehicle(db, { company_id: company.id })
  const { token } = await backend.logIn('leaver')
  const waiting = await db.transaction().execute(async (trx) => {
    await lockTable(trx, 'vehicle_day')
    const reply = backend.ask('POST', addressesOf(alertBackTest)[0] ?? '', {
      ...{ token, body: { id: 'overspeedAlert' } },
    })
    await vi.waitFor(async () => expect(await waitersFor(trx, 'vehicle_day')).toBeGreaterThan(0), 20_000)
    await trx.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', userId).execute()
    backend.setLead(2_000)
    return { reply }
  })
  const { status } = await waiting.reply
  backend.setLead(0)
  expect(status).toBe(401)
})

test('AC-07 a list that waited for its turn is not read for a user who was disabled meanwhile', async () => {
  const { db } = backend.database
  const userId = await backend.addUser('waiter', 'CUSTOMER', (await addCompany(db)).id)
  const { token } = await backend.logIn('waiter')
  const waiting = await db.transaction().execute(async (trx) => {
    await lockTable(trx, 'live_share')
    const begin = () => backend.ask('GET', addressesOf(listLiveShares)[0] ?? '', { token })
    const replies = [begin(), begin()]
    await vi.waitFor(async () => expect(await waitersFor(trx, 'live_share')).toBeGreaterThan(0), 20_000)
    await trx.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', userId).execute()
    backend.setLead(2_000)
    return { replies }
  })
  const statuses = (await Promise.all(waiting.replies)).map(({ status }) => status)
  backend.setLead(0)
  expect(statuses.toSorted()).toEqual([200, 401])
})

test('what a user has asked to change and left before its turn is not changed, and is not held', async () => {
  const { port } = new URL(await listening())
  const body = (language: string) => JSON.stringify({ ...DEFAULT_PREFERENCES, language })
  const change = (language: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    const text = body(language)
    socket.on('error', () => {}).resume()
    socket.write(
      `${savePreferences.method} ${addressesOf(savePreferences)[0]} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n` +
        `authorization: Bearer ${tokens.get('busy')}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
    )
    return { socket, closed: new Promise((resolve) => socket.on('close', resolve)) }
  }
  const connections = () =>
    new Promise<number>((resolve) => backend.app.server.getConnections((_error, count) => resolve(count)))
  backend.app.server.closeIdleConnections()
  await vi.waitFor(async () => expect(await connections()).toBe(0), 20_000)
  backend.logged.length = 0
  const first = await backend.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, 'user_preference')
    const running = Array.from({ length: 3 }, () => change('ta'))
    await vi.waitFor(async () => expect(await waitersFor(trx, 'user_preference')).toBe(3), 20_000)
    const left = Array.from({ length: MANY }, () => change('hi'))
    await vi.waitFor(async () => expect(await connections()).toBe(3 + MANY), 20_000)
    // What is answered meanwhile shows that the server has read what came before.
    for (let round = 0; round < 10; round += 1) expect((await ask('other', vehicleList)).statusCode).toBe(200)
    for (const { socket } of left) socket.resetAndDestroy()
    await vi.waitFor(async () => expect(await connections()).toBe(3), 20_000)
    return running
  })
  await Promise.all(first.map(({ closed }) => closed))
  expect(backend.logged.some((line) => line.includes('nobody waits'))).toBe(true)
  const answer = await backend.ask('GET', addressesOf(readPreferences)[0] ?? '', {
    token: tokens.get('busy') ?? '',
  })
  expect(answer.body).toMatchObject({ language: 'ta' })
})
