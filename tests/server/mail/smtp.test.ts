import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfiguration } from '#server/configuration.ts'
import { createSmtp, createSmtpMail, type SmtpFailure, sendFailureOfSmtp } from '#server/mail/smtp.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'

const SECRET = 'mail-server-password'
const NEXT = 'Another good passw0rd'
const received: { from: string; to: string[]; source: string }[] = []
let isRefusing = false

const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'portal' && password === SECRET ? done(null, { user: username }) : done(new Error('no')),
  onRcptTo: (_address, _session, done) =>
    isRefusing ? done(Object.assign(new Error('mailbox full'), { responseCode: 452 })) : done(),
  onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
    text(stream).then((source) => {
      const from = mailFrom === false ? '' : mailFrom.address
      received.push({ from, to: rcptTo.map(({ address }) => address), source })
      done()
    }, done)
  },
})
const dripper = createServer()
const port = () => (smtp.server.address() as AddressInfo).port

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
})
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))

const backend = withBackend({
  publicUrl: 'https://portal.example',
  smtp: () => ({
    url: `smtp://portal:${SECRET}@127.0.0.1:${port()}`,
    from: 'Roadbook <portal@fleet.example>',
  }),
})
const forget = (account: string) => backend.ask('POST', '/api/v2/forgotPassword', { body: { account } })
const outbox = () => backend.database.db.selectFrom('mail').selectAll().orderBy('id').execute()

beforeAll(async () => {
  for (const name of ['asha', 'ravi']) {
    const id = await backend.addUser(name, 'MANAGER', null)
    await backend.database.db
      .updateTable('app_user')
      .set({ email: `${name}@fleet.example` })
      .where('id', '=', id)
      .execute()
  }
})
beforeEach(() => {
  isRefusing = false
  received.length = 0
})

/** The text of a mail as it was sent. */
const bodyOf = (source: string): string => {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

describe('OPEN-03 mail by SMTP', () => {
  test('a reset link is sent to the mail server, and following it sets the password', async () => {
    await forget('asha')
    await vi.waitFor(() => expect(received).toHaveLength(1), 10_000)
    const [mail] = received
    expect(mail).toMatchObject({ from: 'portal@fleet.example', to: ['asha@fleet.example'] })
    expect(mail?.source).toMatch(/^Subject: Choose a new password\r$/m)
    const link = /https:\/\/portal\.example\/reset-password#([\w-]{43})/.exec(bodyOf(mail?.source ?? ''))
    const body = { code: link?.[1], newPassword: NEXT }
    expect((await backend.ask('POST', '/api/v2/resetPassword', { body })).status).toBe(200)
    const login = await backend.ask('POST', '/api/v2/login', { body: { userName: 'asha', password: NEXT } })
    expect(login.body).toHaveProperty('grant')
    expect(await outbox()).toEqual([])
  })

  test('SE-14 a mail that the server refuses is in the outbox, and the log reports it without secrets', async () => {
    isRefusing = true
    await forget('ravi')
    await vi.waitFor(async () => expect(await outbox()).toHaveLength(1), 10_000)
    const [mail] = await outbox()
    expect(mail).toMatchObject({ recipient: 'ravi@fleet.example' })
    const code = /#([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? 'no code'
    const warnings = backend.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('SMTP'))
    expect(warnings).toMatchObject([{ level: 40, code: 'EENVELOPE', responseCode: 452 }])
    const log = backend.logged.join('')
    for (const secret of [SECRET, PASSWORD, NEXT, code, 'fleet.example']) expect(log).not.toContain(secret)
    const body = { code, newPassword: NEXT }
    expect((await backend.ask('POST', '/api/v2/resetPassword', { body })).status).toBe(200)
  })
})

test('a mail server that never finishes its answer is given up, and its connection closed', async () => {
  let dripping: NodeJS.Timeout | undefined
  const closed = new Promise<void>((resolve) => {
    dripper.on('connection', (socket) => {
      socket.write('220 slow\r\n')
      socket.once('data', () => {
        dripping = setInterval(() => socket.write('2'), 20)
      })
      socket.on('error', () => {}).on('close', () => resolve())
    })
  })
  dripper.listen(0, '127.0.0.1')
  await once(dripper, 'listening')
  const { port: drips } = dripper.address() as AddressInfo
  const slow = createSmtp({ url: `smtp://127.0.0.1:${drips}`, from: 'a@b.example' }, 300)
  const kept: string[] = []
  const failures: SmtpFailure[] = []
  await createSmtpMail({
    smtp: slow,
    fallback: { send: async ({ to }) => void kept.push(to) },
    onFailure: (failure) => failures.push(failure),
  }).send({ userId: 1, to: 'c@d.example', subject: 'x', text: 'y' })
  await closed
  clearInterval(dripping)
  dripper.close()
  expect([kept, failures]).toEqual([['c@d.example'], [{ code: 'EABORT', responseCode: null }]])
  expect(sendFailureOfSmtp(Object.assign(new Error(), { code: 'EABORT' })).message).toBe('timeout')
})

describe('configuration', () => {
  test('SMTP_URL and MAIL_FROM are read together', () => {
    const read = (variables: Record<string, string>) => readConfiguration(variables).smtp
    expect(read({})).toBeUndefined()
    const given = { SMTP_URL: 'smtps://a:b@mail.example', MAIL_FROM: 'a@b.example' }
    expect(read(given)).toEqual({ url: given.SMTP_URL, from: given.MAIL_FROM })
  })

  test.each([
    [{ SMTP_URL: `https://a:${SECRET}@x`, MAIL_FROM: 'a@b.example' }, 'SMTP_URL'],
    [{ SMTP_URL: `mail ${SECRET}`, MAIL_FROM: 'a@b.example' }, 'SMTP_URL'],
    [{ SMTP_URL: `smtp://a:${SECRET}@x` }, 'MAIL_FROM'],
    [{ SMTP_URL: `smtp://a:${SECRET}@x`, MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ SMTP_URL: `smtp://a:${SECRET}@x`, MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, 'MAIL_FROM'],
  ])('%j is refused by name, without the password', (variables, name) => {
    const read = () => readConfiguration(variables)
    expect(read).toThrow(name)
    expect(read).not.toThrow(SECRET)
  })
})
