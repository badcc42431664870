import type { Kysely } from 'kysely'
import { MAX_TEXT_LENGTH } from '#contract/constants.ts'
import type { Tables } from '../db/tables.ts'
import { chooseCompany, type ImportCompany } from '../import/vehicles.repository.ts'
import { readAnswer } from './terminal.ts'

/** Asks a yes-or-no question on the terminal; null where there is none. */
export type Confirm = ((question: string) => Promise<boolean>) | null

/** Asks on this process's terminal, if it has one. */
export const terminalConfirm = (): Confirm => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null
  return async (question) =>
    /^\s*y(es)?\s*$/i.test(await readAnswer(`${question} [y/N] `, { output: process.stderr }))
}

/** @throws Error for the name of a new company that is a number (it would be taken for an id), empty or too long. */
export const checkCompanyName = (name: string): void => {
  if (name === '' || name.length > MAX_TEXT_LENGTH.short || /^\d+$/.test(name))
    throw new Error(
      `'${name}' is no name for a company: use 1 to ${MAX_TEXT_LENGTH.short} characters, not only digits.`,
    )
}

/**
 * The company that `--company` names, which is made later if it does not exist. Where there are others it may be a slip,
 * so that a new one must be allowed: by `isNewAllowed` (`--new-company`), else by an answer.
 * @throws Error that says what to do if it is not allowed, or if `wanted` is a number that no company has or is too long.
 */
export const chosenCompany = async (
  db: Kysely<Tables>,
  { wanted, isNewAllowed, confirm }: { wanted: string | undefined; isNewAllowed: boolean; confirm: Confirm },
): Promise<ImportCompany> => {
  const { company, known } = await chooseCompany(db, wanted)
  if (company.id > 0) return company
  const missing = `There is no company '${company.name}'. There are: ${known.join(', ')}.`
  if (known.length > 0 && /^\d*$/.test(company.name)) throw new Error(missing)
  checkCompanyName(company.name)
  if (known.length === 0 || isNewAllowed) return company
  if (confirm === null) throw new Error(`${missing} To add it, repeat the command with --new-company.`)
  if (await confirm(`${missing} Add it?`)) return company
  throw new Error('Nothing was changed.')
}
