import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The operating system user that runs PostgreSQL. */
export type OsUser = { readonly name: string; readonly uid: number; readonly gid: number }

/**
 * Whom PostgreSQL runs as: null means as ourselves. PostgreSQL refuses root, so for root it is `postgres` or else `nobody`;
 * initdb wants a user that the password file knows. Throws when neither exists.
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

/** Whether `user` can enter `path` and every folder above it. Folders not there yet are judged by the nearest existing one. */
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
