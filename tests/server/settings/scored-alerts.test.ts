import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getScoredAlerts, setScoredAlerts } from '#contract/calls/settings.ts'
import { COMPANY_ROLES, ROLES, type Role, SCALING_ROLES } from '#contract/roles.ts'
import { SCORED_ALERTS } from '#domain/driving-score.ts'
import { KEPT_CHANGES } from '#server/settings/kept-changes.repository.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const PATH = `/api/v2/${getScoredAlerts.path}`
const ALL = Object.fromEntries(SCORED_ALERTS.map((alert) => [alert, true]))

const users: Record<string, { token: string; userId: number }> = {}
const logIn = async (name: string, role: Role, companyId: number | null) => {
  const userId = await backend.addUser(name, role, companyId)
  users[name] = { userId, token: (await backend.logIn(name)).token }
}
const tokenOf = (name: string): string => users[name]?.token ?? ''

const read = async (name = 'asha') =>
  (await backend.ask('GET', PATH, { token: tokenOf(name) })).body as { scoredAlerts: object }
const set = (scoredAlerts: unknown, name = 'asha') =>
  backend.ask('POST', PATH, { token: tokenOf(name), body: { scoredAlerts } })
const kept = () =>
  backend.database.db
    .selectFrom('scored_alert')
    .select(['alert', 'is_scored', 'changed_by'])
    .orderBy('id')
    .execute()

beforeAll(async () => {
  const own = (await addCompany(backend.database.db)).id
  for (const role of ROLES)
    await logIn(`a ${role}`, role, COMPANY_ROLES.some((each) => each === role) ? own : null)
  await logIn('asha', 'CUSTOMERADMIN', own)
  await logIn('bina', 'CUSTOMERADMIN', own)
  await logIn('stranger', 'CUSTOMERADMIN', (await addCompany(backend.database.db)).id)
})
beforeEach(async () => {
  await backend.database.db.deleteFrom('scored_alert').execute()
})

describe('which alerts a company’s driving score counts', () => {
  test('keeps the last hundred changes of each, so that whoever switches one all day fills no table', async () => {
    await set({ OVERSPEED: false })
    for (let i = 0; i <= KEPT_CHANGES + 4; i += 1) await set({ IDLING: i % 2 === 1 })
    const rows = await kept()
    expect(rows.filter(({ alert }) => alert === 'IDLING')).toHaveLength(KEPT_CHANGES)
    expect(rows.filter(({ alert }) => alert === 'OVERSPEED')).toHaveLength(1)
    expect(await read()).toEqual({ scoredAlerts: { ...ALL, IDLING: false, OVERSPEED: false } })
  })

  test('OPEN-90 are all that have an incident score until somebody chooses', async () => {
    expect(await read()).toEqual({ scoredAlerts: ALL })
    const { status, body } = await set({ IDLING: false })
    expect([status, body]).toEqual([
      ...[200, { message: 'Driving score saved', scoredAlerts: { ...ALL, IDLING: false } }],
    ])
    expect(await read('a MANAGER'), 'of everybody in the company').toEqual({
      scoredAlerts: { ...ALL, IDLING: false },
    })
    expect(await read('stranger'), 'and of no other').toEqual({ scoredAlerts: ALL })
  })

  test('OPEN-90 a change names its own alert alone, and who changed what is kept', async () => {
    await set({ IDLING: false, OVERSPEED: true })
    await set({ IDLING: false, ENGINEOVERRUN: false }, 'bina')
    await set({ IDLING: true }, 'bina')
    expect(await read()).toEqual({ scoredAlerts: { ...ALL, ENGINEOVERRUN: false } })
    const [asha, bina] = [users['asha']?.userId, users['bina']?.userId]
    expect(await kept()).toEqual([
      { alert: 'IDLING', is_scored: false, changed_by: asha },
      { alert: 'ENGINEOVERRUN', is_scored: false, changed_by: bina },
      { alert: 'IDLING', is_scored: true, changed_by: bina },
    ])
  })

  test.each([
    ['an alert without an incident score', { STOPPAGE: false }],
    ['what is neither on nor off', { IDLING: 'no' }],
    ['nothing', undefined],
  ])('%s is refused', async (_, scoredAlerts) => {
    expect((await set(scoredAlerts)).status).toBe(400)
    expect(await kept()).toEqual([])
  })

  test('all of the company read it, its admin sets it, and staff have none', async () => {
    for (const role of ROLES) {
      const { status } = await backend.ask('GET', PATH, { token: tokenOf(`a ${role}`) })
      expect([role, status]).toEqual([role, COMPANY_ROLES.some((each) => each === role) ? 200 : 403])
      const changed = await set({ IDLING: true }, `a ${role}`)
      expect([role, changed.status]).toEqual([role, SCALING_ROLES.some((each) => each === role) ? 200 : 403])
    }
    expect(setScoredAlerts.scope).toBe('company')
  })
})
