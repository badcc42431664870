import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { selectIsPanelHidden } from '#src/machines/playback/playback.selectors.ts'
import { IconButton } from '../kit/icon-button.tsx'
import { PLAYBACK } from '../playback/playback.text.ts'
import { PlaybackMarker } from '../playback/playback-marker.tsx'
import { PlaybackDock, PlaybackPanel } from '../playback/playback-views.tsx'
import type { PlaybackActor } from '../playback/use-track.ts'
import classes from './fleet-screen.module.css'

/** What floats over the map from 768 px on while a route is played back. */
const WidePlayback = ({ playback, registration }: { playback: PlaybackActor; registration: string }) => (
  <>
    {useSelector(playback, selectIsPanelHidden) ? (
      <div className={classes['unhide']}>
        <IconButton
          icon={IconLayoutSidebarLeftExpand}
          name={PLAYBACK.showPanel}
          onPress={() => playback.send({ type: 'playback.panelToggled' })}
        />
      </div>
    ) : (
      <div className={`${classes['panel']} ${classes['short']}`} data-covers="left">
        <PlaybackPanel playback={playback} registration={registration} withHide />
      </div>
    )}
    <div className={classes['dock']} data-covers="bottom">
      <PlaybackDock playback={playback} />
    </div>
    <PlaybackMarker playback={playback} />
  </>
)

export default WidePlayback
