import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import { canEnter, databaseUser } from './os-user.ts'

type Options = {
  readonly projectDir: string
  readonly uid: number | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Where this clone keeps its data: `DATA_DIR`, else the project's own `data` folder. For root, where the database's user cannot
 * enter the project, a folder under `/var/lib/roadbook/` named by the project's path, so that two clones never share one.
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
