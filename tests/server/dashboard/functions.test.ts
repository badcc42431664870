import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import {
  adblueByDate,
  dashboardFunctions,
  dashboardServiceDone,
  FUNCTION_CALLS,
  mileageVsDate,
  rpmBand,
  speedBand,
} from '#contract/calls/dashboard.ts'
import type { Role } from '#contract/roles.ts'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import { DASHBOARD_FUNCTIONS, DASHBOARD_WIDGETS } from '#domain/dashboard.ts'
import { dashboardFunctionsRoute } from '#server/dashboard/functions.routes.ts'
import { HttpError } from '#server/http/errors.ts'
import type { HandlerInput, Route } from '#server/http/handler.ts'
import { TODAY, withDrivenFleet } from './driven-fleet.fixture.ts'

type Reply = {
  readonly answers: Readonly<Record<string, { readonly asOf?: number } & object>>
  readonly errors: Readonly<Record<string, { readonly code: string; readonly status: number }>>
}

/** Hours go on meanwhile, so that numbers may differ a little. */
const expectAlike = (one: unknown, other: unknown, at: string): void => {
  if (typeof one === 'number' && typeof other === 'number') expect(one, at).toBeCloseTo(other, 1)
  else if (typeof one !== 'object' || one === null) expect(one, at).toBe(other)
  else {
    expect(Object.keys(one), at).toEqual(Object.keys(other ?? {}))
    for (const [key, value] of Object.entries(one))
      expectAlike(value, (other as Readonly<Record<string, unknown>>)[key], `${at}.${key}`)
  }
}

describe('one call of several functions', () => {
  const { backend, ids, did, ask, own } = withDrivenFleet()
  const together = (body: object) =>
    backend.ask('POST', '/api/v3/dashboard/tk3/functions', { token: own.token, body })

  beforeAll(async () => {
    const drive = { fixes: 10, runningS: 36_000, distanceKm: 400, meteredKm: 360, fuelUsed: 90 }
    await did('FAST', shiftDay(TODAY, -2), { ...drive, adblueUsed: 4, speedTo60S: 6000, rpmTo1600S: 3000 })
    await did('SLOW', shiftDay(TODAY, -20), { ...drive, adblueUsed: 1, speedTo40S: 2000, rpmTo900S: 1000 })
  })

  test.each([
    ['7days', 7],
    ['30days', 30],
    ['60days', 60],
    ['90days', 90],
  ] as const)('DSH-02 DSH-03 answers each as its own call does, of %s', async (period, days) => {
    const timeDiffGreaterThan7Days = days > 7
    const { status, body } = await together({
      ...{ dashboardFunctionNames: DASHBOARD_WIDGETS, period, timeDiffGreaterThan7Days },
    })
    const { answers, errors } = body as Reply
    expect([status, Object.keys(answers).toSorted(), errors]).toEqual([200, DASHBOARD_WIDGETS.toSorted(), {}])
    const alone = (path: string) =>
      ask<object>(path, shiftDay(TODAY, 1 - days), TODAY, { timeDiffGreaterThan7Days })
    for (const name of DASHBOARD_FUNCTIONS.filter((each) => each !== 'FLEET_STATUS'))
      expectAlike(answers[name], await alone(FUNCTION_CALLS[name].path.replace('dashboard/tk3/', '')), name)
    const { asOf: _, ...fleetStatus } = answers['FLEET_STATUS'] ?? {}
    expect(await alone('getPerformance')).toMatchObject(fleetStatus)
    expect(answers['TRIP_STATUS']).toEqual(await alone('getTripStatusForDashboard'))
    expect(answers['SERVICE_REMINDERS']).toEqual({
      counts: await alone('service-reminder-count'),
      overdue: await alone('service-reminder-overdue'),
      dueSoon: await alone('service-reminder-duesoon'),
      done: await alone('servicedone'),
    })
    const { total } = answers['MILAGE_DAILY'] as unknown as { total: { distanceKm: number } }
    expect(total.distanceKm).toBe(days > 20 ? 800 : 400)
  })

  test('DSH-02 DSH-05 answers those alone that are named, of the vehicles that are chosen and of seven days', async () => {
    const { body } = await together({
      dashboardFunctionNames: ['ADBLUE_DAILY', 'SPEED_BAND', 'ADBLUE_DAILY'],
      vehicleIds: [ids['SLOW'], ids['IDLE']],
    })
    const { answers } = body as Reply
    expect(Object.keys(answers).toSorted()).toEqual(['ADBLUE_DAILY', 'SPEED_BAND'])
    expect(answers['ADBLUE_DAILY']).toMatchObject({ vehicles: 2, rangeDays: 7, total: { adblueUsed: 0 } })
  })

  test.each([
    ['no function', { dashboardFunctionNames: [] }, 400],
    ['an unknown function', { dashboardFunctionNames: ['FUEL'] }, 400],
    ['an unknown period', { dashboardFunctionNames: ['SPEED_BAND'], period: '8days' }, 400],
    ['a vehicle of others', { dashboardFunctionNames: ['SPEED_BAND'], vehicleIds: 'FOREIGN' }, 404],
  ])('DSH-02 DSH-03 AC-01 refuses %s', async (_, given, expected) => {
    const { vehicleIds, ...body } = given as { vehicleIds?: string }
    const chosen = vehicleIds === undefined ? {} : { vehicleIds: [ids[vehicleIds]] }
    expect((await together({ ...body, ...chosen })).status).toBe(expected)
  })
})

