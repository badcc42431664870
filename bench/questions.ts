import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { liveNotifications } from '#contract/calls/alerts.ts'
import type { Call } from '#contract/calls/call.ts'
import { truckInsight, utilizationVsDate } from '#contract/calls/dashboard.ts'
import { driverScores } from '#contract/calls/driving-analysis.ts'
import { vehicleList } from '#contract/calls/fleet.ts'
import { geofenceList, saveGeofence } from '#contract/calls/geofences.ts'
import { alertBackTest } from '#contract/calls/settings.ts'
import { ALERT_SETTINGS } from '#contract/records/alert-settings.ts'
import { FENCE } from '#domain/fence-limits.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { DAY_MS } from '#domain/units.ts'
import { waitForConnection } from '#server/db/data-dir-owner.ts'
import { addressesOf } from '#server/http/mount.ts'
import { DEMO_PASSWORD } from '#server/simulator/demo/demo-content.ts'
import { type ServerProcess, startServer } from '#tests/kit/server/server-process.ts'
import type { BenchResult } from './result.ts'

const DEMO_DAYS = 30
/** Days of the longest question of figures. */
const RANGE_DAYS = 90
const FIGURE_QUESTIONS = 48
/** Lists that one user may have in work. */
const LISTS_AT_ONCE = 32
const LIST_DAYS = 30
/** Of the longest list of geofences: as many of the most corners as fit beside those of the demo. */
const FENCES = FENCE.maxCornersPerCompany / FENCE.maxCorners - 1
const PROBE_EVERY_MS = 25
const CALM_MS = 10_000
const GOAL_MS = 250

type Ask = (call: Call, sent?: Readonly<Record<string, unknown>>) => Promise<number>
type User = { readonly ask: Ask; readonly userId: number }

/** The calls of a demo user; each resolves with the reply's status, once all of it has come. */
const logInAs = async (url: string, userName: string): Promise<User> => {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ userName, password: DEMO_PASSWORD })
  const reply = await fetch(`${url}/api/v2/login`, { method: 'POST', headers: json, body })
  const { grant, user } = (await reply.json()) as {
    grant: { access_token: string }
    user: { id: number }
  }
  const ask: Ask = async (call, sent) => {
    const isRead = call.method === 'GET'
    const query =
      isRead && sent !== undefined ? `?${new URLSearchParams(sent as Record<string, string>)}` : ''
    const answer = await fetch(`${url}${addressesOf(call)[0]}${query}`, {
      method: call.method,
      headers: { ...json, authorization: `Bearer ${grant.access_token}` },
      ...(isRead || sent === undefined ? {} : { body: JSON.stringify(sent) }),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  return { ask, userId: user.id }
}

/** A geofence of as many corners as one may have, around a place of its own. */
const longestFence = (number: number, userId: number) => ({
  geoFenceId: null,
  geoFenceName: `Fence ${number}`,
  dicvUserId: userId,
  shapeType: 'polygon',
  geoFencePolygonCoordinates: Array.from({ length: FENCE.maxCorners }, (_, i) => {
    const angle = (2 * Math.PI * i) / FENCE.maxCorners
    return { latitude: 18 + Math.sin(angle) / 3, longitude: 73 + number / 10 + Math.cos(angle) / 3 }
  }),
  geoFenceCircleLatitude: null,
  geoFenceCircleLongitude: null,
  geoFenceCircleRadiusInMeters: null,
  applyToAllVehicles: true,
  typeId: 2,
  validFrom: toPayloadTime(Date.now()),
  validTo: toPayloadTime(Date.now() + DAY_MS),
  entryAlert: false,
  exitAlert: false,
  skippedAlert: false,
  entryNotificationTime: null,
  exitNotificationTime: null,
  vehicleDtoList: [],
  vehicleInfoList: [],
  vehicleList: [],
})

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

/** Settles once the rules have judged all that is stored: for some time after the demo's history they are at work. */
const allJudged = async ({ dataDir, child }: ServerProcess): Promise<void> => {
  const database = new pg.Client({ connectionString: await waitForConnection(dataDir, child.pid ?? 0) })
  await database.connect()
  try {
    while ((await database.query('select from alert_pending limit 1')).rowCount !== 0) await sleep(1_000)
  } finally {
    await database.end()
  }
}

/** How long others wait while one user has as many of the heaviest questions in work as a user may have. */
export const run = async (): Promise<BenchResult[]> => {
  const server = await startServer({
    program: 'server',
    env: { DEMO_DAYS: String(DEMO_DAYS), LOG_LEVEL: 'debug' },
  })
  try {
    // Said at this level once the server is ready.
    await server.printed(`(${DEMO_DAYS + 1} of ${DEMO_DAYS + 1} days)`)
    await allJudged(server)
    const { ask: heavy, userId } = await logInAs(server.url, 'customeradmin')
    const { ask: other } = await logInAs(server.url, 'manager')
    /** A range that nobody has asked for yet, so that no answer is shared. */
    const range = (i: number, days = RANGE_DAYS) => ({
      fromTsInIST: toPayloadTime(Date.now() - days * DAY_MS - i * 60_000),
      toTsInIST: toPayloadTime(Date.now() - i * 60_000),
    })
    const times = (count: number, request: (i: number) => Promise<number>) => () =>
      Array.from({ length: count }, (_, i) => request(i))
    for (let number = 0; number < FENCES; number += 1)
      await expectAnswers('The save of a geofence', [heavy(saveGeofence, longestFence(number, userId))])
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
      [
        `${LISTS_AT_ONCE} lists of ${LIST_DAYS} days of alerts`,
        times(LISTS_AT_ONCE, (i) => heavy(liveNotifications, range(i, LIST_DAYS))),
      ],
      [
        `the list of ${FENCES} geofences of ${FENCE.maxCorners} corners`,
        times(1, () => heavy(geofenceList, { userId, shapes: true })),
      ],
      [
        `${LISTS_AT_ONCE} lists of ${FENCES} geofences of ${FENCE.maxCorners} corners`,
        times(LISTS_AT_ONCE, () => heavy(geofenceList, { userId, shapes: true })),
      ],
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
