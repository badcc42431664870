import { describe, expect, test } from 'vitest'
import {
  getAlertConfiguration,
  getUserAlertPreference,
  retrieveSettings,
  setAlertConfiguration,
  setUserAlertPreference,
} from '#contract/calls/settings.ts'
import { type AlertConfiguration, AlertPreferences } from '#contract/records/alert-settings.ts'
import type { Role } from '#contract/roles.ts'
import { ALERT_NAME } from '#domain/alerts.ts'
import { createAlertChoices } from '#server/alerts/alert-choices.repository.ts'
import { createAlertSettingRepository } from '#server/alerts/alert-settings.repository.ts'
import { createAlertSettings } from '#server/alerts/alert-settings.service.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const CONFIGURATION = `/api/v2/${getAlertConfiguration.path}`

const logIn = async (name: string, role: Role = 'MANAGER') => {
  const company = role === 'CSSUPPORT' ? null : (await addCompany(backend.database.db)).id
  const userId = await backend.addUser(name, role, company)
  return { userId, companyId: company, token: (await backend.logIn(name)).token }
}
type User = Awaited<ReturnType<typeof logIn>>

const read = async ({ token }: { token: string }, headers = {}) => {
  const { status, body } = await backend.ask('GET', CONFIGURATION, { token, headers })
  expect(status).toBe(200)
  return (body as AlertConfiguration).settings
}
const save = ({ token }: { token: string }, body: unknown, headers = {}) =>
  backend.ask('POST', `/api/v2/${setAlertConfiguration.path}`, { token, body, headers })
const settingOf = async (user: User, id: string) => (await read(user)).find((setting) => setting.id === id)

