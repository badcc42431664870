import { useSelector } from '@xstate/react'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { selectFleet, selectMapTheme } from '#src/machines/app/app.selectors.ts'
import {
  selectBase,
  selectChosen,
  selectGeofences,
  selectGridMap,
  selectLive,
  selectMode,
  selectPlayback,
  selectShowsRoute,
  selectTripPlot,
} from '#src/machines/fleet/fleet.selectors.ts'
import { selectPlaybackVehicleId } from '#src/machines/playback/playback.selectors.ts'
import { selectPlotVehicleId } from '#src/machines/trip-plot/trip-plot.selectors.ts'
import { useApp, useAppSelector, useServices } from '../kit/app-context.tsx'
import { usePhone } from '../kit/use-phone.ts'
import type { PlaybackActor } from '../playback/use-track.ts'
import { TickerBar } from '../ticker/ticker-bar.tsx'
import { Announcer, ModeHeading } from './announcer.tsx'
import type { FleetActor } from './connected-list.tsx'
import { FLEET } from './fleet.text.ts'
import classes from './fleet-screen.module.css'
import { keepPadding } from './keep-padding.ts'
import { LIST_BEGIN, ListPlace } from './list-place.ts'
import { MapCanvas } from './map-canvas.tsx'
import { MapControls } from './map-controls.tsx'
import { PhonePanels } from './phone-panels.tsx'
import { useEmptyPress } from './use-empty-press.ts'
import { useLinkedMoment } from './use-linked-moment.ts'
import { WidePanels } from './wide-panels.tsx'

/** Loaded when they are opened. */
const GridMap = lazy(() => import('../grid-map/grid-map.tsx'))
const GeofencesMode = lazy(() => import('../geofences/geofences-mode.tsx'))

/** Vehicles of a grid map that is opened while none are chosen (OPEN-54). */
const GRID_AT_FIRST = 4

const Controls = ({ fleet }: { fleet: FleetActor }) => {
  const app = useApp()
  const { map, fleetList, director } = useServices()
  const chosen = useSelector(fleet, selectChosen)
  return (
    <MapControls
      satellite={useSelector(fleet, selectBase) === 'satellite'}
      darkMap={useAppSelector(selectMapTheme) === 'dark'}
      onZoom={(delta) => map.zoomBy(delta)}
      fitName={useSelector(fleet, selectShowsRoute) ? FLEET.fitRoute : FLEET.fit}
      onFit={director.showAll}
      onGridMap={() =>
        fleet.send({
          type: 'gridMap.opened',
          vehicleIds: chosen.length > 0 ? chosen : fleetList.getSnapshot().slice(0, GRID_AT_FIRST),
        })
      }
      onBase={() => fleet.send({ type: 'base.toggled' })}
      onMapTheme={() => app.send({ type: 'mapTheme.toggled' })}
    />
  )
}

const useRegistration = (vehicleId: number | undefined): string => {
  const { fleetStore } = useServices()
  return vehicleId === undefined ? '' : (fleetStore.record(vehicleId)?.registrationId ?? '')
}

const PlaybackMode = ({ fleet, playback }: { fleet: FleetActor; playback: PlaybackActor }) => {
  const registration = useRegistration(useSelector(playback, selectPlaybackVehicleId))
  const phone = usePhone()
  const Panels = phone ? PhonePanels : WidePanels
  return (
    <>
      <Announcer text={FLEET.playbackNow(registration)} />
      <ModeHeading text={FLEET.playbackNow(registration)} />
      <Panels fleet={fleet} playback={playback} registration={registration} />
    </>
  )
}

const wordsOf = (isLive: boolean, isTrip: boolean, registration: string) => {
  if (isLive) return FLEET.liveNow(registration)
  return isTrip ? FLEET.tripNow(registration) : FLEET.listNow
}

const ListOrLive = ({ fleet }: { fleet: FleetActor }) => {
  const live = useSelector(fleet, selectLive)
  const tripPlot = useSelector(fleet, selectTripPlot)
  const plotted = useSelector(tripPlot, (snapshot) => snapshot && selectPlotVehicleId(snapshot))
  const registration = useRegistration(live?.vehicleId ?? plotted)
  const Panels = usePhone() ? PhonePanels : WidePanels
  const words = wordsOf(live !== null, tripPlot !== undefined, registration)
  const isListed = live === null && tripPlot === undefined
  return (
    <>
      <Announcer text={words} />
      {isListed ? null : <ModeHeading text={words} />}
      <Panels fleet={fleet} playback={null} registration={registration} />
    </>
  )
}

const Fleet = ({ fleet }: { fleet: FleetActor }) => {
  const { map } = useServices()
  const playback = useSelector(fleet, selectPlayback)
  const mode = useSelector(fleet, selectMode)
  const geofences = useSelector(fleet, selectGeofences)
  useLinkedMoment(fleet)
  useEmptyPress(fleet)
  const padding = useMemo(() => keepPadding(map), [map])
  const grid = useSelector(fleet, selectGridMap)
  if (grid !== undefined)
    return (
      <div className={classes['screen']}>
        <Announcer text={FLEET.gridNow} />
        <Suspense fallback={null}>
          <GridMap fleet={fleet} actor={grid} />
        </Suspense>
      </div>
    )
  return (
    <div className={classes['screen']}>
      <MapCanvas map={map} />
      <Controls fleet={fleet} />
      <div className={classes['over']} ref={padding}>
        {mode === 'playback' && playback !== undefined ? (
          <PlaybackMode fleet={fleet} playback={playback} />
        ) : mode === 'geofences' && geofences !== undefined ? (
          <Suspense fallback={null}>
            <GeofencesMode fences={geofences} onBack={() => fleet.send({ type: 'back.pressed' })} />
          </Suspense>
        ) : (
          <ListOrLive fleet={fleet} />
        )}
      </div>
    </div>
  )
}

/** The fleet map (MAP-01 to 03): the map is the page, panels float over it; messages run above it. */
const FleetScreen = () => {
  const fleet = useAppSelector(selectFleet)
  const listPlace = useRef(LIST_BEGIN)
  return fleet === undefined ? null : (
    <div className={classes['page']}>
      <TickerBar />
      <ListPlace value={listPlace}>
        <Fleet fleet={fleet} />
      </ListPlace>
    </div>
  )
}

export default FleetScreen
