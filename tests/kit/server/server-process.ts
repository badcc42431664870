import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const PROJECT = join(import.meta.dirname, '..', '..', '..')

/** A running Roadbook with its own data directory. */
export type ServerProcess = {
  readonly url: string
  readonly dataDir: string
  readonly child: ChildProcess
  /** Everything it has printed so far. */
  output(): string
  /** Settles once a line with this text has been printed; errs if the server ends before that. */
  printed(text: string): Promise<void>
  /** Requests it to stop and waits until it has; returns its exit code and how long it took, in ms. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; tookMs: number }>
}

/** A port that is currently free. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No TCP port was given.')
  return address.port
}

/** A fresh data directory that any operating system user may enter. Remove it with `rmSync`. */
export const temporaryDataDir = (): string => {
  const dataDir = mkdtempSync(join(tmpdir(), 'roadbook-test-'))
  chmodSync(dataDir, 0o755)
  return dataDir
}

type Options = {
  /** `scripts/start.mjs`, the same below a shell or on a terminal, `npm start` itself, or the built server. */
  readonly program?: 'start' | 'shell' | 'terminal' | 'npm' | 'server'
  /** What is typed, or happens, at each prompt of a terminal. */
  readonly answers?: ReadonlyArray<string | (() => void)>
  readonly node?: string
  readonly dataDir?: string
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly uid?: number
  readonly gid?: number
}

const commandOf = ({ program, node = process.execPath }: Options): string[] => {
  const start = join(PROJECT, 'scripts', 'start.mjs')
  if (program === 'start') return [node, start]
  if (program === 'npm') return ['npm', 'start']
  if (program === 'terminal') return ['script', '-qec', `"${node}" "${start}"`, '/dev/null']
  // The second command keeps the shell from replacing itself with the process.
  if (program === 'shell') return ['/bin/sh', '-c', `"${node}" "${start}"; true`]
  return [node, join(PROJECT, 'dist', 'server', 'main.js')]
}

/**
 * Starts the built product and waits until it reports that it is ready.
 * @throws Error with all its output, if it ends before that.
 */
export const startServer = async (options: Options = {}): Promise<ServerProcess> => {
  const dataDir = options.dataDir ?? temporaryDataDir()
  const port = options.port ?? (await freePort())
  const [command = '', ...args] = commandOf(options)
  const child = spawn(command, args, {
    cwd: options.cwd ?? PROJECT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      ROADBOOK_PROJECT: PROJECT,
      ...(options.program === 'shell' ? { npm_lifecycle_event: 'start' } : {}),
      ...options.env,
    },
    stdio: [options.program === 'terminal' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
  })
  let output = ''
  const lines = new EventEmitter()
  const answers = [...(options.answers ?? [])]
  let shown = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals move their cursor with these
    shown = `${shown}${chunk}`.replaceAll(/\x1b\[[\d;]*[A-Za-z]/g, '').slice(-100)
    if (answers.length === 0 || !shown.endsWith(': ')) return
    shown = ''
    const answer = answers.shift()
    if (typeof answer === 'function') answer()
    else child.stdin?.write(`${answer}\r`)
  })
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        lines.emit('line')
        if (line.startsWith('{"ready":') || line.includes('To stop  ')) resolve()
      })
    }
  })
  const first = await Promise.race([ready.then(() => 'ready' as const), closed])
  if (first !== 'ready')
    throw new Error(`The server ended with code ${first} before it was ready:\n${output}`)
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    child,
    output: () => output,
    printed: async (text) => {
      const isPrinted = new Promise<void>((resolve) => {
        const look = () => {
          if (!output.includes(text)) return
          lines.off('line', look)
          resolve()
        }
        lines.on('line', look)
        look()
      })
      const first = await Promise.race([isPrinted, closed])
      if (first !== undefined) throw new Error(`The server ended before it printed '${text}':\n${output}`)
    },
    stop: async (signal = 'SIGTERM') => {
      const startedAt = performance.now()
      // The terminal sends the signal to all that runs on it.
      if (options.program === 'terminal') child.stdin?.write('\x03')
      else child.kill(signal)
      return { code: await closed, tookMs: performance.now() - startedAt }
    },
  }
}

/** Stops a server and removes its data. */
export const discard = async (server: ServerProcess): Promise<void> => {
  if (server.child.exitCode === null && server.child.signalCode === null) await server.stop()
  rmSync(server.dataDir, { recursive: true, force: true })
}
