import { Observable, throwError } from 'rxjs'
import { type PlaybackSpeed, stepDurationMs } from '#domain/playback.ts'
import { isStanding } from '#domain/standing.ts'
import type { PlayerEvent, PlayRequest } from '#src/machines/playback/playback.ports.ts'
import type { Track } from '#src/services/playback/track.ts'

/** Duration of one step of the marker, in ms; 0 is a jump. See `stepDurationMs` of the domain. */
export type Pace = (step: { gapMs: number; speed: PlaybackSpeed }) => number

/** Options of `playCursor$`. */
export type PlayCursorOptions = {
  readonly track: Pick<Track, 'length' | 'time' | 'speed' | 'breaks'>
  readonly index: number
  readonly speed: PlaybackSpeed
  readonly pace: Pace
  /** Whether a point with this speed in km/h is skipped. Skipped points in a row take one frame together. */
  readonly skips: (speedKmph: number) => boolean
  /** The time of each frame in ms. */
  readonly frame$: Observable<number>
  /** Called with the marker's position each frame: `fraction`, 0 to below 1, of the step from `index` to the next point. */
  readonly onFrame: (index: number, fraction: number) => void
}

/** The machine receives the cursor at most this often, ms. */
const REPORT_EVERY_MS = 100
/** A frame counts at most this many ms, so that the playback does not leap ahead after the page was hidden. */
const LONGEST_FRAME_MS = 250

/**
 * Moves a cursor along a track at the playback's pace (PLB-19, PLB-30, PLB-32): each frame for `onFrame`, in steps for the
 * machine. A frame contains at most one jump, so that each point after one is seen.
 */
export const playCursor$ = ({
  track,
  index: start,
  speed,
  pace,
  skips,
  frame$,
  onFrame,
}: PlayCursorOptions): Observable<PlayerEvent> =>
  new Observable((subscriber) => {
    const last = track.length - 1
    let index = Math.min(Math.max(0, start), Math.max(0, last))
    let elapsed = 0
    let frameAt: number | null = null
    let reportedIndex = index
    let reportedAt = Number.NEGATIVE_INFINITY

    const stepMs = () =>
      pace({
        gapMs:
          track.breaks[index] === 1
            ? Number.POSITIVE_INFINITY
            : (track.time[index + 1] ?? 0) - (track.time[index] ?? 0),
        speed,
      })
    const report = (at: number) => {
      reportedIndex = index
      reportedAt = at
      subscriber.next({ type: 'playback.movedTo', index, time: track.time[index] ?? 0 })
    }
    const isSkipped = (at: number) => skips(track.speed[at] ?? Number.NaN)
    const pointAfter = (at: number): number => {
      let next = at + 1
      if (isSkipped(at)) while (next < last && isSkipped(next)) next += 1
      return next
    }
    const moveOn = (ms: number): number => {
      elapsed += ms
      while (index < last) {
        const step = isSkipped(index) ? 0 : stepMs()
        if (elapsed < step) return elapsed / step
        index = pointAfter(index)
        elapsed = step === 0 ? 0 : elapsed - step
        if (step === 0) return 0
      }
      return 0
    }
    const onNext = (at: number) => {
      const fraction = frameAt === null ? 0 : moveOn(Math.min(LONGEST_FRAME_MS, Math.max(0, at - frameAt)))
      frameAt = at
      onFrame(index, fraction)
      if (index >= last) {
        if (reportedIndex !== index) report(at)
        subscriber.next({ type: 'playback.reachedEnd' })
        subscriber.complete()
      } else if (reportedIndex !== index && at - reportedAt >= REPORT_EVERY_MS) report(at)
    }
    return frame$.subscribe({
      next: onNext,
      error: (error: unknown) => subscriber.error(error),
      complete: () => subscriber.complete(),
    })
  })

/** Plays a loaded track; skips standing time if the request says so (PLB-32). Errs if the track is no longer loaded. */
export const playTrack$ = ({
  request: { trackId, index, speed, skipsStanding },
  tracks,
  frame$,
  onFrame,
}: {
  readonly request: PlayRequest
  readonly tracks: { get(trackId: string): PlayCursorOptions['track'] | undefined }
} & Pick<PlayCursorOptions, 'frame$' | 'onFrame'>): Observable<PlayerEvent> => {
  const track = tracks.get(trackId)
  if (track === undefined)
    return throwError(() => new Error('The route is no longer loaded. Choose GO to load it again.'))
  const skips = skipsStanding ? isStanding : () => false
  return playCursor$({ track, index, speed, skips, pace: stepDurationMs, frame$, onFrame })
}
