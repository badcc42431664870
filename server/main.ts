import { join } from 'node:path'
import type { Kysely } from 'kysely'
import pino from 'pino'
import { MINUTE_MS } from '#domain/units.ts'
import { type Backend, createBackend } from './backend.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import { defaultDataDir } from './db/data-dir.ts'
import { openDatabase } from './db/open-database.ts'
import type { Tables } from './db/tables.ts'
import { createPasswords } from './identity/passwords.ts'
import { checkPort, createLifecycle } from './lifecycle.ts'
import { portalUrlOf, removeServerAddress, writeServerAddress } from './server-address.ts'
import { readDemoState } from './simulator/demo/demo.repository.ts'
import { DEMO_USERS } from './simulator/demo/demo-content.ts'
import { type Demo, runDemo } from './simulator/demo/run-demo.ts'

/** How often finished days are closed, in ms. */
const CLOSING_EVERY_MS = 10 * MINUTE_MS
/** Milliseconds that each part gets to end. Running requests are cut off after `requests`. */
const END_WITHIN = { demo: 500, requests: 500, http: 900, database: 2_500 } as const

/** Writes one JSON object a line for the parent process. */
const notifyParent = (line: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const startDemo = async (
  db: Kysely<Tables>,
  { ingest, tracks }: Backend,
  days: number,
  log: (message: string) => void,
): Promise<Demo> => {
  const { hash: hashPassword } = await createPasswords()
  return runDemo({ db, ingest, tracks, hashPassword, days, now: Date.now, log })
}

type Lifecycle = ReturnType<typeof createLifecycle>

/** Starts one part after the other and registers each, so that a stop ends exactly those that have started. */
const startParts = async (
  configuration: Configuration,
  lifecycle: Lifecycle,
  log: pino.Logger,
): Promise<void> => {
  const { port, host, isDemo, demoDays, databaseUrl, clientDir, environmentFile, manualFile, paymentUrl } =
    configuration
  await checkPort(port, host)
  let isReady = false
  const reportProgress = (message: string) => {
    if (isReady) log.debug(message)
    else notifyParent({ progress: message })
  }

  const dataDir = defaultDataDir({
    projectDir: configuration.projectDir,
    uid: process.getuid?.(),
    env: process.env,
  })
  const opening = openDatabase({ dataDir, databaseUrl, log: reportProgress })
  lifecycle.registerStarted({
    what: 'The database',
    // A database that is still starting would outlive this process, so the stop waits for it.
    end: async () => (await opening.catch(() => null))?.close(),
    limitMs: END_WITHIN.database,
  })
  const database = await opening

  let isSeeded = false
  const backend = await createBackend({
    db: database.db,
    pool: database.pool,
    clientDir,
    environmentFile,
    ownEnvironmentFile: join(dataDir, 'env.json'),
    manualFile,
    paymentUrl,
    outboxDir: join(dataDir, 'outbox'),
    uploadDir: join(dataDir, 'uploads'),
    smtp: configuration.smtp,
    publicUrl: configuration.publicUrl,
    accessTokenLifeS: configuration.accessTokenLifeS,
    trustedProxies: configuration.trustedProxies,
    // Real trucks do not follow the generated roads, so those fade out at close range unless the demo runs.
    variables: { ROADBOOK_ROAD_DETAIL: isDemo ? 'all' : 'overview', ...process.env },
    missing: () => (isSeeded ? [] : ['demo data']),
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

  if (isDemo) {
    const hasTrucks = (await readDemoState(database.db)) !== undefined
    const demo = startDemo(database.db, backend, demoDays, reportProgress)
    lifecycle.registerStarted({
      what: 'The demo',
      end: async () => (await demo.catch(() => null))?.stop(),
      limitMs: END_WITHIN.demo,
    })
    // Trucks of an earlier run are on the map already, so users need not wait for the demo.
    if (hasTrucks)
      demo.catch((err: unknown) => {
        if (!lifecycle.isStopping()) log.error({ err }, 'the demo could not start')
      })
    else await demo
  }
  isSeeded = true
  if (lifecycle.isStopping()) return

  const closeDays = () => {
    backend.tracks.closeFinishedDays({ now: Date.now() }).catch((err: unknown) => {
      if (!lifecycle.isStopping()) log.error({ err }, 'finished days could not be closed')
    })
  }
  const timer = setInterval(closeDays, CLOSING_EVERY_MS)
  lifecycle.registerStarted({
    what: 'The closing of days',
    end: async () => clearInterval(timer),
    limitMs: END_WITHIN.demo,
  })
  closeDays()

  isReady = true
  notifyParent({
    ready: true,
    url: portalUrlOf({ ...address, publicUrl: null }),
    users: isDemo ? DEMO_USERS.map(({ userName }) => userName) : [],
    dataDir,
    database: database.kind,
    warnings: warningsOf(configuration),
  })
}

const warningsOf = ({ isDemo, isHostChosen, host, databaseUrl }: Configuration): string[] => [
  ...(isDemo && isHostChosen
    ? [`anyone who reaches HOST=${host} can sign in as a demo user; DEMO=off leaves these users out`]
    : []),
  ...(isDemo && !isHostChosen ? ['in demo mode it listens on this machine only; HOST=0.0.0.0 opens it'] : []),
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
