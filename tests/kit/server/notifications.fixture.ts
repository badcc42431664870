import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Preferences } from '#contract/records/preferences.ts'
import type { Role } from '#contract/roles.ts'
import { createNotifications } from '#server/alerts/notifications.service.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import { createMailTexts } from '#server/mail/mail-texts.ts'
import { createOutbox } from '#server/mail/outbox.repository.ts'
import { createSmsGateway } from '#server/mail/sms-gateway.ts'
import { createSmtp } from '#server/mail/smtp.ts'
import { createPreferencesRepository } from '#server/preferences/preferences.repository.ts'
import { addCompany, addVehicle } from './fleet-records.ts'
import { withDatabase } from './test-database.ts'

const TEXTS_DIR = join(import.meta.dirname, '..', '..', '..', 'src', 'texts')
const SMS_TOKEN = 'token-of-the-gateway'
/** 08:30 in India on 25 November 2026. */
export const MORNING = Date.UTC(2026, 10, 25, 3)

type SentSms = { readonly to: string; readonly from: string; readonly text: string }

/** A real SMS gateway on this machine. `answers` replaces what it does with a request. */
const withGateway = () => {
  const received: SentSms[] = []
  const tokens: (string | undefined)[] = []
  const gateway = { received, tokens, answers: null as RequestListener | null, url: '' }
  const server = createServer(async (request, response) => {
    if (gateway.answers !== null) return gateway.answers(request, response)
    tokens.push(request.headers.authorization)
    received.push((await json(request)) as SentSms)
    response.writeHead(202).end('{}')
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
  })
  beforeEach(() => {
    received.length = 0
    tokens.length = 0
    gateway.answers = null
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return gateway
}

/** A real mail server on this machine. It refuses recipients with `refusal`, if that is set. */
const withMailServer = () => {
  const received: { readonly to: string; readonly source: string }[] = []
  const mailServer = { received, refusal: null as number | null, url: '' }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, _session, done) =>
      mailServer.refusal === null
        ? done()
        : done(Object.assign(new Error('no'), { responseCode: mailServer.refusal })),
    onData: (stream, { envelope: { rcptTo } }, done) => {
      text(stream).then((source) => {
        received.push({ to: rcptTo[0]?.address ?? '', source })
        done()
      }, done)
    },
  })
  beforeAll(async () => {
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    mailServer.url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    received.length = 0
    mailServer.refusal = null
  })
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  return mailServer
}

type NewUser = {
  readonly name?: string
  readonly role?: Role
  readonly companyId?: number | null
  readonly email?: string | null
  readonly mobile?: string | null
  readonly prefers?: readonly string[]
  readonly settings?: Readonly<Record<string, { selected: boolean; value: number | null }>>
  readonly disabled?: boolean
  readonly preferences?: Partial<Preferences>
}

type NewAlert = {
  readonly type?: string
  readonly threshold?: number
  readonly subject?: string
  readonly time?: number
  readonly value?: number | null
  readonly durationS?: number | null
  readonly vehicleId?: number
  readonly fence?: { readonly id: number; readonly name: string } | null
}

