import { fromPayloadTime } from '#contract/ist.ts'
import { isTooLongToPlay, RANGE_TOO_LONG } from '#contract/playback-range.ts'
import type { PlaybackRequest } from '#contract/records/playback.ts'
import { Refusal } from './refusal.ts'

/** A stretch of time in ms UTC, `to` not included. */
export type Range = { readonly from: number; readonly to: number }

const read = (name: string, text: string | undefined): number => {
  const time = text === undefined ? null : fromPayloadTime(text)
  if (time !== null) return time
  throw new Refusal(400, `${name} must be a time of the form YYYY-MM-DD HH:mm:ss in IST.`)
}

/**
 * The range a request asks for, in either spelling (CONFLICT-15).
 * @throws Refusal 400 where a time is missing or malformed, the end is not after the start, or the range is longer than is played at once.
 */
export const rangeOf = (request: PlaybackRequest): Range => {
  const from = read('fromDate', request.fromDate ?? request.startDate)
  const to = read('toDate', request.toDate ?? request.endDate)
  if (to <= from) throw new Refusal(400, 'toDate must be after fromDate.')
  if (isTooLongToPlay({ from, to })) throw new Refusal(400, RANGE_TOO_LONG)
  return { from, to }
}
