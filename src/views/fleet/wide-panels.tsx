import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { selectMode, selectTripPlot } from '#src/machines/fleet/fleet.selectors.ts'
import { selectIsPanelHidden } from '#src/machines/playback/playback.selectors.ts'
import { IconButton } from '../kit/icon-button.tsx'
import { ConnectedLive } from '../live/connected-live.tsx'
import { PLAYBACK } from '../playback/playback.text.ts'
import { PlaybackMarker } from '../playback/playback-marker.tsx'
import { PlaybackDock, PlaybackPanel } from '../playback/playback-views.tsx'
import type { PlaybackActor } from '../playback/use-track.ts'
import { ConnectedTripPlot } from '../trips/connected-trip-plot.tsx'
import { ClusterPopup } from './cluster-popup.tsx'
import type { FleetActor } from './connected-list.tsx'
import { ConnectedPanel } from './connected-panel.tsx'
import classes from './fleet-screen.module.css'
import { SelectedPopup } from './selected-vehicle.tsx'

/** What floats over the map, mode by mode. */
export type PanelsProps = {
  readonly fleet: FleetActor
  /** null outside playback. */
  readonly playback: PlaybackActor | null
  /** Of the vehicle that is followed or played back, '' where none is. */
  readonly registration: string
}

const SHORT = `${classes['panel']} ${classes['short']}`

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
      <div className={SHORT} data-covers="left">
        <PlaybackPanel playback={playback} registration={registration} withHide />
      </div>
    )}
    <div className={classes['dock']} data-covers="bottom">
      <PlaybackDock playback={playback} />
    </div>
    <PlaybackMarker playback={playback} />
  </>
)

/** The panels of screens from 768 px on. */
export const WidePanels = ({ fleet, playback, registration }: PanelsProps) => {
  const mode = useSelector(fleet, selectMode)
  const tripPlot = useSelector(fleet, selectTripPlot)
  if (playback !== null) return <WidePlayback playback={playback} registration={registration} />
  if (mode === 'live')
    return (
      <div className={SHORT} data-covers="left">
        <ConnectedLive fleet={fleet} />
      </div>
    )
  if (tripPlot !== undefined)
    return (
      <div className={SHORT} data-covers="left">
        <ConnectedTripPlot fleet={fleet} actor={tripPlot} />
      </div>
    )
  return (
    <>
      <div className={classes['panel']} data-covers="left">
        <ConnectedPanel fleet={fleet} />
      </div>
      <SelectedPopup fleet={fleet} />
      <ClusterPopup fleet={fleet} />
    </>
  )
}
