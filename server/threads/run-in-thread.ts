import { type ResourceLimits, Worker } from 'node:worker_threads'

/** Where the program of a thread lies, by its name, such as `recording-thread`: `server/threads/<name>.ts`, as it was built. */
export type ThreadPrograms = { readonly programOf: (name: string) => URL }

/** A thread was ended because its work took too long or too much memory. */
export class ThreadLimit extends Error {
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory') {
    super(`A thread reached its limit of ${limit}.`)
    this.limit = limit
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Runs what may take long in a thread of its own, so that neither a loop without an end nor a heap without a bound touches the server,
 * and returns the one message that it sends.
 * @throws ThreadLimit where it took longer than `mostMs` or more memory than `mostMb`; else what the thread threw.
 */
export const runInThread = async <TReply>(
  { programOf }: ThreadPrograms,
  name: string,
  data: unknown,
  { mostMs, mostMb }: { readonly mostMs: number; readonly mostMb: number },
): Promise<TReply> => {
  const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: mostMb }
  const thread = new Worker(programOf(`${name}-thread`), {
    workerData: data,
    resourceLimits,
    // A loader of the server's own source is not that of a built program.
    execArgv: [],
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<TReply>((resolve, reject) => {
      timer = setTimeout(() => reject(new ThreadLimit('time')), mostMs)
      thread.once('message', resolve)
      thread.once('error', (error) => reject(isOutOfMemory(error) ? new ThreadLimit('memory') : error))
      thread.once('exit', (code) => reject(new Error(`The thread '${name}' ended with code ${code}.`)))
    })
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
