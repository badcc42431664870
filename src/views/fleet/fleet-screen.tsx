import { useSelector } from '@xstate/react'
import { useMemo, useRef } from 'react'
import { selectFleet, selectMapTheme } from '#src/machines/app/app.selectors.ts'
import type { FleetActor } from '#src/machines/fleet/fleet.machine.ts'
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
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import { selectPlaybackVehicleId } from '#src/machines/playback/playback.selectors.ts'
import { selectPlotVehicleId } from '#src/machines/trips/trip-plot.selectors.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { useApp, useAppSelector, useServices } from '../kit/app-context.tsx'
import { usePhone } from '../kit/hooks.ts'
import { lazyView } from '../kit/lazy-view.ts'
import { MapCanvas, measureMapPadding } from '../kit/map-canvas.tsx'
import { Announcer, ModeHeading } from '../kit/map-overlay.tsx'
import classes from '../kit/map-screen.module.css'
import { LiveLinks } from '../live-share/index.ts'
import { TickerBar } from '../ticker/index.ts'
import { LIST_START, ListScrollContext, useEmptyPress, useLinkedPlayback } from './fleet-hooks.ts'
import { MapControls } from './fleet-map.tsx'
import { PhonePanels, WidePanels } from './mode-panels.tsx'

const GridMap = lazyView(() => import('../grid-map/grid-map.tsx'))
const GeofencesMode = lazyView(() => import('../geofences/geofences-mode.tsx'))

/** The number of vehicles that a grid map opens with if none are chosen (OPEN-54). */
const INITIAL_GRID_VEHICLES = 4

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
          vehicleIds: chosen.length > 0 ? chosen : fleetList.getSnapshot().slice(0, INITIAL_GRID_VEHICLES),
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
      <Announcer text={FLEET.playbackNow({ registration })} />
      <ModeHeading text={FLEET.playbackNow({ registration })} />
      <Panels fleet={fleet} playback={playback} registration={registration} />
    </>
  )
}

const announcementFor = (isLive: boolean, isTrip: boolean, registration: string) => {
  if (isLive) return FLEET.liveNow({ registration })
  return isTrip ? FLEET.tripNow({ registration }) : FLEET.listNow
}

const ListOrLive = ({ fleet }: { fleet: FleetActor }) => {
  const live = useSelector(fleet, selectLive)
  const tripPlot = useSelector(fleet, selectTripPlot)
  const plotted = useSelector(tripPlot, (snapshot) => snapshot && selectPlotVehicleId(snapshot))
  const registration = useRegistration(live?.vehicleId ?? plotted)
  const Panels = usePhone() ? PhonePanels : WidePanels
  const announcement = announcementFor(live !== null, tripPlot !== undefined, registration)
  const isListed = live === null && tripPlot === undefined
  return (
    <>
      <Announcer text={announcement} />
      {isListed ? null : <ModeHeading text={announcement} />}
      <Panels fleet={fleet} playback={null} registration={registration} />
    </>
  )
}

const Fleet = ({ fleet }: { fleet: FleetActor }) => {
  const { map } = useServices()
  const playback = useSelector(fleet, selectPlayback)
  const mode = useSelector(fleet, selectMode)
  const geofences = useSelector(fleet, selectGeofences)
  useLinkedPlayback(fleet)
  useEmptyPress(fleet)
  const padding = useMemo(() => measureMapPadding(map), [map])
  const grid = useSelector(fleet, selectGridMap)
  if (grid !== undefined)
    return (
      <div className={classes['screen']}>
        <Announcer text={FLEET.gridNow} />
        <GridMap fleet={fleet} actor={grid} />
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
          <GeofencesMode fences={geofences} onBack={() => fleet.send({ type: 'back.pressed' })} />
        ) : (
          <ListOrLive fleet={fleet} />
        )}
      </div>
    </div>
  )
}

/** The fleet map (MAP-01 to 03): the ticker, and below it the map with its floating panels. */
const FleetScreen = () => {
  const fleet = useAppSelector(selectFleet)
  const listScroll = useRef(LIST_START)
  return fleet === undefined ? null : (
    <div className={classes['page']}>
      <TickerBar />
      <ListScrollContext value={listScroll}>
        <Fleet fleet={fleet} />
      </ListScrollContext>
      <LiveLinks fleet={fleet} />
    </div>
  )
}

export default FleetScreen
