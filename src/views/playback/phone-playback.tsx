import { useSelector } from '@xstate/react'
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import { selectIsRangeTooLong } from '#src/machines/playback/playback.selectors.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { dockRef } from '../kit/dock-height.ts'
import classes from '../kit/map-screen.module.css'
import { PhoneSheet } from '../kit/phone-sheet.tsx'
import { PlaybackPopups } from './playback-popups.tsx'
import { PlaybackDock, PlaybackPanel } from './playback-views.tsx'

/** The bottom sheet and popups of a playback below 768 px. */
const PhonePlayback = ({ playback, registration }: { playback: PlaybackActor; registration: string }) => (
  <>
    <div data-covers="bottom" className={classes['bottomSheet']} ref={dockRef}>
      <PhoneSheet
        name={PLAYBACK.card}
        peek={<PlaybackDock playback={playback} />}
        // A link to a range that is too long loads nothing, and the card says why.
        openAtFirst={useSelector(playback, selectIsRangeTooLong)}
      >
        <PlaybackPanel playback={playback} registration={registration} withHide={false} />
      </PhoneSheet>
    </div>
    <PlaybackPopups playback={playback} />
  </>
)

export default PhonePlayback
