import { NetworkFailure } from '../http/failures.ts'
import type { TrackProgress } from './load-track.ts'
import type { TrackColumns } from './track.ts'
import { TrackFileError, type TrackFileProblem } from './track-file-error.ts'

/** What the worker is asked: the absolute address of one file, and how many points it is said to hold. */
export type TrackOrder = { readonly address: string; readonly points: number }

/** What the worker answers: progress, then one of the other two. Columns are transferred, not copied. */
export type TrackWord =
  | { readonly type: 'progress'; readonly progress: TrackProgress }
  | { readonly type: 'done'; readonly columns: TrackColumns }
  | { readonly type: 'failed'; readonly problem: TrackFileProblem | 'network'; readonly message: string }

/** An error as a message, since classes do not survive the way out of a worker. */
export const failureWord = (error: unknown): Extract<TrackWord, { type: 'failed' }> => ({
  type: 'failed',
  problem: error instanceof TrackFileError ? error.problem : 'network',
  message: error instanceof Error ? error.message : String(error),
})

/** The error that a message stands for. */
export const errorOf = ({ problem, message }: Extract<TrackWord, { type: 'failed' }>): Error =>
  problem === 'network' ? new NetworkFailure(message) : new TrackFileError(problem, message)