describe('alert settings', () => {
  test('ALR-03 ALR-04 ALR-05 ALR-06 ALR-07 twelve settings stand in four groups, each with all that describes it', async () => {
    const settings = await read(await logIn('asha'))
    expect(settings.map(({ group, id, valueIn }) => `${group} ${id} ${valueIn ?? ''}`.trim())).toEqual([
      ...['Productivity geofenceAlert', 'Productivity stoppageAlert mins', 'Productivity idlingAlert mins'],
      ...['Productivity adblueLowAlert ltrs', 'Safety overspeedAlert kmph', 'Safety engineOverrunAlert'],
      ...['Safety neutralDrivingAlert seconds', 'Cost fuelDropAlert ltrs', 'Cost fuelFillAlert ltrs'],
      ...['Compliance adblueFaultAlert', 'Compliance adblueZoneAlert', 'Compliance dpfRegenAlert'],
    ])
    for (const { id, title, description, label, isMobile, options, valueIn, selected } of settings) {
      expect(
        [title, description, label].every((text) => text.length > 4),
        id,
      ).toBe(true)
      expect([typeof isMobile, selected]).toEqual(['boolean', true])
      expect(options.length > 0).toBe(valueIn !== null)
    }
  })

  test('ALR-08 OPEN-62 each stands for one of the twelve report codes and has its name as title', async () => {
    const settings = await read(await logIn('bina'))
    expect(Object.fromEntries(settings.map(({ type, title }) => [type, title]))).toEqual(ALERT_NAME)
    const codes = Object.fromEntries(settings.map(({ id, type }) => [id, type]))
    expect(codes).toMatchObject({ overspeedAlert: 'OVERSPEED', geofenceAlert: 'GEOFENCEINOUT' })
  })

  test('ALR-10 ALR-11 the labels of engine overrun and AdBlue zone state their limits', async () => {
    const user = await logIn('chand')
    const overrun = await settingOf(user, 'engineOverrunAlert')
    expect(overrun?.label).toMatch(/2850 for heavy-duty trucks \(HDT\), 3100 for medium-duty trucks \(MDT\)/)
    expect((await settingOf(user, 'adblueZoneAlert'))?.label).toContain('between 2 and 5')
  })

  test('ALR-09 ALR-13 ADM-10 API-34 a choice is saved for its user alone and answered with all settings', async () => {
    const [user, other] = [await logIn('deepa'), await logIn('esha')]
    const { status, body } = await save(user, {
      overspeedAlert: { selected: true, value: 60 },
      dpfRegenAlert: { selected: false, value: null },
    })
    expect([status, (body as { message: string }).message]).toEqual([200, 'Alert settings saved'])
    expect((body as AlertConfiguration).settings).toEqual(await read(user))
    expect(await settingOf(user, 'overspeedAlert')).toMatchObject({ selected: true, value: 60 })
    expect(await settingOf(user, 'dpfRegenAlert')).toMatchObject({ selected: false, value: null })
    expect(await settingOf(other, 'overspeedAlert')).toMatchObject({ selected: true, value: 80 })
  })

  test('ADM-10 two editors lose none of their changes, and of the same setting the last one stays', async () => {
    const user = await logIn('farah')
    const ids = ['overspeedAlert', 'stoppageAlert', 'fuelDropAlert'] as const
    const values = { overspeedAlert: 60, stoppageAlert: 60, fuelDropAlert: 5 }
    const one = (id: keyof typeof values) => ({ [id]: { selected: false, value: values[id] } })
    const answers = await Promise.all([
      ...ids.map((id) => save(user, one(id))),
      ...ids.toReversed().map((id) => save(user, { ...one(id), ...one('overspeedAlert') })),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const id of ids)
      expect(await settingOf(user, id)).toMatchObject({ selected: false, value: values[id] })
    await save(user, { overspeedAlert: { selected: true, value: 100 } })
    expect(await settingOf(user, 'overspeedAlert')).toMatchObject({ selected: true, value: 100 })
    expect(await settingOf(user, 'stoppageAlert')).toMatchObject({ selected: false, value: 60 })
  })

  test.each([
    [
      'a threshold that is not offered',
      { overspeedAlert: { selected: true, value: 81 } },
      'overspeedAlert.value',
    ],
    ['a threshold as text', { overspeedAlert: { selected: true, value: '80' } }, 'overspeedAlert.value'],
    ['no threshold where one belongs', { idlingAlert: { selected: true, value: null } }, 'idlingAlert.value'],
    [
      'a threshold where none belongs',
      { geofenceAlert: { selected: true, value: 5 } },
      'geofenceAlert.value',
    ],
    ['no flag', { idlingAlert: { value: 5 } }, 'idlingAlert.selected'],
    ['an unknown setting', { speedAlert: { selected: true, value: 5 } }, ''],
    ['an unknown field', { idlingAlert: { selected: true, value: 5, userId: 1 } }, 'idlingAlert'],
  ])('ADM-10 %s is refused by name and changes nothing', async (name, body, field) => {
    const user = await logIn(`g ${name}`.replaceAll(' ', '-'))
    const refused = await save(user, { ...body, stoppageAlert: { selected: false, value: 60 } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalidInput' } })
    const { fields } = refused.body as { fields: Array<{ field: string }> }
    expect(fields.map((each) => each.field)).toEqual([field])
    expect(await settingOf(user, 'stoppageAlert')).toMatchObject({ selected: true, value: 30 })
  })

  test('ADM-10 the rules of the company are told of each change, after it is stored', async () => {
    const { db } = backend.database
    const user = await logIn('hema')
    const calls: Array<{ companyId: number | null; stored: unknown }> = []
    const settings = createAlertSettings({
      settings: createAlertSettingRepository({ db }),
      choices: createAlertChoices({ db }),
      hasMobile: async () => true,
      now: () => 1_000_000,
      rulesChanged: async (companyId) => {
        const own = db.selectFrom('alert_setting').selectAll().where('user_id', '=', user.userId)
        calls.push({ companyId, stored: await own.execute() })
      },
    })
    const caller = { userId: user.userId, companyId: user.companyId, role: 'MANAGER' } as const
    await settings.save(caller, { idlingAlert: { selected: true, value: 15 } })
    const stored = [
      { user_id: user.userId, id: 'idlingAlert', selected: true, value: 15, since: new Date(1_000_000) },
    ]
    expect(calls).toEqual([{ companyId: user.companyId, stored }])
  })

  test('ADM-10 a threshold that a user has saved is a rule of the company', async () => {
    const user = await logIn('hina')
    await save(user, { overspeedAlert: { selected: true, value: 60 } })
    const rules = await backend.database.db
      .selectFrom('alert_rule')
      .select(['type', 'threshold'])
      .where('company_id', '=', user.companyId ?? 0)
      .execute()
    expect(rules).toEqual([{ type: 'OVERSPEED', threshold: 60 }])
  })

  test('what another release has offered and this one does not is read as the initial threshold', async () => {
    const user = await logIn('indu')
    await backend.database.db
      .insertInto('alert_setting')
      .values({ user_id: user.userId, id: 'overspeedAlert', selected: true, value: 42 })
      .execute()
    expect(await settingOf(user, 'overspeedAlert')).toMatchObject({ value: 80 })
    const choices = await createAlertChoices({ db: backend.database.db }).ofUsers([user.userId])
    expect(choices.get(user.userId)?.get('OVERSPEED')).toEqual({ type: 'OVERSPEED', threshold: 80 })
  })

  test('AC-14 support that acts for a user reads and changes the settings of that user', async () => {
    const [support, target] = [await logIn('helper', 'CSSUPPORT'), await logIn('target')]
    const body = { userId: target.userId, role: 'MANAGER', reason: 'A call' }
    await backend.ask('POST', `${FLEET_API}/beginActing`, { token: support.token, body })
    const headers = { requestedUserId: String(target.userId), requestedRole: 'MANAGER' }
    const saved = await save(support, { idlingAlert: { selected: false, value: 30 } }, headers)
    expect(saved.status).toBe(200)
    expect(await settingOf(target, 'idlingAlert')).toMatchObject({ selected: false, value: 30 })
    expect(await settingOf(support, 'idlingAlert')).toMatchObject({ selected: true, value: 5 })
  })
})

describe('notification preferences', () => {
  const path = `/api/v2/${getUserAlertPreference.path}`
  const readFlags = async ({ token }: User) =>
    AlertPreferences.parse((await backend.ask('GET', path, { token })).body)
  const set = ({ token }: User, body: unknown) =>
    backend.ask('POST', `/api/v2/${setUserAlertPreference.path}`, { token, body })

  test('ALR-12 CONFLICT-28 API-30 API-103 the nine pairs are there verbatim, and off', async () => {
    expect(await readFlags(await logIn('jaya'))).toEqual({
      ...{ idleEmail: false, idleSms: false, stoppageEmail: false, stoppageSms: false },
      ...{ fuelDropEmail: false, fuelDropSms: false, geofenceInEmail: false, geofenceInSms: false },
      ...{ geofenceOutEmail: false, geofenceOutSms: false, overSpeedEmail: false, overSpeedSms: false },
      ...{ neutralDrivingEmail: false, neutralDrivingSms: false, dtcEmail: false, dtcSms: false },
      ...{ adBlueEmail: false, adblueSms: false },
    })
  })

  test('ADM-09 ALR-13 API-31 a change is saved for its user alone, and what it does not name stays', async () => {
    const [user, other] = [await logIn('kala'), await logIn('lata')]
    await backend.database.db
      .updateTable('app_user')
      .set({ mobile: '+919800000001' })
      .where('id', '=', user.userId)
      .execute()
    const first = await set(user, { idleEmail: true, adblueSms: true })
    expect(first).toMatchObject({
      status: 200,
      body: { message: 'Alert preferences saved', preferences: { idleEmail: true, adblueSms: true } },
    })
    await Promise.all([
      set(user, { idleEmail: false }),
      set(user, { dtcSms: true }),
      set(user, { dtcSms: true, overSpeedEmail: true }),
    ])
    const on = Object.entries(await readFlags(user)).filter(([, isOn]) => isOn)
    expect(on.map(([name]) => name).sort()).toEqual(['adblueSms', 'dtcSms', 'overSpeedEmail'])
    expect(Object.values(await readFlags(other)).includes(true)).toBe(false)
  })

  test('ADM-09 ALR-13 no SMS is switched on where there is no number for it; one that is on can be switched off', async () => {
    const user = await logIn('numberless')
    const refused = await set(user, { idleEmail: true, dtcSms: true })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalidInput' } })
    expect(refused.body).toMatchObject({ fields: [{ field: 'dtcSms', code: 'mobileMissing' }] })
    const { body } = await set(user, { dtcSms: false })
    expect(Object.values((body as { preferences: object }).preferences)).not.toContain(true)
  })

  test.each([{ adBlueSms: true }, { idleEmail: 'yes' }, { idleEmail: null }])(
    'ADM-09 %j is refused',
    async (body) => {
      const user = await logIn(`m${JSON.stringify(body)}`)
      expect((await set(user, { ...body, dtcSms: true })).status).toBe(400)
      expect((await readFlags(user)).dtcSms).toBe(false)
    },
  )
})

describe('enabled alerts', () => {
  const retrieve = (user: User, userId: number) =>
    backend.ask('POST', `/api/v3/${retrieveSettings.path}`, { token: user.token, body: { userId } })

  test('API-99 ALR-45 OPEN-07 the settings of a user are answered as enabled codes with their thresholds', async () => {
    const user = await logIn('nina')
    await save(user, {
      overspeedAlert: { selected: true, value: 100 },
      idlingAlert: { selected: false, value: 5 },
    })
    const { status, body } = await retrieve(user, user.userId)
    const { alertSettings } = body as { alertSettings: Array<{ type: string; value: number | null }> }
    expect([status, alertSettings.length]).toEqual([200, 11])
    expect(alertSettings).toContainEqual({ type: 'OVERSPEED', value: 100 })
    expect(alertSettings).toContainEqual({ type: 'GEOFENCEINOUT', value: null })
    expect(alertSettings.some(({ type }) => type === 'IDLING')).toBe(false)
  })

  test("API-99 AC-01 another user's are not found, for an administrator neither", async () => {
    const [user, admin] = [await logIn('olga'), await logIn('boss', 'CUSTOMERADMIN')]
    expect((await retrieve(admin, user.userId)).status).toBe(404)
  })
})
