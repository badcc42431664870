import { createServer } from 'node:net'

/** Something to end when the process stops, in words for the log. The next ending begins without it after `limitMs`. */
export type Ending = { readonly what: string; readonly end: () => Promise<void>; readonly limitMs: number }

/** All endings together get this long. */
const ALL_MS = 2_800

const withinLimit = async (work: Promise<void>, ms: number): Promise<'done' | 'late'> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms)
  })
  try {
    return await Promise.race([work.then(() => 'done' as const), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Collects what must end, and ends it in the reverse order, once.
 * `last` runs at the end, or when everything together takes too long.
 */
export const createLifecycle = ({
  warn,
  last,
}: {
  warn: (message: string, error?: unknown) => void
  last: (code: number) => void
}) => {
  const endings: Ending[] = []
  let stopping: Promise<void> | null = null

  const stop = async (code: number): Promise<void> => {
    const hard = setTimeout(() => {
      warn('Stopping took too long; what is left is cut off.')
      last(1)
    }, ALL_MS)
    let result = code
    for (const { what, end, limitMs } of endings.reverse()) {
      try {
        if ((await withinLimit(end(), limitMs)) === 'late') warn(`${what} did not end in time.`)
      } catch (error) {
        warn(`${what} did not end cleanly.`, error)
        result = 1
      }
    }
    clearTimeout(hard)
    last(result)
  }

  return {
    /** Adds what has just begun. */
    registerStarted: (ending: Ending): void => {
      endings.push(ending)
    },
    isStopping: (): boolean => stopping !== null,
    /** Ends everything; further calls wait for the first. */
    stop: (code = 0): Promise<void> => {
      stopping ??= stop(code)
      return stopping
    },
  }
}

/**
 * Fails where the port cannot be listened on, before anything else has begun.
 * @throws Error that says what to do.
 */
export const checkPort = (port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(portProblem(error, port, host)))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })

const portProblem = ({ code, message }: NodeJS.ErrnoException, port: number, host: string): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user. Choose one above 1023: PORT=8080 npm start`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST=${host} is no address of this machine.`
  return `Port ${port} on ${host} cannot be used: ${message}`
}
