import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { errorCode, errorMessage, faultOfIssue } from '#contract/errors.ts'
import { Environment } from '#contract/records/environment.ts'

/** https, or a provider on this machine. */
const ISSUER = /^(https:\/\/[^\s?#]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/][^\s?#]*)?)$/

/** What an installation writes into its document, and only its server reads: the provider is named by its issuer. */
const EnvironmentDocument = z.extend(Environment, {
  identityProvider: z.nullable(
    z.object({
      issuer: z.string().check(z.regex(ISSUER, errorCode('issuerInvalid'))),
      clientId: z.string().check(z.minLength(1)),
      scope: z._default(
        z.string().check(z.regex(/^(\S+ )*openid( \S+)*$/, errorCode('scopeInvalid'))),
        'openid email',
      ),
    }),
  ),
})
export type EnvironmentDocument = z.infer<typeof EnvironmentDocument>

/** What clients are given of the document. `loginUrl` is the full address of the login page. */
export const environmentOf = (document: EnvironmentDocument, loginUrl: () => string): Environment => {
  const { identityProvider, identityBaseUrl } = document
  if (identityProvider === null) return { ...document, identityProvider }
  const { clientId, scope } = identityProvider
  const base = identityBaseUrl.replace(/\/+$/, '')
  return {
    ...document,
    identityProvider: {
      clientId,
      scope,
      redirectUri: loginUrl(),
      authorizeUrl: `${base}/authorize`,
      logoutUrl: `${base}/logout`,
    },
  }
}

/** `productName` is overridden by ROADBOOK_PRODUCT_NAME, and so on. */
const variableOf = (key: string): string => `ROADBOOK_${key.replaceAll(/([A-Z])/g, '_$1').toUpperCase()}`

const overridesFrom = (variables: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(Environment.shape).flatMap((key) => {
      const value = variables[variableOf(key)]
      return value === undefined || key === 'identityProvider' || key === 'lab' ? [] : [[key, value]]
    }),
  )

const invalid = (file: string, reason: string): Error =>
  new Error(`${file} is not a valid environment document: ${reason}`)

const readDocument = async (file: string): Promise<object> => {
  let document: unknown = null
  try {
    document = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  if (typeof document === 'object' && document !== null && !Array.isArray(document)) return document
  throw invalid(file, 'it is no object.')
}

/** The document with an installation's own settings; empty if there is none. */
const readOwn = (file: string): Promise<object> =>
  readDocument(file).catch((error: Error) => {
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return {}
    throw error
  })

/**
 * Reads the environment document (OPEN-06) from `file`. Keys of `ownFile`, which need not exist, replace its keys, and
 * environment variables replace texts of both.
 * @throws Error that names the file and the first problem in it.
 */
export const readEnvironment = async (
  file: string,
  variables: Readonly<Record<string, string | undefined>> = {},
  ownFile?: string,
): Promise<EnvironmentDocument> => {
  const own = ownFile === undefined ? {} : await readOwn(ownFile)
  const merged = { ...(await readDocument(file)), ...own, ...overridesFrom(variables) }
  const result = z.safeParse(EnvironmentDocument, merged)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const reason = issue === undefined ? '' : `${issue.path.join('.')}: ${errorMessage(faultOfIssue(issue))}`
  const isOwn = issue?.path[0] !== undefined && Object.hasOwn(own, issue.path[0])
  throw invalid(isOwn && ownFile !== undefined ? ownFile : file, reason)
}
