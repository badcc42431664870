import { toPayloadTime } from '#contract/ist.ts'
import type { PlaybackRequest } from '#contract/records/playback.ts'

/**
 * What route playback and alert plotting are asked with (PLB-09, PLB-35, PLT-05): both spellings of the range, in IST. All
 * times in ms since 1970 UTC; an end in the hour that still runs becomes `now` (PLB-21).
 */
export const playbackRequest = (
  { vehicleId, from, to }: { readonly vehicleId: number; readonly from: number; readonly to: number },
  now: number,
): PlaybackRequest => {
  const [start, end] = [toPayloadTime(from), toPayloadTime(Math.min(to, now))]
  return {
    vehicleId,
    fromDate: start,
    toDate: end,
    startDate: start,
    endDate: end,
    telemetryEnabled: true,
  }
}
