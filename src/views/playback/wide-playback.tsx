import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import { selectIsPanelHidden } from '#src/machines/playback/playback.selectors.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { IconButton } from '../kit/buttons.tsx'
import { dockRef } from '../kit/dock-height.ts'
import classes from '../kit/map-screen.module.css'
import { PlaybackPopups } from './playback-popups.tsx'
import { PlaybackDock, PlaybackPanel } from './playback-views.tsx'

/** The floating panels and popups of a playback from 768 px on. */
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
    <div className={classes['dock']} data-covers="bottom" ref={dockRef}>
      <PlaybackDock playback={playback} />
    </div>
    <PlaybackPopups playback={playback} />
  </>
)

export default WidePlayback
