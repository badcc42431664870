import { describe, expect, test } from 'vitest'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withNotifications } from '#tests/kit/server/notifications.fixture.ts'

const fixture = withNotifications()
const { addUser, addAlert, write, deliveries } = fixture
const writeFor = async (...alerts: Parameters<typeof addAlert>[0][]) => {
  const alertIds = await Promise.all(alerts.map(addAlert))
  await write(fixture.process(), alertIds)
  return alertIds
}
const notified = async () =>
  (await deliveries()).map(({ user_name, channel }) => `${user_name} ${channel}`).sort()

/** Each pair with an alert that it is for, and one that it is not for. */
const PAIRS = [
  ['idleEmail', 'idleSms', { type: 'IDLING', threshold: 5 }, { type: 'STOPPAGE', threshold: 30 }],
  ['stoppageEmail', 'stoppageSms', { type: 'STOPPAGE', threshold: 30 }, { type: 'IDLING', threshold: 5 }],
  ['fuelDropEmail', 'fuelDropSms', { type: 'FUELDROP', threshold: 8 }, { type: 'FUELFILL', threshold: 8 }],
  [
    'geofenceInEmail',
    'geofenceInSms',
    { type: 'GEOFENCEINOUT', subject: '12 IN' },
    { type: 'GEOFENCEINOUT', subject: '12 OUT' },
  ],
  [
    'geofenceOutEmail',
    'geofenceOutSms',
    { type: 'GEOFENCEINOUT', subject: '12 OUT' },
    { type: 'GEOFENCEINOUT', subject: '12 IN' },
  ],
  ['overSpeedEmail', 'overSpeedSms', { type: 'OVERSPEED' }, { type: 'ENGINEOVERRUN' }],
  [
    'neutralDrivingEmail',
    'neutralDrivingSms',
    { type: 'NEUTRALDRIVING', threshold: 10 },
    { type: 'DPFREGEN' },
  ],
  ['adBlueEmail', 'adblueSms', { type: 'ADBLUELOW', threshold: 5 }, { type: 'DPFREGEN' }],
  ['adBlueEmail', 'adblueSms', { type: 'ADBLUEFAULT' }, { type: 'ENGINEOVERRUN' }],
  ['adBlueEmail', 'adblueSms', { type: 'ADBLUEZONE' }, { type: 'FUELFILL', threshold: 8 }],
] as const

describe('ALR-12 CONFLICT-28 preferences', () => {
  test.each(PAIRS)('%s and %s are for %j, not for %j', async (email, sms, own, other) => {
    await addUser({ name: 'mail', prefers: [email] })
    await addUser({ name: 'phone', prefers: [sms] })
    await addUser({ name: 'none' })
    await writeFor(other)
    expect(await notified()).toEqual([])
    await writeFor(own)
    expect(await notified()).toEqual(['mail email', 'phone sms'])
  })

  test('dtcEmail and dtcSms are for no alert, and without preferences nobody is notified', async () => {
    await addUser({ prefers: ['dtcEmail', 'dtcSms'] })
    await addUser()
    await writeFor(...PAIRS.map(([, , own]) => own), { type: 'FUELFILL', threshold: 8 }, { type: 'DPFREGEN' })
    expect(await notified()).toEqual([])
  })
})

describe('ALR-13 who is notified', () => {
  const prefers = ['overSpeedEmail', 'overSpeedSms']

  test('whoever sees the vehicle: the company, those whose groups have it, and staff', async () => {
    const { db } = fixture.database
    const { company: company_id, vehicle } = fixture.ids
    const other = await addVehicle(db, { company_id })
    const foreign = await addCompany(db)
    const groups = await db
      .insertInto('vehicle_group')
      .values([
        { company_id, name: 'With it' },
        { company_id, name: 'Without it' },
      ])
      .returning('id')
      .execute()
    const [having = 0, lacking = 0] = groups.map(({ id }) => id)
    await db
      .insertInto('group_vehicle')
      .values([
        { company_id, group_id: having, vehicle_id: vehicle },
        { company_id, group_id: lacking, vehicle_id: other.id },
      ])
      .execute()
    const limit = async (user_id: number, group_id: number) =>
      db.insertInto('user_group').values({ company_id, user_id, group_id }).execute()
    await addUser({ name: 'all', prefers: ['overSpeedEmail'] })
    await limit(await addUser({ name: 'having', prefers: ['overSpeedEmail'] }), having)
    await limit(await addUser({ name: 'lacking', prefers: ['overSpeedEmail'] }), lacking)
    await addUser({ name: 'foreign', companyId: foreign.id, prefers: ['overSpeedEmail'] })
    await addUser({ name: 'staff', companyId: null, role: 'SUPERADMIN', prefers: ['overSpeedEmail'] })
    await addUser({ name: 'support', companyId: null, role: 'CSSUPPORT', prefers: ['overSpeedEmail'] })
    await addUser({ name: 'configurer', role: 'CONFIG MANAGER', prefers: ['overSpeedEmail'] })
    await writeFor({})
    expect(await notified()).toEqual(['all email', 'having email', 'staff email'])
  })

  test('not who is disabled, has no address or number, or one that no gateway takes', async () => {
    await addUser({ name: 'both', prefers })
    await addUser({ name: 'disabled', prefers, disabled: true })
    await addUser({ name: 'nomail', prefers, email: null })
    await addUser({ name: 'nophone', prefers, mobile: null })
    await addUser({ name: 'badphone', prefers, mobile: 'ask Ravi' })
    await writeFor({})
    expect(await notified()).toEqual([
      'badphone email',
      'both email',
      'both sms',
      'nomail sms',
      'nophone email',
    ])
  })

  test('with the threshold that the user has chosen, the initial one without a choice', async () => {
    const overspeed = (selected: boolean, value: number | null) => ({ overspeedAlert: { selected, value } })
    await addUser({ name: 'initial', prefers: ['overSpeedEmail'] })
    await addUser({ name: 'ninety', prefers: ['overSpeedEmail'], settings: overspeed(true, 90) })
    await addUser({ name: 'unselected', prefers: ['overSpeedEmail'], settings: overspeed(false, 80) })
    await writeFor({ threshold: 80 })
    expect(await notified()).toEqual(['initial email'])
    await writeFor({ threshold: 90 })
    expect(await notified()).toEqual(['initial email', 'ninety email'])
    await writeFor({ threshold: 70 })
    expect(await notified()).toHaveLength(2)
  })

  test('once for each alert, user and channel, however often it is written, and with its transaction or not at all', async () => {
    await addUser({ name: 'both', prefers })
    const [id = ''] = await writeFor({})
    await write(fixture.process(), [id])
    expect(await notified()).toEqual(['both email', 'both sms'])
    const another = await addAlert()
    const undone = fixture.database.db.transaction().execute(async (trx) => {
      await fixture.process().write(trx, [{ id: another }])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await notified()).toHaveLength(2)
  })
})
