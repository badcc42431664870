import { isDiskFull } from '../http/errors.ts'
import { NO_FIX } from './device-report.ts'
import { INGEST } from './limits.ts'
import { type Ingest, IngestUnavailable, type Receipt, type SentFix } from './types.ts'

type Waiting = {
  readonly fixes: readonly SentFix[]
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
 * Groups requests into commits and runs one commit at a time; companies take turns. If the database blames the values, the commit is halved until
 * the faulty fix is alone, which is rejected; all others are stored.
 */
export const createCommitQueue = ({
  commit,
}: {
  commit: (fixes: readonly SentFix[]) => Promise<readonly Receipt[]>
}): Pick<Ingest, 'accept' | 'close'> => {
  /** What waits, by company. The first is next; who has had a turn goes to the end. */
  const waiting = new Map<number, { readonly requests: Waiting[]; fixes: number }>()
  let waitingFixes = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const tryCommit = async (fixes: readonly SentFix[]): Promise<readonly Receipt[]> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commit(fixes)
      } catch (failure) {
        if (attempt >= INGEST.commitTries || !LOST_RACE.has(codeOf(failure))) throw failure
      }
    }
  }

  const store = async (fixes: readonly SentFix[]): Promise<readonly Receipt[]> => {
    try {
      return await tryCommit(fixes)
    } catch (failure) {
      if (!BLAMES_VALUES.test(codeOf(failure))) throw failure
      if (fixes.length === 1) {
        // A commit without its values counts it.
        await tryCommit(fixes.map((each) => ({ ...each, fix: NO_FIX })))
        return [{ rejected: 'it cannot be stored' }]
      }
      const half = fixes.length >> 1
      return [...(await store(fixes.slice(0, half))), ...(await store(fixes.slice(half)))]
    }
  }

  const settle = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const receipts = await store(group.flatMap(({ fixes }) => fixes))
      let at = 0
      for (const { fixes, resolve } of group) {
        resolve(receipts.slice(at, at + fixes.length))
        at += fixes.length
      }
    } catch (failure) {
      for (const { reject } of group)
        reject(
          new IngestUnavailable(
            isDiskFull(failure) ? 'diskFull' : 'databaseAway',
            INGEST.retryAfterS.away,
            failure,
          ),
        )
    }
  }

  const takeGroup = (): Waiting[] => {
    const group: Waiting[] = []
    let fixes = 0
    for (const [companyId, own] of waiting) {
      const [next] = own.requests
      if (next === undefined || (group.length > 0 && fixes + next.fixes.length > INGEST.commitFixes)) break
      group.push(next)
      fixes += next.fixes.length
      own.requests.shift()
      own.fixes -= next.fixes.length
      waiting.delete(companyId)
      if (own.requests.length > 0) waiting.set(companyId, own)
    }
    waitingFixes -= fixes
    return group
  }

  const run = async (): Promise<void> => {
    while (waiting.size > 0) await settle(takeGroup())
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
      const companyId = fixes[0]?.companyId ?? 0
      const own = waiting.get(companyId) ?? { requests: [], fixes: 0 }
      const isFull =
        own.fixes + fixes.length > INGEST.queuedOfCompany || waitingFixes + fixes.length > INGEST.queuedFixes
      if (isFull) return Promise.reject(new IngestUnavailable('queueFull', INGEST.retryAfterS.busy))
      return new Promise<Receipt[]>((resolve, reject) => {
        own.requests.push({ fixes, resolve, reject })
        own.fixes += fixes.length
        waiting.set(companyId, own)
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
