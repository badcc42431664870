import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
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

/** When the process began, in a form that tells two processes of one pid apart; empty where the system does not say. */
export const startOf = (pid: number): string => statOf(pid)?.startedAt ?? ''

/** Whether a process still runs. A zombie does not. `startedAt` (of `startOf`) guards against a pid given out again. */
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

/** Sends a signal; a process that is already gone is no error. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Pids of running processes whose working folder is `folder`; empty where the system does not say (not Linux). */
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

/** Waits until `condition` holds, looking every 20 ms; false when `limitMs` passed first. */
export const until = async (condition: () => boolean, limitMs: number): Promise<boolean> => {
  const end = Date.now() + limitMs
  while (!condition()) {
    if (Date.now() >= end) return false
    await wait(20)
  }
  return true
}
