import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isRunning, until } from './processes.ts'

/** A server needs this long at most to recover, migrate and publish. */
const WAIT_MS = 30_000

const Connection = z.object({ pid: z.number(), url: z.string() })
const pathOf = (dataDir: string): string => join(dataDir, 'connection.json')

/** Tells command line tools how to reach this process's database. Only the owner of the data directory can read it. */
export const publishConnection = (dataDir: string, url: string): void => {
  const draft = `${pathOf(dataDir)}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${JSON.stringify({ pid: process.pid, url })}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, pathOf(dataDir))
}

/** Takes back what `publishConnection` said. */
export const forgetConnection = (dataDir: string): void => rmSync(pathOf(dataDir), { force: true })

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
      `The Roadbook with process id ${pid} owns ${dataDir} but offers no database to work with. ` +
        'Stop it first; a server on PGlite cannot share its data.',
    )
  return url
}
