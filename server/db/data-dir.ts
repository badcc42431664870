import { createHash } from 'node:crypto'
import { readFileSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The operating system user that runs PostgreSQL. */
export type OsUser = { readonly name: string; readonly uid: number; readonly gid: number }

/**
 * The user PostgreSQL runs as; null means the current one. PostgreSQL refuses root, so root uses `postgres` or else
 * `nobody`: initdb requires a user from the password file. Throws if neither exists.
 */
export const databaseUser = (uid = process.getuid?.(), passwdFile = '/etc/passwd'): OsUser | null => {
  if (uid !== 0) return null
  const users = readFileSync(passwdFile, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , id, group]) => ({ name, uid: Number(id), gid: Number(group) }))
  const user = ['postgres', 'nobody']
    .map((name) => users.find((candidate) => candidate.name === name && candidate.uid > 0))
    .find((candidate) => candidate !== undefined)
  if (!user)
    throw new Error(
      'PostgreSQL does not run as root and this system has no user "postgres" or "nobody". ' +
        'Add one (useradd --system postgres), start Roadbook as another user, or set DATABASE_URL.',
    )
  return user
}

/** Whether `user` can enter `path` and every folder above it. For missing folders the nearest existing one decides. */
export const canEnter = (path: string, user: OsUser | null): boolean => {
  if (user === null) return true
  let folder = resolve(path)
  for (;;) {
    const stat = statSync(folder, { throwIfNoEntry: false })
    if (stat) {
      const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001
      if (stat.isDirectory() && (stat.mode & bit) === 0) return false
    }
    const parent = dirname(folder)
    if (parent === folder) return true
    folder = parent
  }
}

/** What PostgreSQL may need before the next commit, bytes: a few segments of its log, of 16 MB each. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024

/** Whether the disk of a folder has room for what comes in. */
export const hasSpace = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= LEAST_FREE_BYTES
}

type Options = {
  readonly projectDir: string
  readonly uid: number | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * The data folder of this clone: `DATA_DIR`, else `data` in the project. For root, if the database's user cannot
 * enter the project, a folder under `/var/lib/roadbook/` named by the project's path, so that two clones never share
 * one.
 */
export const defaultDataDir = ({ projectDir, uid, env }: Options): string => {
  const { DATA_DIR: wanted } = env
  if (wanted) return resolve(projectDir, wanted)
  const project = resolve(projectDir)
  if (uid !== 0 || canEnter(project, databaseUser(uid))) return join(project, 'data')
  const name = basename(project).replace(/[^\w.-]/g, '_') || 'root'
  return join(
    '/var/lib/roadbook',
    `${name}-${createHash('sha256').update(project).digest('hex').slice(0, 12)}`,
  )
}
