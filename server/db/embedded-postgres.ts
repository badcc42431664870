import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, cleanEnv, DATABASE_USER, openCluster, runAs } from './cluster.ts'
import { canEnter, databaseUser, type OsUser } from './data-dir.ts'
import { takeBootLock } from './data-dir-owner.ts'
import { installedBinaries, runnableBinaries } from './postgres-binaries.ts'
import { endOrphan, readiness, removeSocketDir, SOCKET_PREFIX, until } from './processes.ts'

/** A running PostgreSQL that is a child of this process. */
export type PostgresServer = {
  /** Address of `database`, including the password; never log it. */
  urlOf(database: string): string
  /** Process id of the postmaster; changes when PostgreSQL was restarted. */
  pid(): number
  /** Stops PostgreSQL within 3 s and unlocks the data directory. */
  stop(): Promise<void>
}

type Options = {
  readonly dataDir: string
  readonly log?: (message: string) => void
  /** False only in tests: commits are not flushed to disk. */
  readonly durable?: boolean
  /** Folder for a copy of the binaries, if one is needed; the data directory by default. */
  readonly copyDir?: string
}

const FAST_STOP_MS = 2_000
const HARD_STOP_MS = 800
const LOG_LIMIT_BYTES = 8 * 1024 * 1024
/** A socket's path may have 107 bytes (103 on macOS). */
const SOCKET_PATH_LIMIT = 103
/** The pause before a restart, ms, by how often PostgreSQL ended or did not start within the window before; the last one for more. */
const RESTART_PAUSES_MS = [0, 500, 1_000, 2_000, 5_000, 15_000, 30_000] as const
const RESTART_WINDOW_MS = 10 * 60_000
/** What PostgreSQL writes of a full disk. */
const DISK_FULL = /No space left on device|could not extend file|disk quota exceeded/i

/**
 * Starts PostgreSQL from the npm binaries in the data directory and creates the cluster if there is none. Takes over
 * a server left by a killed Roadbook, and restarts the child when it dies. Resolves with null if npm has no binaries
 * for this platform. Throws `DataDirectoryInUse` if another Roadbook uses the directory.
 */
export const startPostgres = async (options: Options): Promise<PostgresServer | null> => {
  const { dataDir, log = () => {}, durable = true } = options
  const installed = await installedBinaries()
  if (!installed) return null
  const user = databaseUser()
  mkdirSync(dataDir, { recursive: true })
  if (!canEnter(dataDir, user))
    throw new Error(
      `PostgreSQL runs as "${user?.name}" here, which cannot enter ${dataDir}. Set DATA_DIR to a folder that every user can enter.`,
    )
  const unlock = takeBootLock(dataDir, log)
  try {
    const binaries = await runnableBinaries(installed, user, options.copyDir ?? dataDir)
    const cluster = await openCluster({ dataDir, binaries, user, durable, log })
    const isRecovering = await endOrphan(cluster.folder, log)
    const program = join(binaries.home, 'bin', 'postgres')
    return await supervise(
      { program, cluster, user, durable, log, logFile: join(dataDir, 'postgres.log') },
      isRecovering,
      unlock,
    )
  } catch (error) {
    unlock()
    throw error
  }
}

type Launch = {
  readonly program: string
  readonly cluster: Cluster
  readonly user: OsUser | null
  readonly durable: boolean
  readonly log: (message: string) => void
  readonly logFile: string
}

type Endpoint = { readonly host: string; readonly port: number; readonly socketDir: string | null }

const supervise = async (
  launch: Launch,
  isRecovering: boolean,
  unlock: () => void,
): Promise<PostgresServer> => {
  const { cluster, log } = launch
  const endpoint = await endpointFor(launch.user)
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  let running: Running
  let ends: number[] = []
  let restarting: Promise<void> = Promise.resolve()

  const pause = async (): Promise<void> => {
    const since = Date.now() - RESTART_WINDOW_MS
    ends = [...ends.filter((at) => at > since), Date.now()].slice(-RESTART_PAUSES_MS.length)
    const pauseMs = RESTART_PAUSES_MS[ends.length - 1] ?? 0
    if (pauseMs > 0) log(`PostgreSQL is started again in ${pauseMs / 1000} s.`)
    await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
  }

  /** Starts PostgreSQL again until it runs: what keeps it from starting, such as a full disk, may end. */
  const restart = async (): Promise<void> => {
    while (!isStopping()) {
      await pause()
      if (isStopping()) return
      try {
        const isAgain = await endOrphan(cluster.folder, log)
        if (endpoint.socketDir) {
          removeSocketDir(endpoint.socketDir)
          makeSocketDir(endpoint.socketDir, launch.user)
        }
        running = await run(launch, endpoint, isAgain, isStopping)
        log('PostgreSQL runs again.')
        if (isStopping()) running.child.kill('SIGINT')
        else watch(running)
        return
      } catch (error) {
        if (!isStopping()) log(`PostgreSQL could not be started again: ${String(error)}`)
      }
    }
  }

  const watch = ({ child, output }: Running): void => {
    const ended = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (isStopping()) return
      const why = DISK_FULL.test(output()) ? 'the disk is full' : (signal ?? `code ${code}`)
      log(`PostgreSQL exited unexpectedly (${why}); see ${launch.logFile}.`)
      restarting = restart()
    }
    // It may have ended between its start and this line.
    if (hasEnded(child)) ended(child.exitCode, child.signalCode)
    else child.once('exit', ended)
  }

  try {
    running = await run(launch, endpoint, isRecovering, isStopping)
  } catch (error) {
    if (endpoint.socketDir) removeSocketDir(endpoint.socketDir)
    throw error
  }
  watch(running)
  return {
    urlOf: (database) => {
      const host = endpoint.socketDir ? `localhost:${endpoint.port}` : `${endpoint.host}:${endpoint.port}`
      const query = endpoint.socketDir ? `?host=${encodeURIComponent(endpoint.socketDir)}` : ''
      return `postgres://${DATABASE_USER}:${cluster.password}@${host}/${database}${query}`
    },
    pid: () => running.child.pid ?? 0,
    stop: async () => {
      if (isStopping()) return
      stopping.abort()
      await restarting
      await end(running.child)
      if (endpoint.socketDir) removeSocketDir(endpoint.socketDir)
      unlock()
    },
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Fast shutdown. If it takes too long, an immediate one, from which PostgreSQL recovers at the next start. */
const end = async (child: ChildProcess): Promise<void> => {
  for (const [signal, limit] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', HARD_STOP_MS],
    ['SIGKILL', HARD_STOP_MS],
  ] as const) {
    if (hasEnded(child)) return
    child.kill(signal)
    if (await until(() => hasEnded(child), limit)) return
  }
}

