import { MAX_PLAYBACK_POINTS } from '#domain/playback.ts'
import { NetworkFailure } from '../http/failures.ts'
import type { TrackProgress } from './load-track.ts'
import type { TrackColumns } from './track.ts'

/**
 * Why a playback file cannot be shown.
 * - `unauthorized`: the address answers 401
 * - `missing`: the address answers with an error status
 * - `empty`: no bytes
 * - `tooLarge`: more bytes or points than we take
 * - `damaged`: cut short, or its checksum is wrong, or something follows its end
 * - `notData`: not compressed JSON with a `data` list
 */
export type TrackFileProblem = 'unauthorized' | 'missing' | 'empty' | 'tooLarge' | 'damaged' | 'notData'

/** An error of a playback file, with a message for users. */
export class TrackFileError extends Error {
  override readonly name = 'TrackFileError'
  readonly problem: TrackFileProblem

  constructor(problem: TrackFileProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** A range of more points than can be played (CR-07). */
export const tooManyPoints = (points: number, limit: number = MAX_PLAYBACK_POINTS): TrackFileError =>
  new TrackFileError(
    'tooLarge',
    `The range holds ${points} points; at most ${limit} can be played. Choose a shorter range.`,
  )

/** A request to the worker: the absolute address of a file, the headers to send, and the announced number of points. */
export type TrackReadRequest = {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly points: number
}

/** Messages of the worker: progress, then one of the other two. Columns are transferred, not copied. */
export type TrackMessage =
  | { readonly type: 'progress'; readonly progress: TrackProgress }
  | { readonly type: 'done'; readonly columns: TrackColumns }
  | { readonly type: 'failed'; readonly problem: TrackFileProblem | 'network'; readonly message: string }

/** An error as a message, since classes do not survive `postMessage`. */
export const failureMessage = (error: unknown): Extract<TrackMessage, { type: 'failed' }> => ({
  type: 'failed',
  problem: error instanceof TrackFileError ? error.problem : 'network',
  message: error instanceof Error ? error.message : String(error),
})

/** The error that a message stands for. */
export const errorOf = ({ problem, message }: Extract<TrackMessage, { type: 'failed' }>): Error =>
  problem === 'network' ? new NetworkFailure(message) : new TrackFileError(problem, message)
