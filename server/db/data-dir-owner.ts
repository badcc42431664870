import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isRunning, startOf, until } from './processes.ts'

/** Another running Roadbook uses the data directory. */
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

const isOwnerAlive = (path: string, { pid, startedAt }: Owner): boolean =>
  pid === process.pid ? held.has(path) : isRunning(pid, startedAt)

/**
 * Locks the data directory for this process and returns the unlock. `log` hears of an owner that ended without unlocking it. Throws
 * `DataDirectoryInUse`.
 */
export const takeBootLock = (dataDir: string, log: (message: string) => void): (() => void) => {
  const path = lockOf(dataDir)
  const draft = `${path}.${process.pid}.new`
  for (;;) {
    // Written to a draft and linked, so that a lock always contains its owner.
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
    if (isOwnerAlive(path, owner)) throw new DataDirectoryInUse(dataDir, owner.pid)
    log(
      `The last Roadbook here (process ${owner.pid}) ended without stopping, as by a kill or a power failure.`,
    )
    removeStale(path, owner)
  }
}

/** If two processes find the same dead owner, only one may remove its lock, and never the other's new one. */
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

/** Longest time a server needs to recover, migrate and publish. */
const WAIT_MS = 30_000

const Connection = z.object({ pid: z.number(), url: z.string() })
const pathOf = (dataDir: string): string => join(dataDir, 'connection.json')

/** Publishes the database address for command line tools. Only the data directory's owner can read it. */
export const writeConnectionFile = (dataDir: string, url: string): void => {
  const draft = `${pathOf(dataDir)}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${JSON.stringify({ pid: process.pid, url })}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, pathOf(dataDir))
}

/** Removes the file of `writeConnectionFile`. */
export const removeConnectionFile = (dataDir: string): void => rmSync(pathOf(dataDir), { force: true })

const read = (dataDir: string, pid: number): string | null => {
  try {
    const connection = z.parse(Connection, JSON.parse(readFileSync(pathOf(dataDir), 'utf8')))
    return connection.pid === pid ? connection.url : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The address that the Roadbook with process id `pid` published, waiting while it is still starting. */
export const waitForConnection = async (dataDir: string, pid: number): Promise<string> => {
  await until(() => read(dataDir, pid) !== null || !isRunning(pid), WAIT_MS)
  const url = read(dataDir, pid)
  if (url === null)
    throw new Error(
      `The Roadbook with process id ${pid} owns ${dataDir} but offers no database to work with. Stop it first.`,
    )
  return url
}
