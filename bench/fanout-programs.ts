import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from 'vite'
import type { FanoutOrder, FanoutResult } from './fanout-load.ts'

/** The value below which this share of an ascending list lies. */
export const part = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** The next message of a program. */
export const next = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = (await once(child, 'message')) as [T]
  return message
}

/** Builds a program as the product is built: run from the sources, each function carries its name as a property, and the measurement would weigh that. */
export const built = async (name: string): Promise<string> => {
  const outDir = join(import.meta.dirname, '..', 'node_modules', '.cache', 'roadbook-bench')
  const input = join(import.meta.dirname, `${name}.ts`)
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: true, outDir, emptyOutDir: false, target: 'node20', rolldownOptions: { input } },
  })
  return join(outDir, `${name}.js`)
}

/** Starts a built program. */
export const program = (file: string): ChildProcess => fork(file, { execArgv: [] })

/** Opens streams and reads them; they stay open until `loader` is ended. */
export const read = async (loader: ChildProcess, order: FanoutOrder): Promise<FanoutResult> => {
  loader.send(order)
  await next(loader)
  loader.send('go')
  return next<FanoutResult>(loader)
}
