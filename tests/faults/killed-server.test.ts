import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/units.ts'
import { replayVehicle } from '#server/alerts/replay.ts'
import { type Database, openDatabase } from '#server/db/open-database.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { faultRounds } from '#tests/kit/server/fault-rounds.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { NUMBERED_ALERTS, numbered, post, runServer, scratchFolder, TURN } from './faults.fixture.ts'

const BATCH = 5
const SENDERS = 8
const ACKNOWLEDGED_BEFORE_KILL = 150
const KILLS = faultRounds(2, 200)

const folder = scratchFolder()
let database: Database | undefined
afterAll(async () => {
  await database?.close()
  folder.remove()
})

type Truck = { id: number; company_id: number; imei: string; ingest_key: string }
const trucks: Truck[] = []
const FIRST_TIME = Date.now() - 20 * 3_600_000

const addTrucks = async (): Promise<void> => {
  const attached = await openDatabase({ dataDir: folder.path, attach: true })
  const company = await addCompany(attached.db)
  for (let i = 0; i < SENDERS; i += 1) trucks.push(await addVehicle(attached.db, { company_id: company.id }))
  await attached.db
    .insertInto('geofence')
    .values({
      ...{ company_id: company.id, name: 'Depot', shape: 'circle', radius_m: 200, type_id: 1 },
      points: JSON.stringify([[TURN.lng, TURN.lat]]),
      ...{ valid_from: new Date(FIRST_TIME), valid_to: new Date(FIRST_TIME + 10 * DAY_MS) },
      ...{ entry_alert: true, exit_alert: true, all_vehicles: true, created_by: null },
    })
    .execute()
  await attached.close()
}

/** Numbers of a truck's fixes: sent in batches, acknowledged by a 200. */
const sent = new Map<number, number>()
const acknowledged = new Map<number, Set<number>>()

let server: Awaited<ReturnType<typeof runServer>>
beforeAll(async () => {
  server = await runServer(folder.path)
  await addTrucks()
}, 90_000)
afterAll(() => server.end('SIGTERM'))

/** Every truck sends one batch after the other until the server is gone. Returns how many requests got no answer. */
const sendUntilKilled = async (onAcknowledged: () => void): Promise<number> => {
  const { url } = server
  const unanswered = await Promise.all(
    trucks.map(async (truck) => {
      for (;;) {
        const from = sent.get(truck.id) ?? 0
        sent.set(truck.id, from + BATCH)
        const { status } = await post(url, numbered(truck, from, BATCH, FIRST_TIME))
        if (status !== 200) return 1
        const own = acknowledged.get(truck.id) ?? new Set()
        for (let i = 0; i < BATCH; i += 1) own.add(from + i)
        acknowledged.set(truck.id, own)
        onAcknowledged()
      }
    }),
  )
  return unanswered.reduce((sum, one) => sum + one, 0)
}

/** The stored numbers of a truck, in open rows and in closed days; `rows` counts them with duplicates. */
const storedOf = async (truck: Truck): Promise<{ numbers: number[]; rows: number }> => {
  if (database === undefined) throw new Error('The database is not open.')
  const range = { companyId: truck.company_id, vehicleId: truck.id, from: FIRST_TIME, to: Date.now() }
  const { time } = await createTrackRepository({ db: database.db }).readRange(range)
  const { rows } = await database.pool.query<{ rows: number }>(
    `select ((select count(*) from open_fix where vehicle_id = $1)
      + (select coalesce(sum(fixes), 0) from vehicle_day where vehicle_id = $1))::int4 as rows`,
    [truck.id],
  )
  return { numbers: [...time].map((ms) => (ms - FIRST_TIME) / 1000), rows: rows[0]?.rows ?? 0 }
}

test('DI-01 ST-15 kill -9 during ingest: every acknowledged fix is stored exactly once, no batch is torn, and the alerts are complete', {
  timeout: KILLS * 60_000,
}, async () => {
  for (let round = 0; round < KILLS; round += 1) {
    let count = 0
    const unanswered = sendUntilKilled(() => {
      count += 1
      if (count === ACKNOWLEDGED_BEFORE_KILL) server.child.kill('SIGKILL')
    })
    // The fault must have had an effect: every sender hit it with a request under way.
    expect(await unanswered).toBe(SENDERS)
    await server.end('SIGKILL')
    expect(server.child.signalCode).toBe('SIGKILL')
    server = await runServer(folder.path)
  }

  database = await openDatabase({ dataDir: folder.path, attach: true })
  for (const truck of trucks) {
    const { numbers, rows } = await storedOf(truck)
    expect(rows).toBe(new Set(numbers).size)
    const stored = new Set(numbers)
    const acks = acknowledged.get(truck.id) ?? new Set()
    expect(acks.size).toBeGreaterThan(0)
    expect([...acks].filter((number) => !stored.has(number))).toEqual([])
    for (let from = 0; from < (sent.get(truck.id) ?? 0); from += BATCH) {
      const there = numbers.filter((number) => number >= from && number < from + BATCH).length
      expect([0, BATCH]).toContain(there)
    }
  }

  // Alerts are what one fold over all stored fixes finds, as soon as the start has evaluated them.
  const { db } = database
  const compared = async () => {
    const each = trucks.map(({ id, company_id }) =>
      replayVehicle(db, { companyId: company_id, vehicleId: id }, { since: null, now: Date.now() }),
    )
    return (await Promise.all(each)).flatMap((types) => [...types])
  }
  const differing = async () =>
    (await compared()).filter(
      ([, { missing, surplus, different }]) => missing > 0 || surplus > 0 || different > 0,
    )
  await expect.poll(differing, { timeout: 30_000, interval: 500 }).toEqual([])
  const found = (await compared()).map(([type]) => type)
  expect([...new Set(found)].sort()).toEqual(NUMBERED_ALERTS)

  // DI-03 across the restart: an acknowledged fix is a duplicate, and stays one row.
  const [truck] = trucks
  if (truck === undefined) throw new Error('There is no truck.')
  const before = (await storedOf(truck)).rows
  const again = await post(server.url, numbered(truck, 0, BATCH, FIRST_TIME))
  expect(again).toMatchObject({ status: 200, body: { stored: 0, duplicate: BATCH } })
  expect((await storedOf(truck)).rows).toBe(before)
})

test('DI-11 SIGTERM under load: acknowledged fixes are stored, and it exits by itself with code 0', {
  timeout: 120_000,
}, async () => {
  let count = 0
  const done = sendUntilKilled(() => {
    count += 1
    if (count === ACKNOWLEDGED_BEFORE_KILL) server.child.kill('SIGTERM')
  })
  expect(await done).toBe(SENDERS)
  await server.end('SIGTERM')
  expect(server.child.exitCode).toBe(0)
  await database?.close()
  server = await runServer(folder.path)
  database = await openDatabase({ dataDir: folder.path, attach: true })
  for (const truck of trucks) {
    const stored = new Set((await storedOf(truck)).numbers)
    expect([...(acknowledged.get(truck.id) ?? [])].filter((number) => !stored.has(number))).toEqual([])
    // A refused fix is accepted when it is sent again.
    const from = (sent.get(truck.id) ?? 0) - BATCH
    expect(await post(server.url, numbered(truck, from, BATCH, FIRST_TIME))).toMatchObject({ status: 200 })
  }
})
