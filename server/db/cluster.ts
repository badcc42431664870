import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OsUser } from './data-dir.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** A PostgreSQL data folder and the password of its only user. */
export type Cluster = { readonly folder: string; readonly password: string }

/** User and database name in every cluster we create. */
export const DATABASE_USER = 'roadbook'

/** Environment for PostgreSQL's programs, without inherited variables such as PGDATA or PGPORT. */
export const cleanEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  ...(process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {}),
})

/** Spawn options that switch from root to the database's user. */
export const runAs = (user: OsUser | null): { uid?: number; gid?: number } =>
  user ? { uid: user.uid, gid: user.gid } : {}

type Options = {
  readonly dataDir: string
  readonly binaries: PostgresBinaries
  readonly user: OsUser | null
  readonly durable: boolean
  readonly log: (message: string) => void
}

/**
 * Opens the cluster in the data directory; initdb creates it if it is missing. It is built in a temporary folder and
 * renamed, so that an interrupted start leaves nothing that looks complete.
 */
export const openCluster = async (options: Options): Promise<Cluster> => {
  const folder = join(options.dataDir, 'pg')
  const secret = join(options.dataDir, 'postgres.password')
  if (existsSync(join(folder, 'PG_VERSION'))) {
    checkVersion(folder, options.binaries)
    if (!existsSync(secret))
      throw new Error(
        `${secret} is missing; it holds the password of the database in ${folder}. Restore it from a backup.`,
      )
    return { folder, password: readFileSync(secret, 'utf8').trim() }
  }
  options.log('Making a new database.')
  const staging = `${folder}.new`
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  const passwordFile = `${staging}.password`
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  try {
    if (options.user)
      for (const path of [staging, passwordFile]) chownSync(path, options.user.uid, options.user.gid)
    await initdb({ ...options, folder: staging, passwordFile })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  renameSync(staging, folder)
  return { folder, password }
}

const checkVersion = (folder: string, binaries: PostgresBinaries): void => {
  const made = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  const [major] = binaries.version.split('.')
  if (made !== major)
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${made}; the installed binaries are version ${major}. ` +
        'Run npm run backup -- FILE with the older release of Roadbook, then npm run restore -- FILE with this one, ' +
        'into an empty folder (DATA_DIR).',
    )
}

const initdb = async ({
  binaries,
  user,
  durable,
  folder,
  passwordFile,
}: Options & { folder: string; passwordFile: string }): Promise<void> => {
  const child = spawn(
    join(binaries.home, 'bin', 'initdb'),
    [
      `--pgdata=${folder}`,
      `--username=${DATABASE_USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-locale',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...runAs(user), cwd: folder, env: cleanEnv(), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000)
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`PostgreSQL's initdb failed in ${folder}:\n${output.trim()}`)
}
