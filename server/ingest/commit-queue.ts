import type { OwnedFix } from '../db/fix-arrays.ts'
import { INGEST } from './limits.ts'
import { type Ingest, IngestUnavailable, type Receipt } from './types.ts'

type Waiting = {
  readonly fixes: readonly OwnedFix[]
  readonly resolve: (receipts: Receipt[]) => void
  readonly reject: (failure: unknown) => void
}

/** PostgreSQL's codes for a transaction that conflicted with another one and may be repeated. */
const LOST_RACE = new Set(['40001', '40P01'])
/** Classes of codes that blame the values: data exceptions and violated constraints. */
const BLAMES_VALUES = /^2[23]/

const codeOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : ''

/**
 * Groups requests into commits and runs one commit at a time. If the database blames the values, the commit is halved until
 * the faulty request is alone, so that no other request fails with it.
 */
export const createCommitQueue = ({
  commit,
}: {
  commit: (fixes: readonly OwnedFix[]) => Promise<readonly Receipt[]>
}): Pick<Ingest, 'accept' | 'close'> => {
  let waiting: Waiting[] = []
  let waitingFixes = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const tryCommit = async (fixes: readonly OwnedFix[]): Promise<readonly Receipt[]> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commit(fixes)
      } catch (failure) {
        if (attempt >= INGEST.commitTries || !LOST_RACE.has(codeOf(failure))) throw failure
      }
    }
  }

  const settle = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const receipts = await tryCommit(group.flatMap(({ fixes }) => fixes))
      let at = 0
      for (const { fixes, resolve } of group) {
        resolve(receipts.slice(at, at + fixes.length))
        at += fixes.length
      }
    } catch (failure) {
      const blamesValues = BLAMES_VALUES.test(codeOf(failure))
      if (blamesValues && group.length > 1) {
        const half = group.length >> 1
        await settle(group.slice(0, half))
        await settle(group.slice(half))
      } else
        for (const { reject } of group)
          reject(
            blamesValues ? failure : new IngestUnavailable('databaseAway', INGEST.retryAfterS.away, failure),
          )
    }
  }

  const takeGroup = (): Waiting[] => {
    const group: Waiting[] = []
    let fixes = 0
    for (const one of waiting) {
      if (group.length > 0 && fixes + one.fixes.length > INGEST.commitFixes) break
      group.push(one)
      fixes += one.fixes.length
    }
    waiting = waiting.slice(group.length)
    waitingFixes -= fixes
    return group
  }

  const run = async (): Promise<void> => {
    while (waiting.length > 0) await settle(takeGroup())
    running = undefined
  }
  const start = (): void => {
    timer = undefined
    running ??= run()
  }

  return {
    accept: (fixes) => {
      if (fixes.length === 0) return Promise.resolve([])
      if (closed) return Promise.reject(new IngestUnavailable('serverStopping', INGEST.retryAfterS.away))
      if (waitingFixes + fixes.length > INGEST.queuedFixes)
        return Promise.reject(new IngestUnavailable('queueFull', INGEST.retryAfterS.busy))
      return new Promise<Receipt[]>((resolve, reject) => {
        waiting.push({ fixes, resolve, reject })
        waitingFixes += fixes.length
        if (running === undefined) timer ??= setTimeout(start, INGEST.groupCommitMs)
      })
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      start()
      await running
    },
  }
}
