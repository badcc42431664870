import { useSelector } from '@xstate/react'
import { selectIsRangeTooLong } from '#src/machines/playback/playback.selectors.ts'
import { PhoneSheet } from '../kit/phone-sheet.tsx'
import { PLAYBACK } from '../playback/playback.text.ts'
import { PlaybackMarker } from '../playback/playback-marker.tsx'
import { PlaybackDock, PlaybackPanel } from '../playback/playback-views.tsx'
import type { PlaybackActor } from '../playback/use-track.ts'
import classes from './fleet-screen.module.css'

/** What comes up from below on a phone while a route is played back. */
const PhonePlayback = ({ playback, registration }: { playback: PlaybackActor; registration: string }) => (
  <>
    <div data-covers="bottom" className={classes['sheetPlace']}>
      <PhoneSheet
        name={PLAYBACK.card}
        peek={<PlaybackDock playback={playback} />}
        // A link to too long a range loads nothing: what is said of it stands in the card.
        openAtFirst={useSelector(playback, selectIsRangeTooLong)}
      >
        <PlaybackPanel playback={playback} registration={registration} withHide={false} />
      </PhoneSheet>
    </div>
    <PlaybackMarker playback={playback} />
  </>
)

export default PhonePlayback
