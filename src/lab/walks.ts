import type { FedEvent, Goal, StartingPoint } from './fed-events.ts'
import type { PathSet, Question } from './path-cover.ts'

/** Paths of a machine, by its name in the lab's table. */
type PathsRequest = { readonly kind: 'paths'; readonly machine: string; readonly question: Question }
/** The fewest of these events that lead to the goal. */
type ShrinkRequest = {
  readonly kind: 'shrink'
  readonly goal: Goal
  readonly events: readonly FedEvent[]
  readonly from: StartingPoint
}
export type WalkRequest = { readonly id: number } & (PathsRequest | ShrinkRequest)
export type WalkReply = {
  readonly id: number
  readonly paths?: PathSet
  readonly events?: readonly FedEvent[]
  readonly error?: string
}

/** Runs machines beside the page, for what takes seconds. */
export type Walks = {
  /** Errs with the reason where a machine has too many states. */
  paths(machine: string, question: Question): Promise<PathSet>
  /** As `shrink`. Errs where the events do not lead to the goal. */
  shrink(goal: Goal, events: readonly FedEvent[], from: StartingPoint): Promise<readonly FedEvent[]>
  /** Ends the worker. What it was asked stays open. */
  end(): void
}

/** Starts a worker that walks machines. */
export const createWalks = (): Walks => {
  const worker = new Worker(new URL('./walks.worker.ts', import.meta.url), { type: 'module', name: 'walks' })
  const open = new Map<number, { done(reply: WalkReply): void; failed(error: Error): void }>()
  let last = 0
  worker.onmessage = ({ data }: MessageEvent<WalkReply>) => {
    const request = open.get(data.id)
    open.delete(data.id)
    if (data.error === undefined) request?.done(data)
    else request?.failed(new Error(data.error))
  }
  worker.onerror = ({ message }) => {
    for (const { failed } of open.values()) failed(new Error(message || 'The worker could not be loaded.'))
    open.clear()
  }
  const send = (request: PathsRequest | ShrinkRequest) =>
    new Promise<WalkReply>((done, failed) => {
      last += 1
      open.set(last, { done, failed })
      worker.postMessage({ ...request, id: last } satisfies WalkRequest)
    })
  return {
    paths: async (machine, question) =>
      (await send({ kind: 'paths', machine, question })).paths ?? { paths: [], uncovered: [] },
    shrink: async (goal, events, from) => (await send({ kind: 'shrink', goal, events, from })).events ?? [],
    end: () => worker.terminate(),
  }
}
