import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { getScalingFactor, setScalingFactor } from '#contract/calls/settings.ts'
import type { MileageReply, TruckInsightReply, UtilizationReply } from '#contract/records/figures.ts'
import type { KpiScales } from '#contract/records/scaling.ts'
import { COMPANY_ROLES, ROLES, type Role, SCALING_ROLES } from '#contract/roles.ts'
import { dayOf, shiftDay } from '#domain/company-time.ts'
import { FIGURE_FIELDS, type Figures } from '#domain/figure-fields.ts'
import { NO_FIGURES } from '#domain/figures.ts'
import { KEPT_CHANGES } from '#server/settings/kept-changes.repository.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const PATH = `/api/v2/${getScalingFactor.path}`
const TODAY = dayOf(Date.now(), 'Asia/Kolkata')
const WEEK = { fromTsInIST: `${shiftDay(TODAY, -6)} 00:00:00`, toTsInIST: `${TODAY} 23:59:59` }
const UNSET = { factor: 1, set: null }

const users: Record<string, { token: string; userId: number }> = {}
const companies: Record<string, number> = {}
const logIn = async (name: string, role: Role, companyId: number | null) => {
  const userId = await backend.addUser(name, role, companyId)
  users[name] = { userId, token: (await backend.logIn(name)).token }
}
const tokenOf = (name: string): string => users[name]?.token ?? ''

const read = async (name = 'asha'): Promise<KpiScales> => {
  const { status, body } = await backend.ask('GET', PATH, { token: tokenOf(name) })
  expect(status).toBe(200)
  return (body as { scalingFactor: KpiScales }).scalingFactor
}
const set = (scalingFactor: unknown, name = 'asha') =>
  backend.ask('POST', PATH, { token: tokenOf(name), body: { scalingFactor } })
const figuresOf = async <T>(call: string, name = 'asha', more = {}): Promise<T> => {
  const { status, body } = await backend.ask('POST', `/api/v3/dashboard/tk3/${call}`, {
    token: tokenOf(name),
    body: { ...WEEK, ...more },
  })
  expect(status).toBe(200)
  return body as T
}

const addFigures = async (companyId: number, registration: string, figures: Partial<Figures>) => {
  const vehicle = await addVehicle(backend.database.db, { company_id: companyId, registration })
  const all: Figures = { ...NO_FIGURES, ...figures }
  const columns = Object.fromEntries(
    Object.entries(FIGURE_FIELDS).map(([name, { column }]) => [column, all[name as keyof Figures]]),
  )
  await backend.database.db
    .insertInto('vehicle_day_figures')
    .values({
      ...{ company_id: companyId, vehicle_id: vehicle.id, day: shiftDay(TODAY, -2), driver_id: 0 },
      ...(columns as Record<string, number> as object),
    })
    .execute()
}

beforeAll(async () => {
  const { db } = backend.database
  companies['own'] = (await addCompany(db)).id
  companies['other'] = (await addCompany(db)).id
  for (const role of ROLES) {
    const isOfCompany = COMPANY_ROLES.some((each) => each === role)
    await logIn(`a ${role}`, role, isOfCompany ? companies['own'] : null)
  }
  await logIn('asha', 'CUSTOMERADMIN', companies['own'])
  await logIn('bina', 'CUSTOMERADMIN', companies['own'])
  await logIn('stranger', 'CUSTOMERADMIN', companies['other'])
  const drove = { distanceKm: 400, meteredKm: 400, fixes: 10, runningS: 36_000 }
  await addFigures(companies['own'], 'MH12AB1001', { ...drove, fuelUsed: 100, adblueUsed: 6 })
  await addFigures(companies['own'], 'MH12AB1002', { ...drove, fuelUsed: 80, adblueUsed: 4 })
  await addFigures(companies['other'], 'KA01AB1001', { ...drove, fuelUsed: 100 })
})
beforeEach(async () => {
  await backend.database.db.deleteFrom('kpi_scale').execute()
})

