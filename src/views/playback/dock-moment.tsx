import { Button } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { memo } from 'react'
import { selectIndex, selectSkipsStanding } from '#src/machines/playback/playback.selectors.ts'
import type { Track } from '#src/services/playback-file/track.ts'
import { dayOf, formatClock, formatDateTime, formatDay, formatFigure, formatKms } from '../kit/formats.ts'
import { PLAYBACK } from './playback.text.ts'
import { distancesKm } from './track-distance.ts'
import { type Standing, standingAt } from './track-standings.ts'
import type { PlaybackActor } from './use-track.ts'

/** Where a long standing ends, in words; null where the route ends with it. */
const endOf = (track: Track, { from, until, isLast }: Standing): string | null => {
  if (isLast) return null
  const clock = formatClock(until)
  return dayOf(track.time[from] ?? 0) === dayOf(until) ? clock : `${formatDay(until)} ${clock}`
}

/** The way to the departure. It goes with its press: the focus goes to the dock first. */
const SkipButton = memo(
  ({ playback, to, when }: { playback: PlaybackActor; to: number; when: string | null }) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={when === null ? PLAYBACK.skipToEnd : PLAYBACK.skipTo(when)}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
        playback.send({ type: 'playback.seek', index: to })
      }}
    >
      {PLAYBACK.skipNow}
    </Button>
  ),
)

/** Where the marker is, in time and km; where it stands for long, until when, which is told once as each standing begins. */
export const DockMoment = ({
  playback,
  track,
  allKm,
}: {
  playback: PlaybackActor
  track: Track
  allKm: number
}) => {
  const index = useSelector(playback, selectIndex)
  const skips = useSelector(playback, selectSkipsStanding)
  const standing = skips ? null : standingAt(track, index)
  const when = standing === null ? null : endOf(track, standing)
  const said = when === null ? PLAYBACK.standingToEnd : PLAYBACK.standingUntil(when)
  return (
    <>
      <b>{formatDateTime(track.time[index] ?? 0)}</b>{' '}
      <span role="status">{standing === null ? '' : `· ${said}`}</span>
      {standing === null ? (
        <span>· {PLAYBACK.progress(formatFigure(distancesKm(track)[index] ?? 0), formatKms(allKm))}</span>
      ) : (
        <>
          {' '}
          <SkipButton playback={playback} to={standing.to} when={when} />
        </>
      )}
    </>
  )
}
