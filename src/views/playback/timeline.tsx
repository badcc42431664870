import { useMantineColorScheme } from '@mantine/core'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useCallback } from 'react'
import { lastIndexAtOrBefore } from '#domain/numbers.ts'
import { MINUTE_MS } from '#domain/units.ts'
import type { Track } from '#src/services/playback/track.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { currentLanguage } from '#src/texts/language.ts'
import { formatDateTime } from '../kit/formats.ts'
import { trackEvents, trackGaps, trackStops } from './route-events.ts'
import classes from './timeline.module.css'
import { drawTimeline } from './timeline-plot.ts'
import { lanesOf } from './timeline-scales.ts'

const LEAP_MS = 15 * MINUTE_MS

/** The point to which a key moves the cursor; undefined for other keys. */
const indexForKey = (track: Track, index: number, key: string): number | undefined => {
  const time = track.time[index] ?? 0
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return index + 1
    case 'ArrowLeft':
    case 'ArrowDown':
      return index - 1
    case 'PageUp':
      return Math.max(index + 1, lastIndexAtOrBefore(track.time, time + LEAP_MS))
    case 'PageDown':
      return Math.min(index - 1, lastIndexAtOrBefore(track.time, time - LEAP_MS))
    case 'Home':
      return 0
    case 'End':
      return track.length - 1
    default:
      return undefined
  }
}

/** The timeline of a track, with a cursor that is dragged or moved by keys. */
const Timeline = ({
  track,
  index,
  limitKmph,
  onSeek,
}: {
  track: Track
  index: number
  /** From which speed on the user is alerted, in km/h. */
  limitKmph: number
  onSeek: (index: number) => void
}) => {
  const { colorScheme } = useMantineColorScheme()
  const plot = useCallback(
    (container: HTMLDivElement | null) =>
      container === null
        ? undefined
        : drawTimeline(container, {
            track,
            events: trackEvents(track),
            stops: trackStops(track),
            gaps: trackGaps(track),
            limitKmph,
          }),
    [track, limitKmph],
  )
  const starts = track.time[0] ?? 0
  const time = track.time[index] ?? starts
  const ends = Math.max(starts + MINUTE_MS, track.time[track.length - 1] ?? 0)
  const seek = (to: number) => onSeek(Math.min(track.length - 1, Math.max(0, to)))

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    seek(lastIndexAtOrBefore(track.time, starts + ((event.clientX - left) / width) * (ends - starts)))
  }
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = indexForKey(track, index, event.key)
    if (to === undefined) return
    event.preventDefault()
    seek(to)
  }

  return (
    <div className={classes['timeline']} data-lanes={lanesOf(track).length}>
      <div
        key={`${colorScheme} ${currentLanguage().tag}`}
        className={classes['plot']}
        ref={plot}
        aria-hidden="true"
      />
      <div
        className={classes['slider']}
        role="slider"
        tabIndex={0}
        aria-label={PLAYBACK.position}
        aria-valuemin={0}
        aria-valuemax={track.length - 1}
        aria-valuenow={index}
        aria-valuetext={formatDateTime(time)}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event)
        }}
      >
        <span
          className={classes['cursor']}
          style={{ left: `${((time - starts) / (ends - starts)) * 100}%` }}
        />
      </div>
    </div>
  )
}

export default Timeline