describe('the scaling factors of a company', () => {
  test('keeps the last hundred changes of each', async () => {
    for (let i = 0; i <= KEPT_CHANGES + 4; i += 1) await set({ mileage: i % 2 === 0 ? 1.1 : 1.2 })
    const rows = await backend.database.db.selectFrom('kpi_scale').select('kpi').execute()
    expect(rows).toHaveLength(KEPT_CHANGES)
    expect((await read()).mileage.factor).toBe(1.1)
  })

  test('ADM-11 API-33 API-104 OPEN-58 are 1 until somebody sets one, and say who did and when', async () => {
    expect(await read()).toEqual({ mileage: UNSET, adblue: UNSET, utilization: UNSET })
    const before = Date.now()
    const { status, body } = await set({ mileage: 1.05 })
    expect([status, (body as { message: string }).message]).toEqual([200, 'Scaling factors saved'])
    const now = await read()
    expect((body as { scalingFactor: KpiScales }).scalingFactor).toEqual(now)
    expect(now).toEqual({
      mileage: { factor: 1.05, set: { by: 'asha', at: expect.any(Number) } },
      ...{ adblue: UNSET, utilization: UNSET },
    })
    expect(now.mileage.set?.at).toBeGreaterThanOrEqual(before)
  })

  test('ADM-11 a change names its own KPI alone, of the same one the last stays, and all changes are kept', async () => {
    await set({ mileage: 1.05, adblue: 0.5 })
    await set({ mileage: 1.1 }, 'bina')
    await set({ mileage: 1, adblue: 0.5 }, 'bina')
    expect(await read()).toMatchObject({
      mileage: { factor: 1, set: { by: 'bina' } },
      // It was so already: who set it stays.
      adblue: { factor: 0.5, set: { by: 'asha' } },
      utilization: UNSET,
    })
    const kept = await backend.database.db
      .selectFrom('kpi_scale')
      .select(['kpi', 'factor', 'changed_by'])
      .orderBy('id')
      .execute()
    expect(kept.map(({ kpi, factor, changed_by }) => [kpi, factor, changed_by])).toEqual([
      ['mileage', 1.05, users['asha']?.userId],
      ['adblue', 0.5, users['asha']?.userId],
      ['mileage', 1.1, users['bina']?.userId],
      ['mileage', 1, users['bina']?.userId],
    ])
  })

  test('ADM-11 a factor stays when the user who set it is gone', async () => {
    await logIn('gone', 'CUSTOMERADMIN', companies['own'] ?? 0)
    await set({ adblue: 2 }, 'gone')
    await backend.database.db.deleteFrom('app_user').where('user_name', '=', 'gone').execute()
    expect((await read()).adblue).toMatchObject({ factor: 2, set: { by: '' } })
  })

  test.each([
    ['0', 0, 'tooLow'],
    ['a negative number', -1, 'tooLow'],
    ['less than the least', 0.099, 'tooLow'],
    ['more than the most', 10.001, 'tooHigh'],
    ['too many decimals', 1.0505, 'tooManyDecimals'],
    ['text', '1.05', 'wrongType'],
    ['nothing', null, 'wrongType'],
    ['what JSON writes for NaN', Number.NaN, 'wrongType'],
  ])('ADM-11 OPEN-58 %s is refused by name and changes nothing', async (_, factor, code) => {
    const refused = await set({ adblue: 2, mileage: factor })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalidInput' } })
    const { fields, message } = refused.body as { fields: object[]; message: string }
    expect(fields).toEqual([expect.objectContaining({ field: 'scalingFactor.mileage', code })])
    expect(message).toContain('scalingFactor.mileage')
    expect(await read()).toEqual({ mileage: UNSET, adblue: UNSET, utilization: UNSET })
  })

  test.each([
    ['another KPI', { scalingFactor: { driverScore: 2 } }],
    ['another company', { scalingFactor: { mileage: 2 }, companyId: 1 }],
    ['a number for all', { scalingFactor: 2 }],
    ['no factors', {}],
  ])('ADM-11 %s is refused', async (_, body) => {
    const { status } = await backend.ask('POST', PATH, { token: tokenOf('asha'), body })
    expect(status).toBe(400)
    expect(await read()).toEqual({ mileage: UNSET, adblue: UNSET, utilization: UNSET })
  })

  test.each(ROLES)(
    'ADM-11 OPEN-29 are read by the users of the company and set by its admin: %s',
    async (role) => {
      const reads = await backend.ask('GET', PATH, { token: tokenOf(`a ${role}`) })
      expect(reads.status).toBe(COMPANY_ROLES.some((each) => each === role) ? 200 : 403)
      const sets = await set({ mileage: 2 }, `a ${role}`)
      expect(sets.status).toBe(SCALING_ROLES.some((each) => each === role) ? 200 : 403)
      expect((await read()).mileage.factor).toBe(sets.status === 200 ? 2 : 1)
    },
  )

  test('ADM-11 are those of the caller’s company alone', async () => {
    await set({ mileage: 2 })
    await set({ mileage: 3 }, 'stranger')
    expect([(await read()).mileage.factor, (await read('stranger')).mileage.factor]).toEqual([2, 3])
    expect(setScalingFactor.scope).toBe('company')
  })
})

