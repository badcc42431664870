import { createServer } from 'node:net'

/** A part to end when the process stops; `what` names it in the log. After `limitMs` the next one no longer waits for it. */
export type Ending = { readonly what: string; readonly end: () => Promise<void>; readonly limitMs: number }

/** Limit for ending all parts together. */
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
 * Remembers the parts that have started and ends them once, in reverse order.
 * `last` runs after that, or as soon as the whole takes too long.
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
    const left = new Set(endings.map(({ what }) => what))
    const hard = setTimeout(() => {
      warn(`Stopping took too long; cut off were: ${[...left].reverse().join(', ')}.`)
      last(1)
    }, ALL_MS)
    let result = code
    for (const { what, end, limitMs } of endings.reverse()) {
      try {
        if ((await withinLimit(end(), limitMs)) === 'late') warn(`${what} did not end in time.`)
      } catch (error) {
        warn(`${what} could not be ended cleanly.`, error)
        result = 1
      }
      left.delete(what)
    }
    clearTimeout(hard)
    last(result)
  }

  return {
    /** Adds a part that has just started. */
    registerStarted: (ending: Ending): void => {
      endings.push(ending)
    },
    isStopping: (): boolean => stopping !== null,
    /** Ends all parts. Further calls wait for the first one. */
    stop: (code = 0): Promise<void> => {
      stopping ??= stop(code)
      return stopping
    },
  }
}

/**
 * Fails early if the port cannot be used, before any part has started.
 * @throws Error that tells the operator what to do.
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
    return `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=8080 npm start`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST=${host} is no address of this machine.`
  return `Port ${port} on ${host} cannot be used: ${message}`
}
