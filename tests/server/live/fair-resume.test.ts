import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { EventStream } from '#server/live/event-stream.ts'
import { LIVE } from '#server/live/limits.ts'
import { createVehicleHistory } from '#server/live/live.repository.ts'
import { createVehicleFeed } from '#server/live/vehicle-feed.ts'
import { columnsOf } from '#server/track/columns.ts'
import { at, NOW, withHub } from './live-hub.fixture.ts'

const fixture = withHub()

const MISSED = 20 * LIVE.fixesATurn
const fixes = Array.from({ length: MISSED }, (_, i) => at(i / 10))
const point = { begin: at(-1).time, newest: at(-1).time, sum: 0 }
const isWanted = () => true
const owner = { companyId: 1, userId: 1 }

/** Counts the turns of the event loop that others have until `work` is done, from the moment that `begin` is called. */
const turnsDuring = async (work: (begin: () => void) => Promise<unknown>): Promise<number> => {
  let turns = 0
  let next: NodeJS.Immediate
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  next = setImmediate(count)
  let first = 0
  await work(() => {
    first = turns
  })
  clearImmediate(next)
  return turns - first
}

const historyOf = (readRange: Parameters<typeof createVehicleHistory>[0]['track']['readRange']) =>
  createVehicleHistory({ db: fixture().db, now: () => NOW, track: { readRange } })

test('ST-12 missed fixes are read for one reader at a time, no more than are sent, and not for those who left', async () => {
  const { truck, second, store } = fixture()
  await store(truck, at(100))
  await store(second, at(100))
  let reads = 0
  let atOnce = 0
  const readRange = vi.fn(async () => {
    reads += 1
    atOnce = Math.max(atOnce, reads)
    await nextTurn()
    reads -= 1
    return columnsOf(fixes.slice(0, 10))
  })
  const history = historyOf(readRange)
  const resume = ({ id, company_id }: typeof truck, wanted = isWanted) =>
    history.since(company_id, id, point, wanted, owner)
  const gone = () => false
  const missed = await Promise.all([...Array(10).fill(truck), second].map((each) => resume(each)))
  expect(missed.map((one) => one?.fixes.length)).toEqual(Array(11).fill(10))
  expect(atOnce).toBe(1)
  expect(readRange).toHaveBeenLastCalledWith(expect.objectContaining({ vehicleId: second.id }), {
    most: LIVE.tailFixes + LIVE.backfillFixes,
    eventBits: false,
  })
  readRange.mockRejectedValueOnce(new Error('The database is away.'))
  await expect(resume(truck)).rejects.toThrow('away')
  expect(await resume(truck, gone)).toBeNull()
  expect(readRange).toHaveBeenCalledTimes(12)
})

test('AC-22 missed fixes of users are read in turns, however many streams one resumes', async () => {
  const { truck, second, store } = fixture()
  await store(truck, at(100))
  await store(second, at(100))
  const read: number[] = []
  const history = historyOf(async ({ vehicleId }) => {
    read.push(vehicleId)
    return columnsOf(fixes.slice(0, 10))
  })
  const resume = ({ id, company_id }: typeof truck, userId: number) =>
    history.since(company_id, id, point, isWanted, { companyId: company_id, userId })
  await Promise.all([...Array.from({ length: 20 }, () => resume(truck, 1)), resume(second, 2)])
  // Behind the one that is read, and one more.
  expect(read.indexOf(second.id)).toBe(2)
})

test('AC-22 others have their turns while missed fixes are judged', async () => {
  const { truck, store } = fixture()
  await store(truck, at(MISSED / 10))
  const turns = await turnsDuring(async (begin) => {
    const history = historyOf(async () => {
      begin()
      return columnsOf(fixes)
    })
    const missed = await history.since(truck.company_id, truck.id, point, isWanted, owner)
    expect(missed?.fixes).toHaveLength(MISSED)
  })
  expect(turns).toBeGreaterThanOrEqual(MISSED / LIVE.fixesATurn)
})

test('AC-22 others have their turns while missed fixes are sent', async () => {
  const missed = fixes.map((fix) => ({ fix, intervalS: null }))
  const vehicle = {
    companyId: 1,
    registration: 'KA 01 AB 1234',
    fuelTankLitres: null,
    adblueTankLitres: null,
  }
  const write = vi.fn()
  const stream = { write, drained: async () => {}, isOpen: isWanted } as unknown as EventStream
  const turns = await turnsDuring((begin) => {
    const since = async () => {
      begin()
      return { before: undefined, known: [], fixes: missed }
    }
    const feed = createVehicleFeed({
      ...{ vehicleId: 7, vehicle, now: () => NOW },
      history: { latest: async () => undefined, since },
    })
    return feed.join(stream, owner, `v7-${point.begin}`)
  })
  expect(write).toHaveBeenCalledTimes(MISSED)
  expect(turns).toBeGreaterThanOrEqual(MISSED / LIVE.fixesATurn)
})
