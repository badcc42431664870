import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestNames } from '#src/lab/nearest-names.ts'

/** Where a command writes, and what names of files are relative to. */
export type Terminal = {
  readonly print: (text: string) => unknown
  readonly complain: (text: string) => unknown
  /** Whether complaints are read on a terminal. */
  readonly isTerminal: boolean
  readonly folder: string
}

/** The command line is wrong; the message says why. */
export class BadArguments extends Error {}

/** A complaint about a name that there is not, which lists the nearest. */
export const unknownName = (what: string, name: string, names: readonly string[]): BadArguments =>
  new BadArguments(`There is no ${what} '${name}'. Nearest: ${nearestNames(name, names).join(', ')}.`)

/** Options and names of a command line. Throws `BadArguments`. */
export const parsed = <T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure)
    const [, unknown] = /^Unknown option '(.+?)'/.exec(message) ?? []
    throw unknown === undefined
      ? new BadArguments(message)
      : unknownName(
          'option',
          unknown,
          Object.keys(options).map((name) => `--${name}`),
        )
  }
}

/** The kind of what lies at a path. */
const kindOf = (path: string): 'folder' | 'file' | 'nothing' => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 'nothing'
  return found.isDirectory() ? 'folder' : 'file'
}

/** Makes a folder, unless it is there. Throws `BadArguments` for a file, and where the folder around it is missing. */
export const makeFolder = (path: string): void => {
  const kind = kindOf(path)
  if (kind === 'file') throw new BadArguments(`'${path}' is a file. Name a folder.`)
  if (kind === 'folder') return
  if (kindOf(dirname(path)) !== 'folder') throw new BadArguments(`There is no folder '${dirname(path)}'.`)
  try {
    mkdirSync(path)
  } catch (failure) {
    throw new BadArguments(failure instanceof Error ? failure.message : String(failure))
  }
}

/** Throws `BadArguments` unless there is a file at a path, with what else to do. */
export const expectFile = (path: string, hint: string): void => {
  const kind = kindOf(path)
  if (kind === 'folder') throw new BadArguments(`'${path}' is a folder. ${hint}`)
  if (kind === 'nothing') throw new BadArguments(`There is no file '${path}'. ${hint}`)
}

/** Throws `BadArguments` unless a new file can be written at a path. */
export const expectNewFile = (path: string): void => {
  if (kindOf(path) !== 'nothing') throw new BadArguments(`'${path}' is there already. Name a new file.`)
  if (kindOf(dirname(path)) !== 'folder') throw new BadArguments(`There is no folder '${dirname(path)}'.`)
}

/** The exit code of `run`; 2 after a complaint where the command line is wrong. */
export const exitCodeOf = (command: string, { complain }: Terminal, run: () => number): number => {
  try {
    return run()
  } catch (failure) {
    if (!(failure instanceof BadArguments)) throw failure
    complain(`${failure.message}\nSee npm run ${command} -- --help.\n`)
    return 2
  }
}
