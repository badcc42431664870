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

/** Until when the truck stands, and the way to its departure. It goes with its press: the focus goes to the dock first. */
const StandingNote = memo(
  ({ playback, standing, begins }: { playback: PlaybackActor; standing: Standing; begins: number }) => {
    const { to, until, isLast } = standing
    const clock = formatClock(until)
    const when = dayOf(begins) === dayOf(until) ? clock : `${formatDay(until)} ${clock}`
    return (
      <>
        <span role="status">· {isLast ? PLAYBACK.standingToEnd : PLAYBACK.standingUntil(when)}</span>{' '}
        <Button
          variant="default"
          size="compact-sm"
          aria-label={isLast ? PLAYBACK.skipToEnd : PLAYBACK.skipTo(when)}
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
            playback.send({ type: 'playback.seek', index: to })
          }}
        >
          {PLAYBACK.skipNow}
        </Button>
      </>
    )
  },
)

/** Where the marker is, in time and km; where it stands for long, until when. */
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
  return (
    <>
      <b>{formatDateTime(track.time[index] ?? 0)}</b>{' '}
      {standing === null ? (
        <span>· {PLAYBACK.progress(formatFigure(distancesKm(track)[index] ?? 0), formatKms(allKm))}</span>
      ) : (
        <StandingNote playback={playback} standing={standing} begins={track.time[standing.from] ?? 0} />
      )}
    </>
  )
}
