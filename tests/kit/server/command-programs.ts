import { execFile, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const PROJECT = join(import.meta.dirname, '..', '..', '..')

const scriptArguments = (script: string, args: readonly string[]): string[] => [
  ...['--import', TSX, script],
  ...args,
]
const argumentsOf = (name: string, args: readonly string[]): string[] =>
  scriptArguments(join(PROJECT, 'server', 'commands', `${name}-main.ts`), args)

const environmentOf = (env: Readonly<Record<string, string>>) => ({
  ...process.env,
  NODE_OPTIONS: '',
  ...env,
})

/** Starts a script in a process of its own, its input and output given to the test. */
export const startScript = (script: string, args: readonly string[]) =>
  spawn(process.execPath, scriptArguments(script, args), { env: environmentOf({}), cwd: PROJECT })

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
    const options = { env: environmentOf(env), cwd }
    const child = execFile(process.execPath, argumentsOf(name, args), options, (failure, out, err) =>
      resolve({ code: failure === null ? 0 : Number(failure.code), out, err }),
    )
    child.stdin?.end(input)
  })

/** The program that gives another one a terminal. */
const TERMINAL = 'script'
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The same on a terminal of its own; each of `typed` is a question, and what is typed once it is shown. */
export const runOnTerminal = (
  name: string,
  args: readonly string[],
  {
    env = {},
    typed,
  }: {
    env?: Readonly<Record<string, string>>
    typed: ReadonlyArray<readonly [question: string, keys: string]>
  },
) =>
  new Promise<{ code: number | null; out: string }>((resolve) => {
    const command = [process.execPath, ...argumentsOf(name, args)].map(quoted).join(' ')
    const child = spawn(TERMINAL, ['-qec', command, '/dev/null'], { env: environmentOf(env), cwd: PROJECT })
    const waiting = [...typed]
    let out = ''
    let seen = 0
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk
      const [next] = waiting
      const at = next === undefined ? -1 : out.indexOf(next[0], seen)
      if (next === undefined || at < 0) return
      seen = at + next[0].length
      waiting.shift()
      child.stdin.write(next[1])
    })
    child.on('close', (code) => resolve({ code, out }))
  })
