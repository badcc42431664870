import { createInterface } from 'node:readline/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { chooseCompany, type ImportCompany } from '../import/vehicles.repository.ts'

/** Asks a yes-or-no question on the terminal; null where there is none. */
export type Confirm = ((question: string) => Promise<boolean>) | null

/** Asks on this process's terminal, if it has one. */
export const terminalConfirm = (): Confirm => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    try {
      return /^\s*y(es)?\s*$/i.test(await lines.question(`${question} [y/N] `))
    } finally {
      lines.close()
    }
  }
}

/**
 * The company that `--company` names, which is made later if it does not exist. Where there are others it may be a slip,
 * so that a new one must be allowed: by `isNewAllowed` (`--new-company`), else by an answer.
 * @throws Error that says what to do if it is not allowed, or if `wanted` is a number that no company has.
 */
export const chosenCompany = async (
  db: Kysely<Tables>,
  { wanted, isNewAllowed, confirm }: { wanted: string | undefined; isNewAllowed: boolean; confirm: Confirm },
): Promise<ImportCompany> => {
  const { company, known } = await chooseCompany(db, wanted)
  if (company.id > 0 || known.length === 0) return company
  const missing = `There is no company '${company.name}'. There are: ${known.join(', ')}.`
  if (/^\d*$/.test(company.name)) throw new Error(missing)
  if (isNewAllowed) return company
  if (confirm === null) throw new Error(`${missing} To add it, repeat the command with --new-company.`)
  if (await confirm(`${missing} Add it?`)) return company
  throw new Error('Nothing was changed.')
}
