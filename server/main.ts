import { once } from 'node:events'
import { join } from 'node:path'
import pino from 'pino'
import { MINUTE_MS } from '#domain/units.ts'
import { createBackend } from './backend.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import { defaultDataDir, hasSpace } from './db/data-dir.ts'
import { openDatabase } from './db/open-database.ts'
import { createPasswords } from './identity/passwords.ts'
import { createUserRepository } from './identity/users.repository.ts'
import { checkPort, createLifecycle } from './lifecycle.ts'
import { portalUrlOf, removeServerAddress, writeServerAddress } from './server-address.ts'
import { readDemoState } from './simulator/demo/demo.repository.ts'
import { type AskDemoPassword, settleDemoPassword } from './simulator/demo/demo-password.ts'
import { createDemoUsers, type DemoUsers } from './simulator/demo/demo-users.repository.ts'
import { runDemo } from './simulator/demo/run-demo.ts'

/** How often finished days are closed, in ms. */
const TIDY_EVERY_MS = 10 * MINUTE_MS
/** Milliseconds that each part gets to end. Running requests are cut off after `requests`. */
const END_WITHIN = { demo: 500, requests: 500, http: 900, database: 2_500 } as const

/** Writes one JSON object a line for the parent process. */
const notifyParent = (line: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** Asks through the parent process, which has a terminal if it says so. */
const askDemoPassword: AskDemoPassword = async (why) => {
  if (process.send === undefined || process.env['ROADBOOK_TERMINAL'] === undefined) return null
  const answered = once(process, 'message')
  notifyParent({ question: 'demoPassword', why })
  const [answer] = await answered
  return typeof answer === 'string' ? answer : null
}

/** What users and operators must know of the demo's logins. */
type DemoLogins = {
  /** Null without the demo. */
  readonly seeding: { readonly passwordHash: string } | null
  /** Null if unknown: it was chosen at an earlier start, or there is no demo. */
  readonly password: string | null
  /** Those whom this start has disabled. */
  readonly disabled: readonly string[]
}

/** Opens or closes the demo's logins before anybody can use them. */
const settleDemoLogins = async (
  demoUsers: DemoUsers,
  { isDemo, demoPassword, isOnNetwork }: Configuration,
): Promise<DemoLogins> => {
  if (!isDemo) return { seeding: null, password: null, disabled: await demoUsers.disable() }
  const { hash, password } = await settleDemoPassword({
    demoUsers,
    passwords: await createPasswords(),
    chosen: demoPassword,
    isOnNetwork,
    ask: askDemoPassword,
  })
  await demoUsers.enable()
  return { seeding: { passwordHash: hash }, password, disabled: [] }
}

/** The programs of threads lie beside this one; those of a server that runs from its source are built for it. */
const programOf = (name: string): URL => {
  const folder = import.meta.url.endsWith('.ts') ? '../node_modules/.cache/roadbook-threads/' : './'
  return new URL(`${folder}${name}.js`, import.meta.url)
}

type Lifecycle = ReturnType<typeof createLifecycle>

/** Starts one part after the other and registers each, so that a stop ends exactly those that have started. */
const startParts = async (
  configuration: Configuration,
  lifecycle: Lifecycle,
  log: pino.Logger,
): Promise<void> => {
  const {
    port,
    host,
    isDemo,
    demoDays,
    databaseUrl,
    clientDir,
    environmentFile,
    manualFile,
    textsDir,
    paymentUrl,
  } = configuration
  await checkPort(port, host)
  let isReady = false
  let isOpen = false
  const reportProgress = (message: string) => {
    if (isReady) log.debug(message)
    else notifyParent({ progress: message })
  }

  const dataDir = defaultDataDir({
    projectDir: configuration.projectDir,
    uid: process.getuid?.(),
    env: process.env,
  })
  const opening = openDatabase({
    dataDir,
    databaseUrl,
    log: (message) => {
      if (isOpen) log.warn(message)
      else reportProgress(message)
    },
  })
  lifecycle.registerStarted({
    what: 'The database',
    // A database that is still starting would outlive this process, so the stop waits for it.
    end: async () => (await opening.catch(() => null))?.close(),
    limitMs: END_WITHIN.database,
  })
  const database = await opening
  isOpen = true
  const demoUsers = createDemoUsers({ db: database.db })
  const demoLogins = await settleDemoLogins(demoUsers, configuration)

  let isSeeded = false
  const backend = await createBackend({
    db: database.db,
    pool: database.pool,
    clientDir,
    environmentFile,
    ownEnvironmentFile: join(dataDir, 'env.json'),
    manualFile,
    textsDir,
    paymentUrl,
    outboxDir: join(dataDir, 'outbox'),
    uploadDir: join(dataDir, 'uploads'),
    threads: { programOf },
    smtp: configuration.smtp,
    sms: configuration.sms,
    publicUrl: configuration.publicUrl,
    accessTokenLifeS: configuration.accessTokenLifeS,
    ssoClientSecret: configuration.ssoClientSecret,
    trustedProxies: configuration.trustedProxies,
    // Real trucks do not follow the generated roads, so those fade out at close range unless the demo runs.
    variables: { ROADBOOK_ROAD_DETAIL: isDemo ? 'all' : 'overview', ...process.env },
    missing: () => [
      ...(isSeeded ? [] : ['demo data']),
      ...(database.kind === 'external' || hasSpace(dataDir) ? [] : ['disk space']),
    ],
    log,
  })
  lifecycle.registerStarted({
    what: 'The HTTP server',
    end: async () => {
      const cut = setTimeout(() => backend.app.server.closeAllConnections(), END_WITHIN.requests)
      await backend.close()
      clearTimeout(cut)
    },
    limitMs: END_WITHIN.http,
  })
  await backend.app.listen({ port, host })
  const listening = backend.app.server.address()
  const address = {
    host,
    port: typeof listening === 'object' ? (listening?.port ?? port) : port,
    publicUrl: configuration.publicUrl ?? null,
  }
  lifecycle.registerStarted({
    what: 'The address for command line tools',
    end: async () => removeServerAddress(dataDir),
    limitMs: END_WITHIN.demo,
  })
  writeServerAddress(dataDir, address)
  backend.alerts.start()
  backend.figures.start()
  backend.notifications.start()

  if (demoLogins.seeding !== null) {
    const hasTrucks = (await readDemoState(database.db)) !== undefined
    if (!hasTrucks)
      reportProgress(
        'Making the demo. The portal answers already; its users can log in when the demo is there.',
      )
    const demo = runDemo({
      db: database.db,
      ingest: backend.ingest,
      tracks: backend.tracks,
      passwordHash: demoLogins.seeding.passwordHash,
      days: demoDays,
      now: Date.now,
      log: reportProgress,
    })
    lifecycle.registerStarted({
      what: 'The demo',
      end: async () => (await demo.catch(() => null))?.stop(),
      limitMs: END_WITHIN.demo,
    })
    // Trucks of an earlier run are on the map already, so users need not wait for the demo; without one there are no users yet.
    if (hasTrucks)
      demo.catch((err: unknown) => {
        if (!lifecycle.isStopping()) log.error({ err }, 'the demo could not start')
      })
    else await demo
  }
  isSeeded = true
  if (lifecycle.isStopping()) return

  const tidy = () => {
    backend.tidy().catch((err: unknown) => {
      if (!lifecycle.isStopping()) log.error({ err }, 'finished days or old reports could not be tidied')
    })
  }
  const timer = setInterval(tidy, TIDY_EVERY_MS)
  lifecycle.registerStarted({
    what: 'The closing of days',
    end: async () => clearInterval(timer),
    limitMs: END_WITHIN.demo,
  })
  tidy()

  isReady = true
  const openLogins = await demoUsers.enabled()
  const withDuplicateEmail = await createUserRepository({ db: database.db }).withDuplicateEmail()
  notifyParent({
    ready: true,
    url: portalUrlOf({ ...address, publicUrl: null }),
    demoUsers: { names: openLogins, password: demoLogins.password },
    dataDir,
    database: database.kind,
    notes: notesOf(configuration, demoLogins, withDuplicateEmail),
    alarm: alarmOf(configuration, openLogins),
  })
}

/** Words that nobody overlooks; empty if no demo user can log in from the network. */
const alarmOf = ({ isOnNetwork, host, publicUrl }: Configuration, openLogins: readonly string[]): string[] =>
  !isOnNetwork || openLogins.length === 0
    ? []
    : [
        `DEMO USERS CAN LOG IN FROM THE NETWORK (${publicUrl ?? `HOST=${host}`})`,
        `Whoever knows their password can do everything as ${openLogins.includes('rootadmin') ? 'rootadmin' : openLogins[0]}.`,
        'For real data disable them, which keeps their fleets: DEMO=off npm start',
      ]

const notesOf = (
  { isDemo, isHostChosen, isOnNetwork, databaseUrl }: Configuration,
  { disabled }: DemoLogins,
  withDuplicateEmail: readonly string[],
): string[] => [
  ...(withDuplicateEmail.length > 0
    ? [
        `another user has the e-mail address that these had as well: ${withDuplicateEmail.join(' ')} (npm run user -- list shows it)`,
        `without one they cannot reset a forgotten password; give each one of their own: npm run user -- set ${withDuplicateEmail[0]} --email ADDRESS`,
      ]
    : []),
  ...(disabled.length > 0
    ? [
        `DEMO=off has disabled the demo users (${disabled.join(' ')}); their fleets and history stay`,
        `to keep one, give them a password of your own: npm run user -- enable ${disabled.includes('customeradmin') ? 'customeradmin' : disabled[0]}`,
      ]
    : []),
  ...(isDemo && !isHostChosen && !isOnNetwork
    ? ['in demo mode it listens on this machine only; HOST=0.0.0.0 opens it, with a new demo password']
    : []),
  ...(isDemo && databaseUrl !== undefined
    ? ['demo data was put into the database of DATABASE_URL; DEMO=off leaves it alone']
    : []),
]

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const run = async (): Promise<void> => {
  const configuration = readConfiguration(process.env)
  const log = pino({ level: configuration.logLevel }, pino.destination(2))
  const lifecycle = createLifecycle({
    warn: (message, err) => log.warn({ err }, message),
    last: (code) => process.exit(code),
  })
  const stop = () => void lifecycle.stop()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // The parent process has gone away.
  process.on('disconnect', stop)
  const fail = (err: unknown) => {
    if (lifecycle.isStopping()) return
    log.fatal({ err }, 'the server has to stop')
    void lifecycle.stop(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  try {
    await startParts(configuration, lifecycle, log)
  } catch (error) {
    // During a stop, parts that have not started yet fail. That is expected.
    if (!lifecycle.isStopping()) process.stderr.write(`${textOf(error)}\n`)
    await lifecycle.stop(1)
  }
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${textOf(error)}\n`)
  process.exitCode = 1
}
