import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const PROJECT = join(import.meta.dirname, '..', '..', '..')

/** Runs `server/commands/NAME-main.ts` to its end, with `input` on its standard input. */
export const runProgram = (
  name: string,
  args: readonly string[],
  {
    cwd = PROJECT,
    env = {},
    input = '',
  }: { cwd?: string; env?: Readonly<Record<string, string>>; input?: string } = {},
) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const program = ['--import', TSX, join(PROJECT, 'server', 'commands', `${name}-main.ts`), ...args]
    const options = { env: { ...process.env, NODE_OPTIONS: '', ...env }, cwd }
    const child = execFile(process.execPath, program, options, (failure, out, err) =>
      resolve({ code: failure === null ? 0 : Number(failure.code), out, err }),
    )
    child.stdin?.end(input)
  })
