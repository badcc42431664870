import { describe, expect, onTestFinished, test } from 'vitest'
import { createDueDeliveries } from '#server/alerts/due-deliveries.repository.ts'
import { NOTIFYING } from '#server/alerts/notification-limits.ts'
import { readMail, withNotifications } from '#tests/kit/server/notifications.fixture.ts'

const fixture = withNotifications()
const { addUser, addAlert, write, deliveries, gateway, mailServer, clock } = fixture
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const newAlerts = (count: number) => Promise.all(Array.from({ length: count }, () => addAlert()))
const states = async () => (await deliveries()).map(({ channel, state }) => `${channel} ${state}`)
/** The gateway answers nothing. Resolves with what answers the first request, once it is there. */
const hangAtGateway = () =>
  new Promise<() => void>((resolve) => {
    gateway.answers = (_, response) => resolve(() => void response.writeHead(202).end())
  })
const subjects = () => mailServer.received.map(({ source }) => readMail(source).subject)

describe('ALR-12 sending', () => {
  test('an alert is sent once by each channel, by a start after another too', async () => {
    await addUser({ name: 'asha', prefers: ['overSpeedEmail', 'overSpeedSms'] })
    const alertIds = await newAlerts(1)
    await write(fixture.process(), alertIds)
    const next = fixture.process()
    await next.sendDue()
    clock.now += 24 * HOUR
    await next.sendDue()
    await fixture.process().sendDue()
    expect(mailServer.received.map(({ to }) => to)).toEqual(['asha@fleet.example'])
    expect(gateway.received).toMatchObject([{ to: '+919845012345', from: 'RDBOOK' }])
    expect(gateway.tokens).toEqual(['Bearer token-of-the-gateway'])
    expect(await states()).toEqual(['email sent', 'sms sent'])
  })

  test('two processes that send at a time share the work', async () => {
    for (let i = 0; i < 4; i++) await addUser({ prefers: ['overSpeedSms'] })
    const [one, two] = [fixture.process(), fixture.process()]
    await write(one, await newAlerts(15))
    await Promise.all([one.sendDue(), two.sendDue(), two.sendDue()])
    expect(gateway.received).toHaveLength(60)
    expect(new Set(await states())).toEqual(new Set(['sms sent']))
    expect((await deliveries()).every(({ attempts }) => attempts === 1)).toBe(true)
  })

  test('a process that died in the middle of a try leaves one more', async () => {
    await addUser({ prefers: ['overSpeedSms'] })
    await write(fixture.process(), await newAlerts(1))
    const dying = fixture.process({ smsTimeoutMs: 10 * MINUTE })
    const requested = hangAtGateway()
    const left = dying.sendDue()
    await requested
    // Another process finds what a dead one leaves: the try counts, and is due again.
    clock.now += MINUTE - 1
    await fixture.process().sendDue()
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', attempts: 1 })
    await dying.stop()
    await left
    gateway.answers = null
    clock.now += 1
    await fixture.process().sendDue()
    expect((await deliveries())[0]).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('without a mail server and a gateway both go to the outbox, beside the mails of accounts', async () => {
    const { db } = fixture.database
    const account = { recipient: 'ravi@fleet.example', subject: 'Choose a new password', body: 'A link' }
    await db
      .insertInto('mail')
      .values({ ...account, sent_at: new Date() })
      .execute()
    for (let i = 0; i < 12; i++) await addUser({ prefers: ['overSpeedEmail', 'overSpeedSms'] })
    const notifications = fixture.process({ embedded: true })
    await write(notifications, await newAlerts(10))
    await notifications.sendDue()
    expect(new Set(await states())).toEqual(new Set(['email sent', 'sms sent']))
    const kept = await db.selectFrom('mail').selectAll().execute()
    expect(kept.filter(({ is_alert }) => is_alert)).toHaveLength(200)
    expect(kept.filter(({ is_alert }) => !is_alert)).toMatchObject([account])
    const sms = kept.find(({ channel }) => channel === 'sms')
    expect(sms).toMatchObject({ recipient: '+919845012345', subject: 'Overspeed: KA 01 AB 1234' })
  })

  test('what the gateway takes while it stops is not sent again by the next start', async () => {
    await addUser({ prefers: ['overSpeedSms'] })
    // A busy machine may take longer than a stop waits.
    const { stopMs } = NOTIFYING
    Object.assign(NOTIFYING, { stopMs: MINUTE })
    onTestFinished(() => void Object.assign(NOTIFYING, { stopMs }))
    const stopping = fixture.process()
    await write(stopping, await newAlerts(1))
    const requested = hangAtGateway()
    stopping.start()
    const answer = await requested
    const stopped = stopping.stop()
    answer()
    await stopped
    expect(await states()).toEqual(['sms sent'])
    clock.now += 24 * HOUR
    gateway.answers = null
    await fixture.process().sendDue()
    expect(gateway.received).toEqual([])
  })

  test('a stop cuts off a try that would hang', async () => {
    await addUser({ prefers: ['overSpeedSms'] })
    const notifications = fixture.process({ smsTimeoutMs: 10 * MINUTE })
    await write(notifications, await newAlerts(1))
    const requested = hangAtGateway()
    const sending = notifications.sendDue()
    await requested
    await notifications.stop()
    await sending
    expect(await states()).toEqual(['sms waiting'])
    expect(fixture.errors).toEqual([])
  })
})

describe('ALR-12 tries', () => {
  test('follow each other after 1 min, 5 min, 30 min, 2 h and 6 h; then the notification is given up', async () => {
    await addUser({ prefers: ['overSpeedSms'] })
    const notifications = fixture.process()
    await write(notifications, await newAlerts(1))
    let tries = 0
    gateway.answers = (_, response) => {
      tries += 1
      response.writeHead(503).end('asha 98450 is unknown')
    }
    await notifications.sendDue()
    for (const [count, wait] of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR].entries()) {
      clock.now += wait - 1
      await notifications.sendDue()
      expect(tries).toBe(count + 1)
      clock.now += 1
      await notifications.sendDue()
      expect(tries).toBe(count + 2)
    }
    clock.now += 48 * HOUR
    await notifications.sendDue()
    expect(tries).toBe(6)
    expect((await deliveries())[0]).toMatchObject({ state: 'dead', attempts: 6, failure: 'unavailable 503' })
    expect(fixture.givenUp).toEqual([{ channel: 'sms', reason: 'unavailable 503', alerts: 1 }])
  })

  test('are up to a fifth later than that, so that what failed together is not tried together', async () => {
    await addUser({ prefers: ['overSpeedSms'] })
    await write(fixture.process(), await newAlerts(1))
    const { db } = fixture.database
    const nextTry = async (random: number) => {
      await createDueDeliveries({ db, random: () => random }).take('sms', clock.now)
      return ((await deliveries())[0]?.next_at.getTime() ?? Number.NaN) - clock.now
    }
    expect(await nextTry(1)).toBe(1.2 * MINUTE)
    clock.now += 1.2 * MINUTE
    expect(await nextTry(0.5)).toBe(5.5 * MINUTE)
  })

  test.each([
    [452, 'waiting', 'unavailable 452'],
    [500, 'dead', 'refused 500'],
    [550, 'dead', 'refused 550'],
  ])('a mail server that answers %i leaves it %s', async (refusal, state, failure) => {
    await addUser({ prefers: ['overSpeedEmail'] })
    const notifications = fixture.process()
    await write(notifications, await newAlerts(1))
    mailServer.refusal = refusal
    await notifications.sendDue()
    expect((await deliveries())[0]).toMatchObject({ state, failure, attempts: 1 })
    mailServer.refusal = null
    clock.now += MINUTE
    await notifications.sendDue()
    expect(mailServer.received).toHaveLength(state === 'waiting' ? 1 : 0)
  })

  test('one that was interrupted in its last try is given up', async () => {
    await addUser({ prefers: ['overSpeedSms'] })
    const notifications = fixture.process()
    await write(notifications, await newAlerts(1))
    await fixture.database.db.updateTable('alert_delivery').set({ attempts: 6 }).execute()
    await notifications.sendDue()
    expect((await deliveries())[0]).toMatchObject({ state: 'dead', failure: 'interrupted' })
    expect(gateway.received).toEqual([])
  })
})

describe('ALR-12 what is not sent', () => {
  const prefers = ['overSpeedSms']

  test('an alert that was withdrawn before; what was sent before stays sent', async () => {
    await addUser({ prefers })
    const notifications = fixture.process()
    const [early = '', late = ''] = await newAlerts(2)
    await write(notifications, [early])
    await notifications.sendDue()
    await write(notifications, [late])
    await fixture.database.db.updateTable('alert').set({ withdrawn_at: new Date() }).execute()
    await notifications.sendDue()
    expect(gateway.received).toHaveLength(1)
    expect(await states()).toEqual(['sms sent', 'sms dropped'])
  })

  test('what its user has switched off by then, and users who are disabled by then', async () => {
    const { db } = fixture.database
    const [off, disabled] = [await addUser({ prefers }), await addUser({ prefers })]
    const notifications = fixture.process()
    await write(notifications, await newAlerts(1))
    await db.deleteFrom('alert_preference').where('user_id', '=', off).execute()
    await db.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', disabled).execute()
    await notifications.sendDue()
    expect(gateway.received).toEqual([])
    expect(await states()).toEqual(['sms dropped', 'sms dropped'])
  })
})

describe('ALR-09 ALR-12 a limit given up while its notification waits', () => {
  test.each([
    [{ selected: true, value: 90 }, ['sms sent']],
    [{ selected: false, value: 80 }, ['sms dropped']],
  ])('with the choice %j it is %j, and says the limit that raised it', async (choice, settled) => {
    const userId = await addUser({ prefers: ['overSpeedSms'] })
    const notifications = fixture.process()
    await write(notifications, [await addAlert({ threshold: 80, value: 92 })])
    await fixture.database.db
      .insertInto('alert_setting')
      .values({ user_id: userId, id: 'overspeedAlert', ...choice, since: new Date(clock.now + MINUTE) })
      .execute()
    clock.now += 2 * MINUTE
    await notifications.sendDue()
    expect(await states()).toEqual(settled)
    for (const { text } of gateway.received) expect(text).toMatch(/, 92\.0 kmph, limit 80 kmph$/)
  })
})

describe('ALR-12 a flood', () => {
  test('above 20 an hour for a user and channel becomes one summary at the end of the hour', async () => {
    await addUser({ prefers: ['overSpeedEmail', 'overSpeedSms', 'idleSms'] })
    await addUser({ prefers: ['idleSms'] })
    const notifications = fixture.process()
    const idling = await addAlert({ type: 'IDLING', threshold: 5, durationS: 300 })
    await write(notifications, [...(await newAlerts(30)), idling])
    await notifications.sendDue()
    expect(subjects()).toHaveLength(20)
    expect(gateway.received).toHaveLength(21)
    clock.now += 29 * MINUTE
    await notifications.sendDue()
    expect(subjects()).toHaveLength(20)
    clock.now += MINUTE
    await notifications.sendDue()
    expect(subjects()).toHaveLength(21)
    const summary = readMail(mailServer.received[20]?.source ?? '')
    expect(summary.subject).toBe('10 more alerts')
    expect(summary.text).toContain('Overspeed, limit 80 kmph: 10')
    expect(gateway.received.at(-1)?.text).toMatch(/^Roadbook: 11 more alerts from 25-11-2026 08:30:00 to /)
    expect(new Set(await states())).toEqual(new Set(['email sent', 'sms sent']))
    clock.now += HOUR
    await write(notifications, await newAlerts(1))
    await notifications.sendDue()
    expect(subjects().at(-1)).toBe('Overspeed: KA 01 AB 1234')
  })

  test('of a user above the limit all that is due is held back at once, so that nobody waits behind it', async () => {
    await addUser({ prefers: ['overSpeedSms'] })
    const notifications = fixture.process()
    await write(notifications, await newAlerts(60))
    const taking = createDueDeliveries({ db: fixture.database.db })
    const held = async () => (await deliveries()).filter((delivery) => delivery.held).length
    await taking.take('sms', clock.now)
    await taking.take('sms', clock.now)
    expect(await held()).toBe(0)
    await taking.take('sms', clock.now)
    expect(await held()).toBe(40)
  })

  test('what was told in a summary does not count as single messages of the next hour', async () => {
    await addUser({ prefers: ['overSpeedSms'] })
    const notifications = fixture.process()
    await write(notifications, await newAlerts(35))
    await notifications.sendDue()
    clock.now += 30 * MINUTE
    await notifications.sendDue()
    expect(gateway.received).toHaveLength(21)
    // The single ones are an hour ago, the fifteen of the summary half an hour.
    clock.now += 30 * MINUTE + 1
    await write(notifications, await newAlerts(20))
    await notifications.sendDue()
    expect(gateway.received).toHaveLength(41)
  })

  test('counts what other processes send at the same time', async () => {
    await addUser({ prefers: ['overSpeedSms'] })
    const processes = Array.from({ length: 4 }, () => fixture.process())
    const [first = fixture.process()] = processes
    await write(first, await newAlerts(60))
    await Promise.all(processes.map((each) => each.sendDue()))
    expect(gateway.received).toHaveLength(20)
  })

  test('a summary that failed is tried again as one, without those that were withdrawn', async () => {
    await addUser({ prefers: ['overSpeedEmail'] })
    const notifications = fixture.process()
    await write(notifications, await newAlerts(23))
    await notifications.sendDue()
    clock.now += 30 * MINUTE
    mailServer.refusal = 452
    await notifications.sendDue()
    mailServer.refusal = null
    const held = (await deliveries()).filter((delivery) => delivery.held)
    expect(held).toHaveLength(3)
    await fixture.database.db
      .updateTable('alert')
      .set({ withdrawn_at: new Date() })
      .where('id', '=', held[0]?.alert_id ?? '')
      .execute()
    clock.now += MINUTE
    await notifications.sendDue()
    expect(subjects().slice(20)).toEqual(['2 more alerts'])
    expect((await deliveries()).filter(({ state }) => state === 'dropped')).toHaveLength(1)
  })
})
