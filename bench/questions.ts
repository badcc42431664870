import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '#contract/calls/call.ts'
import { truckInsight, utilizationVsDate } from '#contract/calls/dashboard.ts'
import { driverScores } from '#contract/calls/driving-analysis.ts'
import { vehicleList } from '#contract/calls/fleet.ts'
import { alertBackTest } from '#contract/calls/settings.ts'
import { ALERT_SETTINGS } from '#contract/records/alert-settings.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { DAY_MS } from '#domain/units.ts'
import { addressesOf } from '#server/http/mount.ts'
import { DEMO_PASSWORD } from '#server/simulator/demo/demo-content.ts'
import { startServer } from '#tests/kit/server/server-process.ts'
import type { BenchResult } from './result.ts'

const DEMO_DAYS = 30
/** Days of the longest question of figures. */
const RANGE_DAYS = 90
const FIGURE_QUESTIONS = 48
const PROBE_EVERY_MS = 25
const CALM_MS = 10_000
const GOAL_MS = 250

type Ask = (call: Call, body?: object) => Promise<number>

/** The calls of a demo user; each resolves with the reply's status, once all of it has come. */
const logInAs = async (url: string, userName: string): Promise<Ask> => {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ userName, password: DEMO_PASSWORD })
  const reply = await fetch(`${url}/api/v2/login`, { method: 'POST', headers: json, body })
  const { grant } = (await reply.json()) as { grant: { access_token: string } }
  return async (call, sent) => {
    const answer = await fetch(`${url}${addressesOf(call)[0]}`, {
      method: call.method,
      headers: { ...json, authorization: `Bearer ${grant.access_token}` },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    })
    await answer.arrayBuffer()
    return answer.status
  }
}

/** How long a user waits for the list of vehicles while `work` runs, ms, of each time that he asks. */
const waitsDuring = async (ask: Ask, work: Promise<unknown>): Promise<number[]> => {
  const waits: number[] = []
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const begin = performance.now()
    await ask(vehicleList)
    waits.push(performance.now() - begin)
    await sleep(PROBE_EVERY_MS)
  }
  await done
  return waits
}

const expectAnswers = async (what: string, statuses: Promise<number>[]): Promise<void> => {
  const refused = (await Promise.all(statuses)).filter((status) => status !== 200)
  if (refused.length > 0) throw new Error(`${what} answered ${refused[0]}.`)
}

/** How long others wait while one user has as many of the heaviest questions in work as a user may have. */
export const run = async (): Promise<BenchResult[]> => {
  const server = await startServer({ program: 'server', env: { DEMO_DAYS: String(DEMO_DAYS) } })
  try {
    await server.printed(`(${DEMO_DAYS + 1} of ${DEMO_DAYS + 1} days)`)
    const [heavy, other] = [await logInAs(server.url, 'customeradmin'), await logInAs(server.url, 'manager')]
    /** A range that nobody has asked for yet, so that no answer is shared. */
    const range = (i: number) => ({
      fromTsInIST: toPayloadTime(Date.now() - RANGE_DAYS * DAY_MS - i * 60_000),
      toTsInIST: toPayloadTime(Date.now() - i * 60_000),
    })
    const questions: ReadonlyArray<readonly [what: string, ask: () => Promise<number>[]]> = [
      [
        `${FIGURE_QUESTIONS} questions of figures over ${RANGE_DAYS} days`,
        () =>
          Array.from({ length: FIGURE_QUESTIONS / 3 }, (_, i) => [
            heavy(utilizationVsDate, range(i)),
            heavy(truckInsight, range(i)),
            heavy(driverScores, { ...range(i), by: 'driver' }),
          ]).flat(),
      ],
      ['four back-tests', () => ALERT_SETTINGS.slice(0, 4).map(({ id }) => heavy(alertBackTest, { id }))],
    ]
    const calm = Math.max(...(await waitsDuring(other, sleep(CALM_MS))))
    const results: BenchResult[] = []
    for (const [what, ask] of questions) {
      const waits = await waitsDuring(other, expectAnswers(what, ask()))
      const value = Math.max(...waits)
      results.push({
        name: `longest wait of another user for the vehicles during ${what} (asked ${waits.length} times)`,
        ...{ value, unit: 'ms', floor: calm, ratio: value / calm },
        goal: `at most ${GOAL_MS} ms`,
        ok: value <= GOAL_MS,
      })
    }
    return results
  } finally {
    await server.stop()
    rmSync(server.dataDir, { recursive: true, force: true })
  }
}
