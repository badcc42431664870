import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { selectMode, selectTripPlot } from '#src/machines/fleet/fleet.selectors.ts'
import { ConnectedLive } from '../live/connected-live.tsx'
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

const WidePlayback = lazy(() => import('./wide-playback.tsx'))

const SHORT = `${classes['panel']} ${classes['short']}`

/** The panels of screens from 768 px on. */
export const WidePanels = ({ fleet, playback, registration }: PanelsProps) => {
  const mode = useSelector(fleet, selectMode)
  const tripPlot = useSelector(fleet, selectTripPlot)
  if (playback !== null)
    return (
      <Suspense>
        <WidePlayback playback={playback} registration={registration} />
      </Suspense>
    )
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
