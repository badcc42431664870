import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isLoopback } from '#domain/loopback.ts'
import { isRunning, startOf } from './db/processes.ts'

const Address = z.object({ host: z.string(), port: z.number(), publicUrl: z.nullable(z.string()) })
const Stored = z.extend(Address, { pid: z.number(), startedAt: z.string() })

/** Where a server listens, and where users reach it if that is another address (`PUBLIC_URL`). */
export type ServerAddress = z.infer<typeof Address>

const pathOf = (dataDir: string): string => join(dataDir, 'server.json')

/** Leaves the address of this running server in the data directory, for command line tools. */
export const writeServerAddress = (dataDir: string, address: ServerAddress): void => {
  const draft = `${pathOf(dataDir)}.${process.pid}`
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(
    draft,
    `${JSON.stringify({ ...address, pid: process.pid, startedAt: startOf(process.pid) })}\n`,
  )
  renameSync(draft, pathOf(dataDir))
}

/** Removes the file of `writeServerAddress`. */
export const removeServerAddress = (dataDir: string): void => rmSync(pathOf(dataDir), { force: true })

/** The address of the server that runs on the data directory; null if none does. */
export const readServerAddress = (dataDir: string): ServerAddress | null => {
  try {
    const { pid, startedAt, ...address } = z.parse(Stored, JSON.parse(readFileSync(pathOf(dataDir), 'utf8')))
    return isRunning(pid, startedAt) ? address : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const isEvery = (host: string): boolean => host === '0.0.0.0' || host === '::'

/**
 * The address of the portal, without a trailing slash. `outside` is this machine's address in its network, for a server that
 * listens on all of them; without it such a server is found at localhost.
 */
export const portalUrlOf = ({ host, port, publicUrl }: ServerAddress, outside?: string): string => {
  if (publicUrl !== null) return publicUrl
  const name = isEvery(host) ? (outside ?? 'localhost') : isLoopback(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
