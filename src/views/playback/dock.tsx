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
import type { ReactNode } from 'react'
import type { PlaybackSpeed } from '#contract/constants.ts'
import { PLAYBACK_SPEEDS } from '#contract/constants.ts'
import type { LeadingControl } from '#src/machines/playback/playback.selectors.ts'
import { IconButton } from '../kit/icon-button.tsx'
import classes from './dock.module.css'
import { PLAYBACK } from './playback.text.ts'

/** At the end Play stays, out of use, beside the Restart that leads on (PLB-14). */
const LEADING = {
  play: { label: PLAYBACK.play, icon: IconPlayerPlayFilled },
  pause: { label: PLAYBACK.pause, icon: IconPlayerPauseFilled },
  continue: { label: PLAYBACK.continue, icon: IconPlayerPlayFilled },
  restart: { label: PLAYBACK.play, icon: IconPlayerPlayFilled },
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
  moment,
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
  /** Whether the map goes with the marker. */
  following: boolean
  /** Where the marker is; null while nothing is loaded. */
  moment: ReactNode
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
  const { label, icon: Drawn } = LEADING[leading]
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
          w={124}
          h={34}
          variant={atEnd ? 'default' : 'filled'}
          leftSection={<Drawn size={16} aria-hidden />}
          disabled={isLoading || atEnd}
          aria-keyshortcuts="Space"
          onClick={onLead}
        >
          {label}
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
        <span className={classes['moment']}>{moment}</span>
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
              indicator: classes['speedMark'] ?? '',
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
            name={PLAYBACK.follow}
            tooltipAt="top"
            pressed={following}
            disabled={moment === null}
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
        <IconButton icon={IconX} name={PLAYBACK.close} tooltipAt="top" onPress={onClose} />
      </div>
      {children}
    </section>
  )
}
