import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, startOf } from './processes.ts'

/** Thrown when another live Roadbook works on the data directory. */
export class DataDirectoryInUse extends Error {
  readonly pid: number
  constructor(dataDir: string, pid: number) {
    super(
      `The data directory ${dataDir} is in use by the Roadbook with process id ${pid}. ` +
        'Stop that one, or set DATA_DIR to another folder.',
    )
    this.name = 'DataDirectoryInUse'
    this.pid = pid
  }
}

type Owner = { pid: number; startedAt: string }

const held = new Set<string>()
const lockOf = (dataDir: string): string => join(dataDir, 'roadbook.lock')

const readOwner = (path: string): Owner | null => {
  try {
    const [pid, startedAt = ''] = readFileSync(path, 'utf8').trim().split(' ')
    return { pid: Number(pid), startedAt }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const lives = (path: string, { pid, startedAt }: Owner): boolean =>
  pid === process.pid ? held.has(path) : isRunning(pid, startedAt)

/** Takes the data directory for this process; returns the undo. Throws `DataDirectoryInUse`. */
export const takeBootLock = (dataDir: string): (() => void) => {
  const path = lockOf(dataDir)
  const draft = `${path}.${process.pid}.new`
  for (;;) {
    // Written aside and linked: nobody ever sees a lock without its owner in it.
    writeFileSync(draft, `${process.pid} ${startOf(process.pid)}\n`)
    try {
      linkSync(draft, path)
      held.add(path)
      return () => {
        if (held.delete(path)) rmSync(path, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
    const owner = readOwner(path)
    if (owner === null) continue
    if (lives(path, owner)) throw new DataDirectoryInUse(dataDir, owner.pid)
    removeStale(path, owner)
  }
}

/** Of two processes that find the same dead owner only one may remove its lock, and never the other's new one. */
const removeStale = (path: string, dead: Owner): void => {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = readOwner(aside)
  if (moved && (moved.pid !== dead.pid || moved.startedAt !== dead.startedAt)) renameSync(aside, path)
  else rmSync(aside, { force: true })
}
