import { Observable, type Subscriber } from 'rxjs'
import {
  type EventObject,
  fromEventObservable,
  fromPromise,
  type NonReducibleUnknown,
  SimulatedClock,
} from 'xstate'
import type { RequestProgressEvent } from '#src/machines/request/request.machine.ts'

/** One call of a promise port: its input, and how the test answers it. */
export type PortCall<TOutput, TInput> = {
  readonly input: TInput
  readonly signal: AbortSignal
  resolve(output: TOutput): Promise<void>
  reject(error: unknown): Promise<void>
}

/** Lets settled promises call back. */
export const settled = async (): Promise<void> => {
  for (let i = 0; i < 8; i++) await Promise.resolve()
}

/** A promise port that the test answers. */
export const controlledPromise = <TOutput, TInput extends NonReducibleUnknown = undefined>() => {
  const calls: PortCall<TOutput, TInput>[] = []
  return {
    calls,
    /** The latest call. Throws if there was none. */
    latest: (): PortCall<TOutput, TInput> => {
      const call = calls.at(-1)
      if (call === undefined) throw new Error('The port was not called.')
      return call
    },
    logic: fromPromise<TOutput, TInput>(
      ({ input, signal }) =>
        new Promise((resolve, reject) => {
          calls.push({
            input,
            signal,
            resolve: (output) => {
              resolve(output)
              return settled()
            },
            reject: (error) => {
              reject(error)
              return settled()
            },
          })
        }),
    ),
  }
}

/** One run of an event port. */
export type PortRun<TEvent, TInput> = {
  readonly input: TInput
  readonly isOpen: () => boolean
  emit(event: TEvent): void
  fail(error: unknown): void
  end(): void
}

/** An event port that the test feeds. */
export const controlledEvents = <
  TEvent extends EventObject,
  TInput extends NonReducibleUnknown = undefined,
>() => {
  const runs: PortRun<TEvent, TInput>[] = []
  return {
    runs,
    /** The latest run. Throws if there was none. */
    latest: (): PortRun<TEvent, TInput> => {
      const run = runs.at(-1)
      if (run === undefined) throw new Error('The port was not opened.')
      return run
    },
    logic: fromEventObservable<TEvent, TInput>(
      ({ input }) =>
        new Observable<TEvent>((subscriber: Subscriber<TEvent>) => {
          runs.push({
            input,
            isOpen: () => !subscriber.closed,
            emit: (event) => subscriber.next(event),
            fail: (error) => subscriber.error(error),
            end: () => subscriber.complete(),
          })
        }),
    ),
  }
}

/** A query's port (`createRequestMachine`) that the test answers. */
export const controlledQuery = <TResponse, TRequest extends NonReducibleUnknown>() => {
  const port = controlledEvents<RequestProgressEvent<TResponse>, { request: TRequest }>()
  const notify = (event: RequestProgressEvent<TResponse>): Promise<void> => {
    port.latest().emit(event)
    return settled()
  }
  return {
    logic: port.logic,
    /** The input of each request. */
    requested: (): readonly TRequest[] => port.runs.map(({ input }) => input.request),
    answer: (response: TResponse) => notify({ type: 'request.succeeded', method: 'GET', response }),
    refuse: (error: unknown) => notify({ type: 'request.failed', method: 'GET', error }),
  }
}

/** An action port that records its input. */
export const recordedAction = <TParams>() => {
  const done: TParams[] = []
  return {
    done,
    act: (_args: unknown, params: TParams): void => {
      done.push(params)
    },
  }
}

/** A clock for delays that only the test moves. */
export const simulatedClock = (): SimulatedClock => new SimulatedClock()
