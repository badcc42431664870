import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { errorMessage, faultOfIssue } from '#contract/errors.ts'
import { Environment } from '#contract/records/environment.ts'

/** `productName` is overridden by ROADBOOK_PRODUCT_NAME, and so on. */
const variableOf = (key: string): string => `ROADBOOK_${key.replaceAll(/([A-Z])/g, '_$1').toUpperCase()}`

const overridesFrom = (variables: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(Environment.shape).flatMap((key) => {
      const value = variables[variableOf(key)]
      return value === undefined || key === 'identityProvider' || key === 'lab' ? [] : [[key, value]]
    }),
  )

/**
 * Reads the environment document (OPEN-06) from `file`. Environment variables override its texts.
 * @throws Error that names the file and the first problem in it.
 */
export const readEnvironment = async (
  file: string,
  variables: Readonly<Record<string, string | undefined>> = {},
): Promise<Environment> => {
  let document: unknown = null
  try {
    document = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const merged =
    typeof document === 'object' && document !== null
      ? { ...document, ...overridesFrom(variables) }
      : document
  const result = z.safeParse(Environment, merged)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const reason = issue === undefined ? '' : `${issue.path.join('.')}: ${errorMessage(faultOfIssue(issue))}`
  throw new Error(`${file} is not a valid environment document: ${reason}`)
}