describe('figures of a company with scaling factors', () => {
  test('OPEN-58 name them, and are stored and answered as measured', async () => {
    const before = await figuresOf<z.infer<typeof MileageReply>>('MileageVsDate')
    expect(before.scales).toBeUndefined()
    await set({ mileage: 1.05, utilization: 2 })
    const after = await figuresOf<z.infer<typeof MileageReply>>('MileageVsDate')
    expect(after.scales).toEqual({
      mileage: { factor: 1.05, set: { by: 'asha', at: expect.any(Number) } },
      utilization: { factor: 2, set: { by: 'asha', at: expect.any(Number) } },
    })
    expect(after.total).toEqual(before.total)
    expect(after.total?.mileage).toBeCloseTo(800 / 180, 9)
  })

  test.each(['adbluebydate', 'UtilizationVsDate', 'truckinsight', 'drivingScore', 'speedband'])(
    'OPEN-58 every answer names them: %s',
    async (call) => {
      await set({ adblue: 0.5 })
      const { scales } = await figuresOf<Partial<z.infer<typeof UtilizationReply>>>(call)
      expect(scales?.adblue?.factor).toBe(0.5)
    },
  )

  test('OPEN-58 what is behind a figure, the driving score and the insights are as measured', async () => {
    const ask = async () => ({
      rows: await figuresOf<{ rows: unknown }>('figures', 'asha', { by: 'vehicle' }).then(({ rows }) => rows),
      score: await figuresOf<{ fleet: unknown }>('drivingScore').then(({ fleet }) => fleet),
      insights: (await figuresOf<z.infer<typeof TruckInsightReply>>('truckinsight')).insights,
    })
    const before = await ask()
    expect(before.insights.some(({ figure }) => figure === 'mileage')).toBe(true)
    await set({ mileage: 3, adblue: 3, utilization: 3 })
    expect(await ask()).toEqual(before)
  })

  test('OPEN-58 name none where all are 1 again, none of another company, and none to the staff, who see all companies', async () => {
    await set({ mileage: 2, adblue: 2 })
    await set({ mileage: 1 })
    const { scales } = await figuresOf<z.infer<typeof MileageReply>>('MileageVsDate')
    expect(Object.keys(scales ?? {})).toEqual(['adblue'])
    await set({ adblue: 1 })
    for (const name of ['asha', 'stranger', 'a ROOTADMIN'])
      expect((await figuresOf<z.infer<typeof MileageReply>>('MileageVsDate', name)).scales).toBeUndefined()
    await set({ mileage: 2 })
    for (const name of ['stranger', 'a ROOTADMIN'])
      expect((await figuresOf<z.infer<typeof MileageReply>>('MileageVsDate', name)).scales).toBeUndefined()
  })
})
