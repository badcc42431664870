import { mkdirSync } from 'node:fs'
import { projectDirOf } from '../configuration.ts'
import { defaultDataDir } from '../db/data-dir.ts'
import { type Database, openDatabase } from '../db/open-database.ts'

/** An invalid command line; the message says why. */
export class BadArguments extends Error {}

/** Throws `BadArguments` if there is no such time zone. */
export const checkTimeZone = (timeZone: string): void => {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw new BadArguments(`There is no time zone '${timeZone}'. An example: Asia/Kolkata.`)
  }
}

const isBadArguments = (failure: unknown): failure is Error =>
  failure instanceof BadArguments ||
  (failure instanceof Error && 'code' in failure && String(failure.code).startsWith('ERR_PARSE_ARGS'))

/**
 * Runs the body of a command line program with its arguments and sets the exit code: the result of `body` (0 by
 * default), 0 for `--help`, which prints `usage`, 2 for invalid arguments, 1 for any other failure.
 */
export const runCommand = async (
  usage: string,
  body: (args: string[]) => Promise<number | undefined>,
): Promise<void> => {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) return console.log(usage)
  try {
    process.exitCode = (await body(args)) ?? 0
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure)
    console.error(isBadArguments(failure) ? `${message}\n\n${usage}` : message)
    if (process.env['DEBUG']) console.error(failure)
    process.exitCode = isBadArguments(failure) ? 2 : 1
  }
}

/**
 * Opens the project's database for `work` and closes it afterwards: even while the server runs on it, unless `attach` is false.
 * `migrates`: see `openDatabase`.
 */
export const withDatabase = async <TAnswer>(
  work: (database: Database, dataDir: string) => Promise<TAnswer>,
  { attach = true, migrates = true }: { attach?: boolean; migrates?: boolean } = {},
): Promise<TAnswer> => {
  const { env } = process
  const dataDir = defaultDataDir({ projectDir: projectDirOf(env), uid: process.getuid?.(), env })
  mkdirSync(dataDir, { recursive: true })
  const database = await openDatabase({ dataDir, databaseUrl: env['DATABASE_URL'], attach, migrates })
  try {
    return await work(database, dataDir)
  } finally {
    await database.close()
  }
}
