import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { type Backend, createBackend } from '#server/backend.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import type { SmsSettings } from '#server/mail/sms-gateway.ts'
import type { SmtpSettings } from '#server/mail/smtp.ts'
import { SOURCE_THREADS } from './source-threads.ts'
import { type TestDatabase, withDatabase } from './test-database.ts'

const PROJECT = join(import.meta.dirname, '..', '..', '..')
/** Where fleet management's calls lie. */
export const FLEET_API = '/api/v2/onlinefleetmngmt/dicv'
export const PASSWORD = 'a good password'
/** The address of the test's PayHub. */
export const PAYMENT_URL = 'https://payments.example/start'

type Answer = { readonly status: number; readonly headers: Record<string, unknown>; readonly body: unknown }

/** `smtp` and `sms` are read when the backend is built, so that servers of the test can exist by then. */
type BackendOptions = {
  readonly clientDir?: string
  readonly paymentUrl?: string
  readonly publicUrl?: string
  readonly smtp?: () => SmtpSettings
  readonly sms?: () => SmsSettings
  readonly trustedProxies?: readonly string[]
  readonly ssoClientSecret?: string
}

/** The whole server on a database of its own, called without a network. */
export const withBackend = (options: BackendOptions = {}) => {
  const database: TestDatabase = withDatabase()
  const logged: string[] = []
  const outboxDir = join(tmpdir(), `roadbook-outbox-${randomUUID()}`)
  const uploadDir = join(tmpdir(), `roadbook-uploads-${randomUUID()}`)
  const ownEnvironmentFile = join(tmpdir(), `roadbook-env-${randomUUID()}.json`)
  let backend: Backend | null = null
  let hash = ''
  let lead = 0
  const get = (): Backend => {
    if (!backend) throw new Error('The backend is there only inside tests and hooks.')
    return backend
  }
  const former: Backend[] = []
  const build = async (): Promise<void> => {
    backend = await createBackend({
      db: database.db,
      pool: database.pool,
      clientDir: options.clientDir ?? null,
      environmentFile: join(PROJECT, 'public', 'env.json'),
      ownEnvironmentFile,
      manualFile: join(PROJECT, 'docs', 'user-manual.md'),
      textsDir: join(PROJECT, 'src', 'texts'),
      outboxDir,
      threads: SOURCE_THREADS,
      uploadDir,
      trustedProxies: options.trustedProxies,
      paymentUrl: options.paymentUrl ?? PAYMENT_URL,
      publicUrl: options.publicUrl,
      ssoClientSecret: options.ssoClientSecret,
      smtp: options.smtp?.(),
      sms: options.sms?.(),
      log: pino({ level: 'debug' }, { write: (line: string) => logged.push(line) }),
      now: () => Date.now() + lead,
    })
    await backend.app.ready()
  }
  beforeAll(async () => {
    hash = await (await createPasswords()).hash(PASSWORD)
    await build()
  })
  afterAll(async () => {
    for (const each of [...former, backend]) await each?.close()
    for (const path of [outboxDir, ownEnvironmentFile]) await rm(path, { recursive: true, force: true })
  })

  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const reply = await get().app.inject({
      method,
      url,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: isJson ? reply.json() : reply.rawPayload,
    }
  }

  return {
    database,
    /** The folder of the test's mails. */
    outboxDir,
    /** The folder of its uploads. */
    uploadDir,
    get app() {
      return get().app
    },
    get figures() {
      return get().figures
    },
    get alerts() {
      return get().alerts
    },
    get notifications() {
      return get().notifications
    },
    get ingest() {
      return get().ingest
    },
    get dtcs() {
      return get().dtcs
    },
    get tracks() {
      return get().tracks
    },
    /** Goes on with a new server on the same database and folders, as after a crash: the one before was not closed. */
    startAfterCrash: async (): Promise<void> => {
      former.push(get())
      await build()
    },
    /** Goes on with a new server, after the one before was closed. */
    restart: async (): Promise<void> => {
      await get().close()
      await build()
    },
    /** What the server does every few minutes. */
    tidy: () => get().tidy(),
    /** Everything the server has logged. */
    logged,
    ask,
    /** Writes the installation's own environment document. */
    setEnvironment: (document: Readonly<Record<string, unknown>>) =>
      writeFileSync(ownEnvironmentFile, JSON.stringify(document)),
    /** Moves the server's clock ahead of the real one, ms. */
    setLead: (ms: number) => {
      lead = ms
    },
    addUser: (userName: string, role: Role, companyId: number | null): Promise<number> =>
      createUserRepository({ db: database.db }).add({
        userName,
        firstName: userName,
        companyId,
        role,
        passwordHash: hash,
        alphaAccess: true,
        betaAccess: true,
      }),
    logIn: async (userName: string): Promise<{ token: string; refreshToken: string; userId: number }> => {
      const { body } = await ask('POST', '/api/v2/login', { body: { userName, password: PASSWORD } })
      const { user, grant } = body as {
        user: { id: number }
        grant: { access_token: string; refresh_token: string }
      }
      return { token: grant.access_token, refreshToken: grant.refresh_token, userId: user.id }
    },
  }
}