/** PostgreSQL as it was started, and the end of what it has written to its log since. */
type Running = { readonly child: ChildProcess; readonly output: () => string }

/** Waits as long as PostgreSQL is at work: recovery may replay up to 1 GB of log, on a machine that is busy otherwise. */
const run = async (
  launch: Launch,
  { host, port, socketDir }: Endpoint,
  isRecovering: boolean,
  isStopping: () => boolean,
): Promise<Running> => {
  const settings = {
    listen_addresses: socketDir ? '' : host,
    port,
    unix_socket_directories: socketDir ?? '',
    unix_socket_permissions: '0700',
    shared_buffers: '128MB',
    max_connections: 60,
    wal_level: 'minimal',
    max_wal_senders: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Without the values of rows, such as a registration that is taken.
    log_error_verbosity: 'terse',
    jit: 'off',
    // One question takes one core: with workers of its own, others would wait until it is answered.
    max_parallel_workers_per_gather: 0,
    fsync: launch.durable ? 'on' : 'off',
    synchronous_commit: launch.durable ? 'on' : 'off',
    full_page_writes: launch.durable ? 'on' : 'off',
  }
  const { folder } = launch.cluster
  const logBytes = statSync(launch.logFile, { throwIfNoEntry: false })?.size ?? 0
  if (logBytes > LOG_LIMIT_BYTES) renameSync(launch.logFile, `${launch.logFile}.old`)
  const log = openSync(launch.logFile, 'a', 0o600)
  const from = fstatSync(log).size
  const output = () => readFileSync(launch.logFile).subarray(from).toString('utf8').slice(-2000).trim()
  const child = spawn(
    launch.program,
    ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In a session of its own, so that Ctrl+C reaches only Roadbook, which stops PostgreSQL after its own work.
    {
      ...runAs(launch.user),
      cwd: folder,
      env: cleanEnv(),
      stdio: ['ignore', log, log],
      detached: true,
    },
  )
  closeSync(log)
  const interrupt = () => child.kill('SIGINT')
  process.once('exit', interrupt)
  child.once('exit', () => process.removeListener('exit', interrupt))
  let failure: Error | null = null
  child.once('error', (error) => {
    failure = error
  })
  const { pid = 0 } = child
  launch.log(
    isRecovering
      ? 'Waiting for PostgreSQL, which ended without stopping, to recover what was stored.'
      : 'Waiting for PostgreSQL to start.',
  )
  const isReady = () => readiness(folder, pid) === 'ready'
  await until(
    () => failure !== null || hasEnded(child) || isStopping() || isReady(),
    Number.POSITIVE_INFINITY,
  )
  if (failure === null && !hasEnded(child) && isReady()) return { child, output }
  if (pid > 0) await end(child)
  const tail = output()
  const why = DISK_FULL.test(tail) ? ' because the disk is full' : ''
  throw new Error(`PostgreSQL did not start${why} (log: ${launch.logFile}).\n${tail}`, { cause: failure })
}

/** A new private socket folder if the system has sockets and the path is short enough; else a free loopback port. */
const endpointFor = async (user: OsUser | null): Promise<Endpoint> => {
  const fits =
    Buffer.byteLength(join(tmpdir(), `${SOCKET_PREFIX}12345678`, '.s.PGSQL.5432.lock')) <= SOCKET_PATH_LIMIT
  if (process.platform !== 'win32' && fits && canEnter(tmpdir(), user)) {
    const socketDir = join(tmpdir(), `${SOCKET_PREFIX}${randomBytes(4).toString('hex')}`)
    makeSocketDir(socketDir, user)
    return { host: socketDir, port: 5432, socketDir }
  }
  return { host: '127.0.0.1', port: await freePort(), socketDir: null }
}

/** Fails if the name exists: in a shared folder it could belong to another user. */
const makeSocketDir = (path: string, user: OsUser | null): void => {
  mkdirSync(path, { mode: 0o700 })
  if (user) chownSync(path, user.uid, user.gid)
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
