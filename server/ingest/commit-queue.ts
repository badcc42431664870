import { setTimeout as pause } from 'node:timers/promises'
import { CLOSING_GRACE_MS } from '#domain/lateness.ts'
import { DAY_MS } from '#domain/units.ts'
import { isLostRace } from '../db/lost-race.ts'
import { isDiskFull } from '../http/errors.ts'
import { NO_FIX } from './device-report.ts'
import { INGEST } from './limits.ts'
import {
  DaysInUse,
  DaysUnreadable,
  type Ingest,
  IngestUnavailable,
  type Receipt,
  type SentFix,
} from './types.ts'

type Waiting = {
  readonly fixes: readonly SentFix[]
  /** Days of vehicles that may be closed, of which there are fixes. */
  readonly days: ReadonlySet<string>
  readonly resolve: (receipts: Receipt[]) => void
  readonly reject: (failure: unknown) => void
}

/** What waits of a company: requests, those of them whose days were in use, and the fixes of both. */
type Queue = { readonly requests: Waiting[]; readonly resting: Waiting[]; fixes: number }

/** Classes of codes that blame the values: data exceptions and violated constraints. */
const BLAMES_VALUES = /^2[23]/

const codeOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : ''

/** The fixes in their order, in parts of so many days at most, of those that have fixes of before `openSince`, ms. */
const partsByDays = (
  fixes: readonly SentFix[],
  openSince: number,
): Array<Pick<Waiting, 'fixes' | 'days'>> => {
  const parts: Array<{ fixes: SentFix[]; days: Set<string> }> = []
  for (const each of fixes) {
    const { time } = each.fix
    const day = time < openSince ? `${each.vehicleId} ${Math.floor(time / DAY_MS)}` : null
    let last = parts.at(-1)
    const isOver = day !== null && last?.days.has(day) === false && last.days.size >= INGEST.commitDays
    if (last === undefined || isOver) {
      last = { fixes: [], days: new Set() }
      parts.push(last)
    }
    last.fixes.push(each)
    if (day !== null) last.days.add(day)
  }
  return parts
}

/**
 * Groups requests into commits and runs one commit at a time; companies take turns. Requests whose days are in use let the others pass and
 * are tried again; those whose days cannot be read are refused. If the database blames the values, the commit is halved until the faulty
 * fix is alone, which is rejected; all others are stored.
 */
export const createCommitQueue = ({
  commit,
  now,
}: {
  commit: (fixes: readonly SentFix[]) => Promise<readonly Receipt[]>
  /** ms UTC. */
  now: () => number
}): Pick<Ingest, 'accept' | 'close'> => {
  /** What waits, by company. The first is next; who has had a turn goes to the end. */
  const waiting = new Map<number, Queue>()
  let waitingFixes = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let isWaking = false
  let running: Promise<void> | undefined

  const tryCommit = async (fixes: readonly SentFix[]): Promise<readonly Receipt[]> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commit(fixes)
      } catch (failure) {
        if (attempt >= INGEST.commitTries || !isLostRace(failure)) throw failure
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

  const unavailable = (failure: unknown) =>
    new IngestUnavailable(isDiskFull(failure) ? 'diskFull' : 'databaseAway', INGEST.retryAfterS.away, failure)

  const queueOf = (companyId: number): Queue => {
    const own = waiting.get(companyId) ?? { requests: [], resting: [], fixes: 0 }
    waiting.set(companyId, own)
    return own
  }

  const postpone = (request: Waiting): void => {
    const own = queueOf(request.fixes[0]?.companyId ?? 0)
    own.resting.push(request)
    own.fixes += request.fixes.length
    waitingFixes += request.fixes.length
    if (!isWaking) setTimeout(wake, INGEST.inUseMs)
    isWaking = true
  }

  const wake = (): void => {
    isWaking = false
    for (const { requests, resting } of waiting.values())
      for (const request of resting.splice(0)) requests.push(request)
    start()
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
      const isConcerned = ({ fixes }: Waiting) =>
        (failure instanceof DaysInUse || failure instanceof DaysUnreadable) &&
        fixes.some(({ vehicleId }) => failure.vehicleIds.has(vehicleId))
      const concerned = group.filter(isConcerned)
      if (failure instanceof DaysInUse) concerned.forEach(postpone)
      else for (const { reject } of concerned.length > 0 ? concerned : group) reject(unavailable(failure))
      const others = group.filter((request) => !isConcerned(request))
      if (concerned.length > 0 && others.length > 0) await settle(others)
    }
  }

  const takeGroup = (): Waiting[] => {
    const group: Waiting[] = []
    let [fixes, days] = [0, 0]
    for (const [companyId, own] of waiting) {
      const [next] = own.requests
      if (next === undefined) continue
      const isOver =
        fixes + next.fixes.length > INGEST.commitFixes || days + next.days.size > INGEST.commitDays
      if (group.length > 0 && isOver) break
      group.push(next)
      fixes += next.fixes.length
      days += next.days.size
      own.requests.shift()
      own.fixes -= next.fixes.length
      waiting.delete(companyId)
      if (own.requests.length + own.resting.length > 0) waiting.set(companyId, own)
    }
    waitingFixes -= fixes
    return group
  }

  const run = async (): Promise<void> => {
    for (let group = takeGroup(); group.length > 0; group = takeGroup()) await settle(group)
    running = undefined
  }
  const start = (): void => {
    timer = undefined
    const isReady = [...waiting.values()].some(({ requests }) => requests.length > 0)
    if (isReady) running ??= run()
  }

  return {
    accept: (fixes) => {
      if (fixes.length === 0) return Promise.resolve([])
      if (closed) return Promise.reject(new IngestUnavailable('serverStopping', INGEST.retryAfterS.away))
      const companyId = fixes[0]?.companyId ?? 0
      const isFull =
        (waiting.get(companyId)?.fixes ?? 0) + fixes.length > INGEST.queuedOfCompany ||
        waitingFixes + fixes.length > INGEST.queuedFixes
      if (isFull) return Promise.reject(new IngestUnavailable('queueFull', INGEST.retryAfterS.busy))
      const own = queueOf(companyId)
      own.fixes += fixes.length
      waitingFixes += fixes.length
      if (running === undefined) timer ??= setTimeout(start, INGEST.groupCommitMs)
      const receipts = partsByDays(fixes, now() - CLOSING_GRACE_MS).map(
        (part) =>
          new Promise<Receipt[]>((resolve, reject) => own.requests.push({ ...part, resolve, reject })),
      )
      return Promise.all(receipts).then((parts) => parts.flat())
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      start()
      await running
      while (waiting.size > 0) {
        await pause(INGEST.inUseMs)
        await running
      }
    },
  }
}