/** Notifications on a database of their own, with a real mail server and SMS gateway and a clock that the test moves. */
export const withNotifications = () => {
  const database = withDatabase()
  const gateway = withGateway()
  const mailServer = withMailServer()
  const clock = { now: MORNING }
  const errors: unknown[] = []
  const givenUp: unknown[] = []
  const ids = { company: 0, vehicle: 0 }
  let serial = 0

  beforeAll(async () => {
    ids.company = (await addCompany(database.db)).id
    ids.vehicle = (
      await addVehicle(database.db, { company_id: ids.company, registration: 'KA 01 AB 1234' })
    ).id
  })
  beforeEach(async () => {
    clock.now = MORNING
    errors.length = 0
    givenUp.length = 0
    for (const table of ['alert', 'mail', 'app_user'] as const) await database.db.deleteFrom(table).execute()
  })

  /** One process of the portal; `embedded` has neither mail server nor gateway. */
  const process = ({ embedded = false, smsTimeoutMs = 5_000 } = {}) =>
    createNotifications({
      db: database.db,
      ports: {
        smtp: embedded ? null : createSmtp({ url: mailServer.url, from: 'Roadbook <portal@fleet.example>' }),
        sms: embedded
          ? null
          : createSmsGateway({
              url: gateway.url,
              token: SMS_TOKEN,
              from: 'RDBOOK',
              timeoutMs: smsTimeoutMs,
            }),
        outbox: createOutbox({
          db: database.db,
          dir: '/nonexistent',
          productName: async () => 'Roadbook',
          now: () => clock.now,
        }),
      },
      mailTexts: createMailTexts({ dir: TEXTS_DIR }),
      preferencesOf: createPreferencesRepository({ db: database.db }).of,
      productName: async () => 'Roadbook',
      portalUrl: () => 'https://portal.example',
      now: () => clock.now,
      random: () => 0,
      onGivenUp: (notification) => givenUp.push(notification),
      onError: (error) => errors.push(error),
    })

  const addUser = async ({
    name = `user${++serial}`,
    role = 'CUSTOMER',
    companyId = ids.company,
    email = `${name}@fleet.example`,
    mobile = '+91 98450 12345',
    prefers = [],
    settings = {},
    disabled = false,
    preferences,
  }: NewUser = {}): Promise<number> => {
    const { db } = database
    const id = await createUserRepository({ db }).add({
      userName: name,
      firstName: name,
      companyId,
      role,
      passwordHash: '',
      alphaAccess: true,
      betaAccess: true,
    })
    await db
      .updateTable('app_user')
      .set({ email, mobile, disabled_at: disabled ? new Date() : null })
      .where('id', '=', id)
      .execute()
    for (const preference of prefers)
      await db.insertInto('alert_preference').values({ user_id: id, name: preference }).execute()
    for (const [setting, choice] of Object.entries(settings))
      await db
        .insertInto('alert_setting')
        .values({ user_id: id, id: setting, ...choice })
        .execute()
    if (preferences !== undefined) {
      const stored = createPreferencesRepository({ db })
      await stored.replace(id, { ...(await stored.of(id)), ...preferences })
    }
    return id
  }

  /** Stores an alert as the engine does; overspeed by the initial threshold unless told. */
  const addAlert = async ({
    type = 'OVERSPEED',
    threshold = type === 'OVERSPEED' ? 80 : 0,
    subject = '',
    time = MORNING,
    value = 92.4,
    durationS = null,
    vehicleId = ids.vehicle,
    fence = null,
  }: NewAlert = {}): Promise<string> => {
    serial += 1
    const { id } = await database.db
      .insertInto('alert')
      .values({
        company_id: ids.company,
        vehicle_id: vehicleId,
        type,
        threshold,
        subject,
        began: new Date(time + serial),
        time: new Date(time),
        ended: null,
        lng: 77.594566,
        lat: 12.971599,
        value,
        duration_s: durationS,
        detail: JSON.stringify({ rule: {}, fixes: [], figures: {}, fence }),
        stored_at: new Date(time),
        changed_at: new Date(time),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(id)
  }

  const write = (notifications: ReturnType<typeof process>, alertIds: readonly string[]) =>
    database.db.transaction().execute((trx) =>
      notifications.write(
        trx,
        alertIds.map((id) => ({ id })),
      ),
    )

  /** The notifications as they are stored, in the order of writing. */
  const deliveries = () =>
    database.db
      .selectFrom('alert_delivery')
      .innerJoin('app_user', 'app_user.id', 'alert_delivery.user_id')
      .select(['user_name', 'channel', 'state', 'attempts', 'failure', 'next_at', 'held', 'alert_id'])
      .orderBy('alert_delivery.id')
      .execute()

  return {
    database,
    gateway,
    mailServer,
    clock,
    errors,
    givenUp,
    ids,
    process,
    addUser,
    addAlert,
    write,
    deliveries,
  }
}

/** The subject and text of a mail as it was sent. */
export const readMail = (source: string): { subject: string; text: string } => {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const subject = /^Subject: (.*)\r?$/m.exec(head)?.[1] ?? ''
  const bytes = /transfer-encoding: base64/i.test(head)
    ? Buffer.from(body, 'base64')
    : Buffer.from(
        body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )
  return { subject, text: bytes.toString().replaceAll('\r\n', '\n') }
}
