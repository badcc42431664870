import { on } from 'node:events'
import { type MessagePort, Worker } from 'node:worker_threads'

/** Where the program of a thread lies, by its name, such as `recording-thread`, as it was built from the feature's folder. */
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

/** What an aborted listener throws says nothing of why. */
const causeOf = (error: unknown, { aborted, reason }: AbortSignal): unknown => {
  if (isOutOfMemory(error)) return new ThreadLimit('memory')
  return aborted ? reason : error
}

/**
 * Runs what may take long in a thread of its own, so that neither a loop without an end nor a heap without a bound touches the server.
 * Gives what its program sends with `sendAll`, and ends it with the last of that, or as soon as nobody asks for more.
 * @throws ThreadLimit where it took more memory than `mostMb`, or was silent for `mostSilentMs` when the next was asked for; the reason of
 * `signal`; else what the thread threw.
 */
export async function* fromThread<TItem>(
  { programOf }: ThreadPrograms,
  name: string,
  data: unknown,
  {
    mostSilentMs,
    mostMb,
    signal,
  }: { readonly mostSilentMs: number; readonly mostMb: number; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<TItem, void, undefined> {
  const thread = new Worker(programOf(`${name}-thread`), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: mostMb },
    // A loader of the server's own source is not that of a built program.
    execArgv: [],
  })
  const stop = new AbortController()
  const ended = AbortSignal.any(signal === undefined ? [stop.signal] : [stop.signal, signal])
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    timer = setTimeout(() => stop.abort(new ThreadLimit('time')), mostSilentMs)
  }
  // Between the end of its work and its own it may fail still: an error that nobody hears ends the process.
  thread.on('error', () => {})
  thread.once('exit', (code) => stop.abort(new Error(`The thread '${name}' ended with code ${code}.`)))
  try {
    wait()
    for await (const [message] of on(thread, 'message', { signal: ended })) {
      clearTimeout(timer)
      if (message === null) return
      // It makes the next while this one is handled.
      thread.postMessage('next')
      yield message
      wait()
    }
  } catch (error) {
    throw causeOf(error, ended)
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

/** Sends what a program finds to the one who asks for it, never more than one ahead of him. `port` is the thread's own. */
export const sendAll = async (
  port: MessagePort | null,
  items: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<void> => {
  if (port === null) throw new Error('This program runs in a thread.')
  for await (const item of items) {
    const taken = new Promise((resolve) => port.once('message', resolve))
    port.postMessage(item)
    await taken
  }
  port.postMessage(null)
}
