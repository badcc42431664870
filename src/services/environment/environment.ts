import { Environment } from '#contract/records/environment.ts'

/** The environment document, read at start. */
export type EnvironmentService = {
  /** Fetches and stores the document. Errors say what is wrong with it, for the blocking screen (OPEN-06). */
  read(signal?: AbortSignal): Promise<Environment>
  /** The document as last read. Errors: none has been read. */
  current(): Environment
}

/** Where the document lies, whatever the router base. */
const ADDRESS = '/env.json'

const problemsOf = (document: unknown): string => {
  const parsed = Environment.safeParse(document)
  if (parsed.success) return ''
  return parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'the document'} (${issue.message})`)
    .join(', ')
}

const fetchText = async (send: typeof fetch, address: string, signal: AbortSignal): Promise<string> => {
  try {
    const response = await send(address, { cache: 'no-store', signal })
    if (!response.ok) throw new Error(`The environment ${ADDRESS} is missing: status ${response.status}.`)
    return await response.text()
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('The environment')) throw error
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw new Error(
      late
        ? `The environment ${ADDRESS} did not come in time.`
        : `The environment ${ADDRESS} cannot be reached.`,
      { cause: error },
    )
  }
}

/** A reader of the environment. `address` differs in tests only. */
export const createEnvironment = ({
  address = ADDRESS,
  timeoutMs = 15_000,
  fetch: send = (input, init) => fetch(input, init),
}: {
  address?: string
  timeoutMs?: number
  fetch?: typeof fetch
} = {}): EnvironmentService => {
  let kept: Environment | null = null
  return {
    read: async (signal) => {
      const timeout = AbortSignal.timeout(timeoutMs)
      const text = await fetchText(send, address, signal ? AbortSignal.any([signal, timeout]) : timeout)
      let document: unknown
      try {
        document = JSON.parse(text)
      } catch (error) {
        throw new Error(`The environment ${ADDRESS} is not valid JSON.`, { cause: error })
      }
      const problems = problemsOf(document)
      if (problems !== '') throw new Error(`The environment ${ADDRESS} is wrong: ${problems}.`)
      kept = Environment.parse(document)
      return kept
    },
    current: () => {
      if (kept === null) throw new Error('The environment has not been read yet.')
      return kept
    },
  }
}
