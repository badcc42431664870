import { useSelector } from '@xstate/react'
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import { selectIsRangeTooLong } from '#src/machines/playback/playback.selectors.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import classes from '../kit/map-screen.module.css'
import { PhoneSheet } from '../kit/phone-sheet.tsx'
import { PlaybackPopups } from './playback-popups.tsx'
import { PlaybackDock, PlaybackPanel } from './playback-views.tsx'

/** What comes up from below on a phone while a route is played back. */
const PhonePlayback = ({ playback, registration }: { playback: PlaybackActor; registration: string }) => (
  <>
    <div data-covers="bottom" className={classes['bottomSheet']}>
      <PhoneSheet
        name={PLAYBACK.card}
        peek={<PlaybackDock playback={playback} />}
        // A link to a range that is too long loads nothing; the card says so.
        openAtFirst={useSelector(playback, selectIsRangeTooLong)}
      >
        <PlaybackPanel playback={playback} registration={registration} withHide={false} />
      </PhoneSheet>
    </div>
    <PlaybackPopups playback={playback} />
  </>
)

export default PhonePlayback
