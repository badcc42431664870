import { readFileSync, rmSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isRunning, runningIn, signal, until } from './processes.ts'

/** Prefix of the socket folders we make; only such a folder is removed when its server is gone. */
export const SOCKET_PREFIX = 'roadbook-pg-'

/** How long an orphan may take to write its buffers, and then to give up at once. */
const FAST_STOP_MS = 10_000
const HARD_STOP_MS = 5_000

const readPidFile = (cluster: string): string[] | null => {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The line of `postmaster.pid` that says `starting`, `ready` or `stopping`, if `pid` wrote the file. */
export const readiness = (cluster: string, pid: number): string => {
  const lines = readPidFile(cluster)
  return lines && Number(lines[0]) === pid ? (lines[7] ?? '').trim() : ''
}

/** Removes a socket folder of ours; any other folder is left alone. */
export const removeSocketDir = (folder: string): void => {
  if (basename(folder).startsWith(SOCKET_PREFIX)) rmSync(folder, { recursive: true, force: true })
}

/**
 * Ends a PostgreSQL that outlived the Roadbook that started it, so that the cluster can be started again.
 * Call it only while holding the data directory's lock: whoever owns the cluster then is an orphan.
 */
export const endOrphan = async (cluster: string, log: (message: string) => void): Promise<void> => {
  const lines = readPidFile(cluster)
  if (!lines) return
  const pid = Number(lines[0])
  const folder = await realpath(cluster)
  const gone = () => !isRunning(pid) && runningIn(folder).length === 0
  const ours = process.platform !== 'linux' || runningIn(folder).includes(pid)
  if (isRunning(pid) && ours) {
    log(`PostgreSQL (process ${pid}) was left over from a Roadbook that was killed; taking its data over.`)
    signal(pid, 'SIGINT')
    if (!(await until(gone, FAST_STOP_MS))) {
      for (const left of [pid, ...runningIn(folder)]) signal(left, 'SIGQUIT')
      if (!(await until(gone, HARD_STOP_MS)))
        throw new Error(
          `PostgreSQL (process ${pid}) still works on ${cluster} and does not stop. End it by hand.`,
        )
    }
  } else await until(gone, HARD_STOP_MS)
  // A killed postmaster leaves its pid file. PostgreSQL would take a zombie of that pid for a live server and refuse to start.
  if (ours && !gone()) throw new Error(`PostgreSQL still works on ${cluster}. End it by hand.`)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  const socketDir = (lines[4] ?? '').trim()
  if (socketDir !== '') removeSocketDir(socketDir)
}
