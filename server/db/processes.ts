import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const statOf = (pid: number): { state: string; startedAt: string } | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
  } catch {
    return null
  }
}

/** A process's start time, which distinguishes two processes of one pid; empty if the system does not provide it. */
export const startOf = (pid: number): string => statOf(pid)?.startedAt ?? ''

/** Whether a process is running. A zombie is not. `startedAt` (from `startOf`) guards against a reused pid. */
export const isRunning = (pid: number, startedAt = ''): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const stat = statOf(pid)
  if (stat === null) return process.platform !== 'linux'
  if (stat.state === 'Z' || stat.state === 'X') return false
  return startedAt === '' || stat.startedAt === startedAt
}

/** Sends a signal; a process that has ended is no error. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Pids of running processes whose working folder is `folder`; empty if the system does not provide it (not Linux). */
export const runningIn = (folder: string): number[] => {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && isRunning(pid)
      } catch {
        return false
      }
    })
}

/** Checks `condition` every 20 ms and resolves with true once it holds, or with false after `limitMs`. */
export const until = async (condition: () => boolean, limitMs: number): Promise<boolean> => {
  const end = Date.now() + limitMs
  while (!condition()) {
    if (Date.now() >= end) return false
    await wait(20)
  }
  return true
}

/** Prefix of our socket folders; only such a folder is removed when its server is gone. */
export const SOCKET_PREFIX = 'roadbook-pg-'

/** Time an orphan gets to write its buffers, then to stop at once, and then until the system has ended it. */
const FAST_STOP_MS = 10_000
const HARD_STOP_MS = 5_000
const KILL_MS = 60_000

const readPidFile = (cluster: string): string[] | null => {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The status line of `postmaster.pid` (`starting`, `ready` or `stopping`), if `pid` wrote the file. */
export const readiness = (cluster: string, pid: number): string => {
  const lines = readPidFile(cluster)
  return lines && Number(lines[0]) === pid ? (lines[7] ?? '').trim() : ''
}

/** Removes one of our socket folders; leaves any other folder alone. */
export const removeSocketDir = (folder: string): void => {
  if (basename(folder).startsWith(SOCKET_PREFIX)) rmSync(folder, { recursive: true, force: true })
}

/**
 * Ends a PostgreSQL that outlived its Roadbook, so that the cluster can be started again. Call it only while holding
 * the data directory's lock: any server of the cluster is then an orphan. Answers whether one has ended without stopping, so that
 * the next one recovers first.
 */
export const endOrphan = async (cluster: string, log: (message: string) => void): Promise<boolean> => {
  const lines = readPidFile(cluster)
  if (!lines) return false
  const pid = Number(lines[0])
  const folder = await realpath(cluster)
  // All processes of a cluster have its folder as working folder; other processes with a reused pid do not.
  const left = () =>
    process.platform === 'linux' ? runningIn(folder) : [pid].filter((each) => isRunning(each))
  let isClean = left().includes(pid)
  if (isClean) {
    log(
      `PostgreSQL (process ${pid}) was left running by a killed Roadbook; waiting for it to stop, to take over its data.`,
    )
    signal(pid, 'SIGINT')
  }
  const isOver = (limitMs: number) => until(() => left().length === 0, limitMs)
  if (!(await isOver(FAST_STOP_MS))) {
    isClean = false
    log(`PostgreSQL (process ${left().join(', ')}) takes long to stop and is ended at once.`)
    for (const each of left()) signal(each, 'SIGQUIT')
    if (!(await isOver(HARD_STOP_MS))) for (const each of left()) signal(each, 'SIGKILL')
    if (!(await isOver(KILL_MS)))
      throw new Error(
        `PostgreSQL (process ${left().join(', ')}) works on ${cluster} and does not stop. Stop it manually.`,
      )
  }
  // A killed postmaster leaves its pid file, and PostgreSQL mistakes a zombie of that pid for a running server.
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  const socketDir = (lines[4] ?? '').trim()
  if (socketDir !== '') removeSocketDir(socketDir)
  return !isClean
}