describe('a function', () => {
  const everyCall: readonly Call[] = Object.values(FUNCTION_CALLS).flatMap((calls): Call[] =>
    'id' in calls ? [calls] : Object.values(calls),
  )
  const answered: Route['handle'] = async () => ({ is: 'answered' })

  /** Asks for functions whose calls are `changed`; all others answer at once. */
  const ask = async (
    dashboardFunctionNames: readonly string[],
    changed: ReadonlyArray<readonly [Call, Partial<Route>]>,
    { wait, role = 'MANAGER', login = role }: { wait?: () => Promise<void>; role?: Role; login?: Role } = {},
  ) => {
    const logged: unknown[] = []
    const { handle } = dashboardFunctionsRoute({
      routes: everyCall.map((call) => ({
        ...{ call, handle: answered, turns: 'short' as const },
        ...changed.find(([each]) => each === call)?.[1],
      })),
      figures: { lastDays: async () => dayBounds('2026-11-20', 'Asia/Kolkata') },
      ...(wait === undefined ? {} : { wait }),
    })
    const reply = await handle({
      body: dashboardFunctions.body.parse({ dashboardFunctionNames }),
      caller: { userId: 1, role, companyId: 1 },
      signal: new AbortController().signal,
      request: {
        id: 'a request',
        session: { login: { role: login } },
        log: { error: (what: unknown) => logged.push(what) },
      },
    } as unknown as HandlerInput<Call>)
    return { ...(reply as Reply), logged }
  }

  test('DSH-02 that fails as all others do fails the call, as the first', async () => {
    const gone = fails(new HttpError('notFound'))
    const all = ask(
      ['RPM_BAND', 'SPEED_BAND'],
      [
        [rpmBand, gone],
        [speedBand, fails(new Error('a column is missing'))],
      ],
    )
    await expect(all).rejects.toMatchObject({ status: 404, code: 'notFound' })
  })

  const fails = (error: Error): Partial<Route> => ({
    handle: async () => {
      throw error
    },
  })

  test('DSH-02 that fails says why as its own call would, and leaves the others', async () => {
    const { answers, errors, logged } = await ask(
      ['MILAGE_DAILY', 'ADBLUE_DAILY', 'SERVICE_REMINDERS', 'RPM_BAND'],
      [
        [mileageVsDate, fails(new HttpError('figuresTooManyVehicles', { most: 10_000 }))],
        [adblueByDate, fails(new Error('a column is missing'))],
        [dashboardServiceDone, fails(new HttpError('unavailable'))],
      ],
    )
    expect(answers).toEqual({ RPM_BAND: { is: 'answered' } })
    expect(errors).toMatchObject({
      MILAGE_DAILY: { status: 400, code: 'figuresTooManyVehicles', params: { most: 10_000 } },
      ADBLUE_DAILY: { status: 500, code: 'serverError', id: 'a request' },
      SERVICE_REMINDERS: { status: 503, code: 'unavailable' },
    })
    expect(JSON.stringify(errors)).not.toContain('column')
    expect(logged).toHaveLength(2)
  })

  test.each([
    ['the caller’s', { role: 'MANAGER' }],
    ['that of support acting for a user who may', { role: 'CUSTOMER', login: 'CSSUPPORT' }],
  ] as const)('AC-14 is refused where a role may not make its call: %s', async (_, roles) => {
    const { answers, errors } = await ask(
      ['SPEED_BAND', 'RPM_BAND'],
      [[speedBand, { call: { ...speedBand, roles: ['CUSTOMER'] } as unknown as Call }]],
      roles,
    )
    expect(Object.keys(answers)).toEqual(['RPM_BAND'])
    expect(errors).toMatchObject({ SPEED_BAND: { status: 403, code: 'roleNotAllowed' } })
  })

  test('DSH-02 that takes long is left out, and holds up none of the others', async () => {
    const slow: Partial<Route> = { handle: () => new Promise(() => {}) }
    const { answers, errors } = await ask(['SPEED_BAND', 'RPM_BAND'], [[speedBand, slow]], {
      // Once everything that needs no time is done.
      wait: () => new Promise((resolve) => void setImmediate(resolve)),
    })
    expect([answers, errors]).toEqual([{ RPM_BAND: { is: 'answered' } }, {}])
  })
})
