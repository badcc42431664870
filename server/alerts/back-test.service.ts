import {
  ALERT_SETTINGS,
  type AlertSetting,
  type AlertSettingId,
  BACK_TEST,
  type BackTest,
} from '#contract/records/alert-settings.ts'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import { keyOfVehicles, type VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import { HttpError } from '../http/errors.ts'
import { createFairQueue } from '../http/fair-queue.ts'
import { NO_FENCES } from '../rules/fence-index.ts'
import { type FuelState, leastShown } from '../rules/fuel-levels.ts'
import { createAlertRun, ruleKey } from '../rules/run.ts'
import { createLoopTurns } from '../track/loop-turns.ts'
import type { BackTestRepository, Range, ReportedVehicle } from './back-test.repository.ts'
import { estimateOf } from './estimate.ts'

/** How long a user gets the same answer. */
const KEPT_MS = 10 * MINUTE_MS
/** The fixes that are evaluated between two looks at the clock. */
const SLICE = 1000

/** Runs at once, and those of a user that wait or run: the portal asks for one at a time in each tab. */
const WORK = { atOnce: 1, mostOfUser: 4 } as const

/** The fewest vehicles of a sample. */
const LEAST_VEHICLES = 2

/** A run, and how many requests wait for it. */
type Run = { readonly answer: Promise<BackTest>; readonly stop: AbortController; readers: number }

/** Types whose alerts depend on how much the truck's own fuel sensor scatters. */
const FUEL_CHANGES: readonly string[] = ['FUELDROP', 'FUELFILL']

const stopped = () => new HttpError('unavailable')

/** Every n-th vehicle, so that together they have about `most` fixes; at least two, from which the difference between trucks is known. */
const sampleOf = (reported: readonly ReportedVehicle[], most: number): readonly ReportedVehicle[] => {
  const all = reported.reduce((sum, { fixes }) => sum + fixes, 0)
  const step = Math.min(Math.ceil(all / most), Math.max(1, Math.floor(reported.length / LEAST_VEHICLES)))
  let left = most
  return reported
    .filter((_, index) => index % step === 0)
    .filter(({ fixes }, index) => {
      left -= fixes
      return index < LEAST_VEHICLES || left >= 0
    })
}

/** Counts the alerts that thresholds would have raised, by evaluating stored fixes with the rules of the alerts themselves. */
export const createBackTests = ({
  backTests,
  visibleVehicles,
  now,
  mostFixes = BACK_TEST.mostFixes,
}: {
  backTests: BackTestRepository
  visibleVehicles: VisibleVehiclesOf
  now: () => number
  /** Where the vehicles have more fixes, all of them are estimated from a sample. */
  mostFixes?: number
}) => {
  const kept = new Map<string, { readonly until: number; readonly answer: BackTest }>()
  const running = new Map<string, Run>()
  /** Each takes the processor for as long as it lasts. */
  const queue = createFairQueue(WORK)

  /** The alerts of a vehicle by threshold, and the least litres that its fuel sensor shows, else null. */
  const countVehicle = async (
    vehicle: ReportedVehicle,
    { type, options }: AlertSetting,
    range: Range,
    signal: AbortSignal,
  ): Promise<{ counts: ReadonlyMap<number, number>; least: number | null }> => {
    const found = new Map(options.map((threshold) => [threshold, new Set<string>()]))
    const giveTurn = createLoopTurns()
    const rules = options.map((threshold) => ({ type, threshold }))
    const run = createAlertRun({ rules, vehicle: vehicle.vehicle, fences: NO_FENCES })
    for (const day of await backTests.daysOf(vehicle, range)) {
      const fixes = await backTests.fixesOf(vehicle, day, range)
      run.beginDay()
      for (let at = 0; at < fixes.length; at += SLICE) {
        run.stepOver(fixes, at, Math.min(at + SLICE, fixes.length))
        await giveTurn()
        if (signal.aborted) throw stopped()
      }
      for (const { threshold, subject, began, isUndone } of run.take()) {
        const known = `${subject} ${began}`
        if (isUndone) found.get(threshold)?.delete(known)
        else found.get(threshold)?.add(known)
      }
    }
    const counts = new Map([...found].map(([threshold, { size }]) => [threshold, size]))
    const [rule] = rules
    if (rule === undefined || !FUEL_CHANGES.includes(type)) return { counts, least: null }
    const state = run.state().rules[ruleKey(rule)] as FuelState | undefined
    return { counts, least: state === undefined ? null : Math.round(leastShown(state) * 10) / 10 }
  }

  const test = async (caller: Caller, setting: AlertSetting, signal: AbortSignal): Promise<BackTest> => {
    const to = now()
    const range = { from: to - BACK_TEST.days * DAY_MS, to }
    const { vehicleIds } = await visibleVehicles(caller)
    const reported = await backTests.reported(vehicleIds, range)
    const answer = { id: setting.id, days: BACK_TEST.days, ofVehicles: reported.length }
    const initial = setting.initial ?? 0
    const stored = await backTests.alertCounts(
      vehicleIds,
      { companyId: caller.companyId, type: setting.type, initial },
      range,
    )
    if (setting.options.length === 0) {
      return {
        ...answer,
        vehicles: reported.length,
        counts: [{ value: null, count: stored.get(initial) ?? 0 }],
      }
    }
    const sample = sampleOf(reported, mostFixes)
    const counted: Array<ReadonlyMap<number, number>> = []
    const leastLitres: number[] = []
    for (const vehicle of sample) {
      const { counts, least } = await countVehicle(vehicle, setting, range, signal)
      counted.push(counts)
      if (least !== null) leastLitres.push(least)
    }
    // What is evaluated anyway is the alerts that are stored, of all vehicles.
    const countOf = (value: number) => {
      const known = stored.get(value)
      if (known !== undefined) return { count: known }
      const each = counted.map((own) => ({ count: own.get(value) ?? 0, known: own.get(initial) ?? 0 }))
      if (sample.length === reported.length) return { count: each.reduce((sum, { count }) => sum + count, 0) }
      const { count, from, to } = estimateOf(each, {
        trucks: reported.length,
        known: stored.get(initial) ?? 0,
      })
      return { count, range: { from, to: Number.isFinite(to) ? to : null } }
    }
    return {
      ...answer,
      ...(leastLitres.length > 0 && { leastLitres }),
      vehicles: sample.length,
      counts: setting.options.map((value) => ({ value, ...countOf(value) })),
    }
  }

  const begin = (key: string, caller: Caller, setting: AlertSetting): Run => {
    const stop = new AbortController()
    const forget = () => {
      if (running.get(key) === run) running.delete(key)
    }
    const answer = queue
      .run(caller, async () => {
        if (stop.signal.aborted) throw stopped()
        return test(caller, setting, stop.signal)
      })
      .then((done) => {
        kept.set(key, { until: now() + KEPT_MS, answer: done })
        return done
      })
      .finally(forget)
    const run: Run = { answer, stop, readers: 0 }
    // Those who wait hear of a failure; a run that nobody waits for any more fails unheard.
    answer.catch(() => undefined)
    stop.signal.addEventListener('abort', forget, { once: true })
    running.set(key, run)
    return run
  }

  /** The answer of a run, which stops when all who wait for it have gone. */
  const answerOf = (run: Run, signal: AbortSignal): Promise<BackTest> => {
    run.readers += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        run.readers -= 1
        if (run.readers === 0) run.stop.abort()
        reject(stopped())
      }
      if (signal.aborted) return leave()
      signal.addEventListener('abort', leave, { once: true })
      run.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })
  }

  return {
    /**
     * The alerts of the caller's vehicles for each option of a setting. Requests of one user for one setting share a run, and its answer
     * for ten minutes, as long as the user sees the same vehicles.
     * @throws HttpError 503 where `signal` has ended it, 429 where the user has too many in work.
     */
    run: async (caller: Caller, id: AlertSettingId, signal: AbortSignal): Promise<BackTest> => {
      for (const [key, { until }] of kept) if (until <= now()) kept.delete(key)
      const setting: AlertSetting | undefined = ALERT_SETTINGS.find((each) => each.id === id)
      if (setting === undefined) throw new RangeError(`There is no alert setting ${id}.`)
      const { vehicleIds } = await visibleVehicles(caller)
      const key = `${caller.userId} ${id} ${keyOfVehicles(vehicleIds)}`
      const known = kept.get(key)
      if (known !== undefined) return known.answer
      return answerOf(running.get(key) ?? begin(key, caller, setting), signal)
    },
  }
}
export type BackTests = ReturnType<typeof createBackTests>
