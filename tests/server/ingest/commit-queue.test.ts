import { describe, expect, test } from 'vitest'
import { CLOSING_GRACE_MS } from '#domain/lateness.ts'
import { DAY_MS } from '#domain/units.ts'
import type { OwnedFix } from '#server/db/fix-arrays.ts'
import { createCommitQueue } from '#server/ingest/commit-queue.ts'
import { INGEST } from '#server/ingest/limits.ts'
import { DaysInUse, IngestUnavailable, type Receipt } from '#server/ingest/types.ts'

const fix = (vehicleId: number, companyId = 1): OwnedFix => ({
  ...{ companyId, vehicleId },
  fix: { time: 1, lng: 2, lat: 3 },
})
const stored = (fixes: readonly OwnedFix[]): Receipt[] => fixes.map(() => 'stored')

/** A commit that waits until it is released. */
const heldCommit = () => {
  const commits: Array<{ vehicles: number[]; finish: () => void }> = []
  const waiting = new Set<() => void>()
  return {
    commits,
    now: () => 1,
    commit: (fixes: readonly OwnedFix[]) =>
      new Promise<Receipt[]>((resolve) => {
        commits.push({
          vehicles: fixes.map(({ vehicleId }) => vehicleId),
          finish: () => resolve(stored(fixes)),
        })
        for (const look of waiting) look()
      }),
    until: (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (commits.length >= count) resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

const failing = (code: string) => Object.assign(new Error(code), { code })

describe('group commit', () => {
  test('requests during a commit share the next one', async () => {
    const held = heldCommit()
    const commitQueue = createCommitQueue(held)
    const first = [commitQueue.accept([fix(1)]), commitQueue.accept([fix(2)])]
    await held.until(1)
    const second = [commitQueue.accept([fix(3)]), commitQueue.accept([fix(4), fix(5)])]
    held.commits[0]?.finish()
    expect(await Promise.all(first)).toEqual([['stored'], ['stored']])
    await held.until(2)
    held.commits[1]?.finish()
    expect(await Promise.all(second)).toEqual([['stored'], ['stored', 'stored']])
    expect(held.commits.map(({ vehicles }) => vehicles)).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  })

  test('requests whose days are in use let the others pass, are tried again, and are waited for at the end', async () => {
    const tried: number[][] = []
    const inUse = new Set([1])
    const queue = createCommitQueue({
      now: () => 1,
      commit: async (fixes) => {
        tried.push(fixes.map(({ vehicleId }) => vehicleId))
        if (fixes.some(({ vehicleId }) => inUse.has(vehicleId))) throw new DaysInUse(inUse)
        return stored(fixes)
      },
    })
    const settled: string[] = []
    const [late, mine, theirs] = [[fix(1), fix(1)], [fix(2)], [fix(3, 2)]].map((fixes) =>
      queue.accept(fixes).then((receipts) => settled.push(`${fixes[0]?.vehicleId} ${receipts.join()}`)),
    )
    await Promise.all([mine, theirs])
    expect(settled.sort()).toEqual(['2 stored', '3 stored'])
    expect(tried.slice(0, 2).map((vehicles) => vehicles.toSorted())).toEqual([
      [1, 1, 2, 3],
      [2, 3],
    ])
    const closed = queue.close()
    inUse.clear()
    await Promise.all([late, closed])
    expect(settled).toContain('1 stored,stored')
  })

  test('requests whose days are in use count as waiting', async () => {
    let isInUse = true
    const queue = createCommitQueue({
      now: () => 1,
      commit: async (fixes) => {
        if (isInUse) throw new DaysInUse(new Set([1]))
        return stored(fixes)
      },
    })
    const most = Array.from({ length: INGEST.queuedOfCompany }, () => fix(1))
    const late = queue.accept(most)
    await new Promise((resolve) => setTimeout(resolve, 3 * INGEST.inUseMs))
    await expect(queue.accept([fix(1)])).rejects.toMatchObject({ code: 'queueFull' })
    isInUse = false
    expect(await late).toHaveLength(most.length)
    expect(await queue.accept([fix(1)])).toEqual(['stored'])
  })

  test('fixes of many days that have ended are stored some days at a time, and other companies have their turns between', async () => {
    const held = heldCommit()
    const commitQueue = createCommitQueue({ ...held, now: () => 1_000 * DAY_MS })
    const ofDay = (day: number, of = fix(1)): OwnedFix => ({
      ...of,
      fix: { time: day * DAY_MS, lng: 2, lat: 3 },
    })
    const days = 2 * INGEST.commitDays + 1
    const many = commitQueue.accept(Array.from({ length: 2 * days }, (_, at) => ofDay(at >> 1)))
    await held.until(1)
    const others = commitQueue.accept([ofDay(1_000, fix(2, 2))])
    for (let done = 1; done <= 3; done += 1) {
      await held.until(done)
      held.commits[done - 1]?.finish()
      if (done === 2) expect(await others).toEqual(['stored'])
    }
    expect(await many).toHaveLength(2 * days)
    expect(held.commits.map(({ vehicles }) => vehicles.length)).toEqual([
      2 * INGEST.commitDays,
      2 * INGEST.commitDays + 1,
      2,
    ])
  })

  test('fixes of many vehicles are stored at once, older ones, whose days may be closed, some days at a time', async () => {
    const held = heldCommit()
    let now = CLOSING_GRACE_MS
    const commitQueue = createCommitQueue({ ...held, now: () => now })
    const many = () => commitQueue.accept(Array.from({ length: 100 }, (_, at) => fix(at)))
    const [present] = [many(), await held.until(1)]
    expect(held.commits[0]?.vehicles).toHaveLength(100)
    held.commits[0]?.finish()
    await present
    now = CLOSING_GRACE_MS + 2
    const [late] = [many(), await held.until(2)]
    for (const done of [2, 3, 4]) {
      await held.until(done)
      held.commits[done - 1]?.finish()
    }
    await late
    expect(held.commits.slice(1).map(({ vehicles }) => vehicles.length)).toEqual([40, 40, 20])
  })

  test('DI-01 nothing is acknowledged before its commit', async () => {
    const held = heldCommit()
    const commitQueue = createCommitQueue(held)
    let acknowledged = false
    const accepted = commitQueue.accept([fix(1)]).then(() => {
      acknowledged = true
    })
    await held.until(1)
    await new Promise(setImmediate)
    expect(acknowledged).toBe(false)
    held.commits[0]?.finish()
    await accepted
  })

  test('DI-14 above the limit senders are asked to retry, and accepted fixes are unaffected', async () => {
    const held = heldCommit()
    const commitQueue = createCommitQueue(held)
    const many = (count: number, companyId: number) =>
      Array.from({ length: count }, (_, i) => fix(i, companyId))
    const refusal = { name: 'IngestUnavailable', retryAfterS: 1 }
    const under = commitQueue.accept(many(1, 1))
    await held.until(1)
    const full = commitQueue.accept(many(INGEST.queuedOfCompany, 1))
    await expect(commitQueue.accept([fix(7)])).rejects.toMatchObject(refusal)
    const left = INGEST.queuedFixes - INGEST.queuedOfCompany
    await expect(commitQueue.accept(many(left + 1, 2))).rejects.toMatchObject(refusal)
    const others = commitQueue.accept(many(left, 2))
    await expect(commitQueue.accept([fix(7, 3)])).rejects.toMatchObject(refusal)
    held.commits[0]?.finish()
    await under
    await held.until(2)
    held.commits[1]?.finish()
    expect(await full).toHaveLength(INGEST.queuedOfCompany)
    const again = commitQueue.accept(many(INGEST.queuedOfCompany, 1))
    await held.until(3)
    held.commits[2]?.finish()
    expect(await others).toHaveLength(left)
    await held.until(4)
    held.commits[3]?.finish()
    expect(await again).toHaveLength(INGEST.queuedOfCompany)
  })

  test('companies take turns: the first request of one waits for one of another, however many that has', async () => {
    const held = heldCommit()
    const commitQueue = createCommitQueue(held)
    const large = (vehicleId: number) => Array.from({ length: INGEST.commitFixes }, () => fix(vehicleId, 1))
    const accepted = [0, 1, 2, 3].map((vehicleId) => commitQueue.accept(large(vehicleId)))
    accepted.push(commitQueue.accept([fix(90, 2)]), commitQueue.accept([fix(91, 2)]))
    for (let commit = 0; commit < 6; commit += 1) {
      await held.until(commit + 1)
      held.commits[commit]?.finish()
    }
    await Promise.all(accepted)
    expect(held.commits.map(({ vehicles }) => [...new Set(vehicles)])).toEqual([
      [0],
      [90],
      [1],
      [91],
      [2],
      [3],
    ])
  })

  test('closing commits the accepted fixes and refuses the rest', async () => {
    const held = heldCommit()
    const commitQueue = createCommitQueue(held)
    const accepted = commitQueue.accept([fix(1)])
    const closed = commitQueue.close()
    await expect(commitQueue.accept([fix(2)])).rejects.toBeInstanceOf(IngestUnavailable)
    await held.until(1)
    held.commits[0]?.finish()
    await closed
    expect(await accepted).toEqual(['stored'])
  })
})

describe('failures', () => {
  test('DI-09 a commit that lost to a concurrent one is retried', async () => {
    let tries = 0
    const commitQueue = createCommitQueue({
      now: () => 1,
      commit: async (fixes) => {
        tries += 1
        if (tries < 3) throw failing(tries === 1 ? '40P01' : '40001')
        return stored(fixes)
      },
    })
    expect(await commitQueue.accept([fix(1)])).toEqual(['stored'])
    expect(tries).toBe(3)
  })

  test('DI-09 while the database is down every sender is refused, and the next commit works again', async () => {
    let away = true
    const commitQueue = createCommitQueue({
      now: () => 1,
      commit: async (fixes) => {
        if (away) throw failing('ECONNREFUSED')
        return stored(fixes)
      },
    })
    const answers = await Promise.allSettled([commitQueue.accept([fix(1)]), commitQueue.accept([fix(2)])])
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 'rejected', reason: { retryAfterS: 5 } })
    away = false
    expect(await commitQueue.accept([fix(1)])).toEqual(['stored'])
  })

  test('DI-06 a fix whose values the database rejects is rejected alone, beside others of its request too', async () => {
    const counted: number[] = []
    const commitQueue = createCommitQueue({
      now: () => 1,
      commit: async (fixes) => {
        if (fixes.some(({ vehicleId, fix: { time } }) => vehicleId === 13 && time === 1))
          throw failing('22003')
        counted.push(...fixes.map(({ vehicleId }) => vehicleId))
        return stored(fixes)
      },
    })
    const answers = [[1], [2, 13, 3], [13], [4, 5]].map((ids) => commitQueue.accept(ids.map(fix)))
    const rejected = { rejected: expect.any(String) }
    expect(await Promise.all(answers)).toEqual([
      ['stored'],
      ['stored', rejected, 'stored'],
      [rejected],
      ['stored', 'stored'],
    ])
    expect(counted).toEqual([1, 2, 13, 3, 13, 4, 5])
  })
})
