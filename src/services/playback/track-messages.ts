import { type ErrorParams, fillMessage } from '#contract/fill-message.ts'
import { PAGE_ERRORS, type PageErrorCode } from '#contract/page-errors.ts'
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

/** An error of a playback file, with the code and the parameters of its text for users. */
export class TrackFileError extends Error {
  override readonly name = 'TrackFileError'
  readonly problem: TrackFileProblem
  readonly code: PageErrorCode
  readonly params: ErrorParams

  constructor(
    problem: TrackFileProblem,
    code: PageErrorCode,
    params: ErrorParams = {},
    options?: ErrorOptions,
  ) {
    super(fillMessage(PAGE_ERRORS[code], params), options)
    this.problem = problem
    this.code = code
    this.params = params
  }
}

/** A range of more points than can be played (CR-07). */
export const tooManyPoints = (points: number, limit: number = MAX_PLAYBACK_POINTS): TrackFileError =>
  new TrackFileError('tooLarge', 'playbackTooManyPoints', { points, most: limit })

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
  | {
      readonly type: 'failed'
      readonly problem: TrackFileProblem
      readonly code: PageErrorCode
      readonly params: ErrorParams
    }
  | { readonly type: 'failed'; readonly problem: 'network'; readonly message: string }

/** An error as a message, since classes do not survive `postMessage`. */
export const failureMessage = (error: unknown): Extract<TrackMessage, { type: 'failed' }> =>
  error instanceof TrackFileError
    ? { type: 'failed', problem: error.problem, code: error.code, params: error.params }
    : {
        type: 'failed',
        problem: 'network',
        message: error instanceof Error ? error.message : String(error),
      }

/** The error that a message stands for. */
export const errorOf = (failed: Extract<TrackMessage, { type: 'failed' }>): Error =>
  failed.problem === 'network'
    ? new NetworkFailure(failed.message)
    : new TrackFileError(failed.problem, failed.code, failed.params)
