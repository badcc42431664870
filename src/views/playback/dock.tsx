import { Button, SegmentedControl } from '@mantine/core'
import {
  IconCurrentLocation,
  IconParkingOff,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { memo, type ReactNode } from 'react'
import { PLAYBACK_SPEEDS, type PlaybackSpeed } from '#domain/playback.ts'
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import {
  type LeadingControl,
  selectIndex,
  selectSkipsStanding,
} from '#src/machines/playback/playback.selectors.ts'
import type { Track } from '#src/services/playback/track.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { IconButton } from '../kit/buttons.tsx'
import { formatClock, formatDate, formatDateTime, formatDay } from '../kit/formats.ts'
import { useLanguage } from '../kit/hooks.ts'
import { distanceMeasure, formatDistance } from '../kit/measures.ts'
import classes from './dock.module.css'
import { distancesKm, type Standing, standingAt } from './track-figures.ts'

/** The end of a long standstill: the time, with the day if it is another one; null if the route ends there. */
const endOf = (track: Track, { from, until, isLast }: Standing): string | null => {
  if (isLast) return null
  const clock = formatClock(until)
  return formatDate(track.time[from] ?? 0) === formatDate(until) ? clock : `${formatDay(until)} ${clock}`
}

/** Skips to the departure. The button disappears when used, so the focus moves to the dock first. */
const SkipButton = memo(
  ({ playback, to, when }: { playback: PlaybackActor; to: number; when: string | null }) => {
    useLanguage()
    return (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={when === null ? PLAYBACK.skipToEnd : PLAYBACK.skipTo({ when })}
        onClick={({ currentTarget }) => {
          currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
          playback.send({ type: 'playback.seek', index: to })
        }}
      >
        {PLAYBACK.skipNow}
      </Button>
    )
  },
)

/** The marker's time and distance; during a long standstill its end instead of the distance, announced once. */
export const DockStatus = ({
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
  const alongKm = distancesKm(track)
  // The distance of the range may be the odometer's, and no line is as long.
  const share = (alongKm[index] ?? 0) / (alongKm.at(-1) || 1)
  const announcement = when === null ? PLAYBACK.standingToEnd : PLAYBACK.standingUntil({ when })
  return (
    <>
      <b>{formatDateTime(track.time[index] ?? 0)}</b>{' '}
      <span role="status">{standing === null ? '' : `· ${announcement}`}</span>
      {standing === null ? (
        <span>
          ·{' '}
          {PLAYBACK.progress({
            done: distanceMeasure(share * allKm).figure,
            all: formatDistance(allKm),
          })}
        </span>
      ) : (
        <>
          {' '}
          <SkipButton playback={playback} to={standing.to} when={when} />
        </>
      )}
    </>
  )
}

/** The main button. At the end it is a disabled Play, beside the highlighted Restart (PLB-14). */
const LEADING = {
  play: { label: 'play', icon: IconPlayerPlayFilled },
  pause: { label: 'pause', icon: IconPlayerPauseFilled },
  continue: { label: 'continue', icon: IconPlayerPlayFilled },
  restart: { label: 'play', icon: IconPlayerPlayFilled },
} as const

const CHOICES = PLAYBACK_SPEEDS.map((speed) => ({ value: String(speed), label: String(speed) }))

/** Controls of a playback (PLB-02, PLB-03) above its timeline. */
export const Dock = ({
  leading,
  isLoading,
  canSeek,
  canRestart,
  speed,
  skipsStanding,
  following,
  status,
  onLead,
  onStep,
  onRestart,
  onSpeed,
  onSkip,
  onFollow,
  onClose,
  children,
}: {
  leading: LeadingControl
  isLoading: boolean
  canSeek: boolean
  canRestart: boolean
  speed: number
  skipsStanding: boolean
  /** Whether the map follows the marker. */
  following: boolean
  /** `DockStatus`; null while no route is loaded. */
  status: ReactNode
  onLead: () => void
  onStep: (step: 1 | -1) => void
  onRestart: () => void
  onSpeed: (speed: PlaybackSpeed) => void
  onSkip: () => void
  onFollow: () => void
  onClose: () => void
  /** The timeline. */
  children: ReactNode
}) => {
  const atEnd = leading === 'restart' && !isLoading
  const { label, icon: Icon } = LEADING[leading]
  return (
    <section tabIndex={-1} className={classes['dock']} aria-label={PLAYBACK.dock}>
      <div className={classes['controls']}>
        <IconButton
          icon={IconPlayerTrackPrev}
          name={PLAYBACK.previous}
          tooltipAt="top"
          disabled={!canSeek}
          onPress={() => onStep(-1)}
        />
        <Button
          miw={124}
          h={34}
          variant={atEnd ? 'default' : 'filled'}
          leftSection={<Icon size={16} aria-hidden />}
          disabled={isLoading || atEnd}
          aria-keyshortcuts="Space"
          onClick={onLead}
        >
          {PLAYBACK[label]}
        </Button>
        <IconButton
          icon={IconPlayerTrackNext}
          name={PLAYBACK.next}
          tooltipAt="top"
          disabled={!canSeek}
          onPress={() => onStep(1)}
        />
        {atEnd ? (
          <Button
            h={34}
            leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
            disabled={!canRestart}
            onClick={onRestart}
          >
            {PLAYBACK.restart}
          </Button>
        ) : (
          <IconButton
            icon={IconRefresh}
            name={PLAYBACK.restart}
            tooltipAt="top"
            disabled={!canRestart}
            onPress={onRestart}
          />
        )}
        <span className={classes['status']}>{status}</span>
        <span className={classes['space']} />
        <div className={classes['speeds']}>
          <span className={classes['speedLabel']} aria-hidden="true">
            {PLAYBACK.speed}
          </span>
          <SegmentedControl
            aria-label={PLAYBACK.speed}
            disabled={!canSeek}
            data={CHOICES}
            value={String(speed)}
            classNames={{
              root: classes['speed'] ?? '',
              label: classes['speedChoice'] ?? '',
              indicator: classes['speedIndicator'] ?? '',
            }}
            onChange={(value) => {
              const chosen = PLAYBACK_SPEEDS.find((candidate) => String(candidate) === value)
              if (chosen !== undefined) onSpeed(chosen)
            }}
          />
        </div>
        <span className={classes['follow']}>
          <IconButton
            icon={IconCurrentLocation}
            name={KIT.follow}
            tooltipAt="top"
            pressed={following}
            disabled={status === null}
            onPress={onFollow}
          />
        </span>
        <IconButton
          icon={IconParkingOff}
          name={PLAYBACK.skip}
          tooltipAt="top"
          pressed={skipsStanding}
          onPress={onSkip}
        />
        <IconButton icon={IconX} name={KIT.close} tooltipAt="top" onPress={onClose} />
      </div>
      {children}
    </section>
  )
}
