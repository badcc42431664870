import type { TrackSummary } from '#src/services/playback-file/track.ts'
import { isSameRange, type Range } from '../date-range/date-range.logic.ts'

/** What is asked of the route playback (PLB-09), and where in it to begin. Times in ms since 1970 UTC. */
export type TrackRequest = { readonly vehicleId: number; readonly at?: number } & Range

/** The index of the last point; 0 without a track. */
export const lastIndex = (track: TrackSummary | null): number => Math.max(0, (track?.points ?? 0) - 1)

/** An index that lies on the track. */
export const onTrack = (track: TrackSummary | null, index: number): number =>
  Number.isFinite(index) ? Math.min(lastIndex(track), Math.max(0, Math.trunc(index))) : 0

/** Whether the chosen dates differ from those the shown data was loaded for (PLB-15, PLB-16). */
export const datesChanged = (chosen: Range, loaded: Range | null): boolean =>
  loaded === null || !isSameRange(chosen, loaded)
