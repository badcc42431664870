import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'

type Undo = () => Promise<unknown> | unknown

/** Cleanups of a test, run in reverse order whether it passed or not. */
export const createCleanup = () => {
  const undos: Undo[] = []
  afterEach(async () => {
    for (const undo of undos.splice(0).reverse()) await undo()
  })
  return {
    /** Runs `undo` when the test is over. */
    after: (undo: Undo): void => {
      undos.push(undo)
    },
    /** A folder that every user can enter, removed after the test. */
    folder: (): string => {
      const path = mkdtempSync(join(tmpdir(), 'roadbook-test-'))
      chmodSync(path, 0o755)
      undos.push(() => rmSync(path, { recursive: true, force: true }))
      return path
    },
  }
}

export type Cleanup = ReturnType<typeof createCleanup>

/** A Roadbook database in a process of its own. */
export type DatabaseOwner = {
  readonly child: ChildProcess
  readonly pid: number
  readonly firstOutput: string
}

/**
 * Starts `owner-process.ts`, ended after the test; resolves with its first output: `ready <postmaster pid>`, or the message of
 * its error.
 */
export const startDatabaseOwner = (dataDir: string, cleanup: Cleanup): Promise<DatabaseOwner> => {
  const script = fileURLToPath(new URL('./owner-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  cleanup.after(() => stopDatabaseOwner(child))
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('error', reject)
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('\n')) resolve({ child, pid: child.pid ?? 0, firstOutput: output.trim() })
    })
    child.once('exit', () => reject(new Error(`The owner process ended without a word: ${output}`)))
  })
}

/** Ends the owner's process and waits for it. */
export const stopDatabaseOwner = (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
