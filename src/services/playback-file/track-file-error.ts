import { MAX_PLAYBACK_POINTS } from '#contract/constants.ts'

/**
 * Why a playback file cannot be shown.
 * - `missing`: the address answers with an error status
 * - `empty`: no bytes
 * - `tooLarge`: more bytes or points than we take
 * - `damaged`: cut short, or its checksum is wrong, or something follows its end
 * - `notData`: not compressed JSON with a `data` list
 */
export type TrackFileProblem = 'missing' | 'empty' | 'tooLarge' | 'damaged' | 'notData'

/** Says in its message, in words for people, what is wrong with a playback file. */
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
