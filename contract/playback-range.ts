import { MAX_PLAYBACK_POINTS } from './constants.ts'

const DAY_S = 86_400
/** What trackers usually report at while they drive. */
const USUAL_INTERVAL_S = 10

/** As many whole days as a truck that reports every ten seconds, day and night, fills with no more points than can be played: 28. */
export const LONGEST_PLAYBACK_DAYS = Math.floor((MAX_PLAYBACK_POINTS * USUAL_INTERVAL_S) / DAY_S)

/** Whether a range, in ms, is longer than is played at once. The hour it ends with counts whole and comes on top, so that a range of 28 days shown is one. */
export const isTooLongToPlay = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
  to - from > (LONGEST_PLAYBACK_DAYS * DAY_S + 3600) * 1000

/** What is said of such a range. */
export const RANGE_TOO_LONG = `At most ${LONGEST_PLAYBACK_DAYS} days can be played at once. Choose a later start or an earlier end.`
