import type { ActorRefFrom } from 'xstate'
import { EMPTY_LIST_ZOOM, MAX_FIT_ZOOM } from '#contract/constants.ts'
import type { LngLat } from '#domain/geo.ts'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectFleet, selectMapTheme } from '#src/machines/app/app.selectors.ts'
import {
  selectBase,
  selectIsListHeld,
  selectIsListLoading,
  selectLive,
  selectPlayback,
  selectSearch,
  selectSelectedVehicleId,
  selectShowsList,
  selectShowsRoute,
  selectTripPlot,
} from '#src/machines/fleet/fleet.selectors.ts'
import {
  selectAlertsActor,
  selectCamera,
  selectIndex,
  selectIsPlaying,
  selectRouteMarker,
  selectTrack,
} from '#src/machines/playback/playback.selectors.ts'
import { selectAlertedTrackId } from '#src/machines/playback/playback-alerts.selectors.ts'
import { selectPlot, selectPlotVehicleId } from '#src/machines/trips/trip-plot.selectors.ts'
import type { FleetStore } from '#src/services/fleet/fleet-columns.ts'
import type { FleetList } from '#src/services/fleet/fleet-list.ts'
import { createListeners } from '#src/services/kit/listeners.ts'
import { watchActorChain, whenChanged } from '#src/services/kit/watch-actors.ts'
import type { AlertDrawing, MapPort, TrackDrawing, TrailDrawing } from '#src/services/map/map.port.ts'
import type { MapDirector } from '#src/services/map/map-director.port.ts'
import type { TrackStore } from '#src/services/playback/track-store.ts'
import type { Plots } from '#src/services/trips/plots.ts'
import { cornersOfRoute, createBounds } from './bounds.ts'
import { createPlotDirector } from './plot-director.ts'
import { alertPlaces, pressedRouteMarker } from './route-markers.ts'

/** Draws on the map as the root actor changes. Starts at once; `stop` unsubscribes from actors and map and clears the drawings. */
export const createMapDirector = ({
  root,
  map,
  fleetStore,
  fleetList,
  tracks,
  plots,
  now,
}: {
  root: ActorRefFrom<typeof appMachine>
  map: MapPort
  fleetStore: FleetStore
  fleetList: Pick<FleetList, 'setSearch'>
  tracks: TrackStore
  plots: Plots
  /** The time in ms since 1970 UTC by the server's clock, which also dates fixes. */
  now: () => number
}): MapDirector => {
  let trail: TrailDrawing | undefined
  let trailBounds = createBounds()
  let drawing: TrackDrawing | undefined
  let alerts: AlertDrawing | undefined
  let following = false
  let maxFitZoom: number = MAX_FIT_ZOOM.fleet
  const listeners = createListeners<void>()

  const fleetActor = () => selectFleet(root.getSnapshot())
  const fleet = () => fleetActor()?.getSnapshot()
  const playbackActor = () => {
    const snapshot = fleet()
    return snapshot === undefined ? undefined : selectPlayback(snapshot)
  }
  const playback = () => playbackActor()?.getSnapshot()
  const alertsActor = () => {
    const snapshot = playback()
    return snapshot === undefined ? undefined : selectAlertsActor(snapshot)
  }
  const alertedTrackId = () => {
    const snapshot = alertsActor()?.getSnapshot()
    return snapshot === undefined ? null : selectAlertedTrackId(snapshot)
  }
  const ofFleet =
    <T>(select: (snapshot: NonNullable<ReturnType<typeof fleet>>) => T) =>
    () => {
      const snapshot = fleet()
      return snapshot === undefined ? undefined : select(snapshot)
    }
  const ofPlayback =
    <T>(select: (snapshot: NonNullable<ReturnType<typeof playback>>) => T) =>
    () => {
      const snapshot = playback()
      return snapshot === undefined ? undefined : select(snapshot)
    }

  const plotDirector = createPlotDirector({ map, plots, fleetStore, now })
  const plotActor = () => {
    const snapshot = fleet()
    return snapshot === undefined ? undefined : selectTripPlot(snapshot)
  }
  const plot = () => plotActor()?.getSnapshot()

  const setFollowing = (next: boolean) => {
    if (following === next) return
    following = next
    listeners.notify()
  }
  const clearTrail = () => {
    trail?.clear()
    trail = undefined
    trailBounds = createBounds()
    setFollowing(false)
  }
  const clearTrack = () => {
    if (drawing === undefined) return
    drawing.clear()
    drawing = undefined
    setFollowing(false)
  }
  const keepMarkerInView = () => {
    if (following) drawing?.keepInView()
  }

  const rules = [
    whenChanged(
      () => selectMapTheme(root.getSnapshot()),
      (theme) => map.setTheme(theme),
    ),
    whenChanged(ofFleet(selectBase), (base) => map.setBase(base ?? 'street')),
    whenChanged(ofFleet(selectSearch), (search) => fleetList.setSearch(search ?? '')),
    whenChanged(ofFleet(selectIsListHeld), (isHeld) => {
      if (isHeld) map.showFleet('all')
      else map.hideFleet()
    }),
    whenChanged(ofFleet(selectSelectedVehicleId), (vehicleId) => map.select(vehicleId ?? null)),
    whenChanged(
      ofFleet((snapshot) => selectLive(snapshot)?.vehicleId),
      (vehicleId) => {
        clearTrail()
        if (vehicleId === undefined) return
        trail = map.showTrail()
        trail.setLive(false)
        maxFitZoom = MAX_FIT_ZOOM.back
      },
    ),
    whenChanged(
      ofFleet((snapshot) => selectLive(snapshot)?.stream === 'open'),
      (isLive) => trail?.setLive(isLive === true),
    ),
    whenChanged(
      ofFleet((snapshot) => selectLive(snapshot)?.arrived ?? null),
      (point, before) => {
        if (trail === undefined || point === null || point === undefined) return
        const at: LngLat = [point.LONG, point.LAT]
        trail.extend({ at, heading: point.heading, status: point.status, time: point.time })
        trailBounds.add(...at)
        if (before !== null && before !== undefined) return
        map.fit([at], { maxZoom: MAX_FIT_ZOOM.vehicle })
        trail.follow(true)
        setFollowing(true)
      },
    ),
    whenChanged(
      ofPlayback((snapshot) => selectTrack(snapshot)?.trackId),
      (trackId) => {
        clearTrack()
        const track = trackId === undefined ? undefined : tracks.get(trackId)
        if (track === undefined) return
        drawing = map.showTrack(track)
        maxFitZoom = MAX_FIT_ZOOM.back
        const camera = ofPlayback(selectCamera)()
        if (camera) map.moveTo({ centre: [camera.lng, camera.lat], zoom: camera.zoom })
        else map.fit(cornersOfRoute(track), { maxZoom: MAX_FIT_ZOOM.vehicle })
      },
    ),
    whenChanged(alertedTrackId, (trackId) => {
      alerts?.clear()
      alerts = undefined
      if (trackId !== null) alerts = map.showAlerts(alertPlaces(tracks, trackId))
    }),
    whenChanged(
      ofPlayback((snapshot) => (selectIsPlaying(snapshot) ? undefined : selectIndex(snapshot))),
      (index) => {
        if (index === undefined) return
        drawing?.moveTo(index, 0)
        // An alert may lie far from the marker; while its popup is open, the camera stays there.
        if (ofPlayback(selectRouteMarker)()?.kind !== 'alert') keepMarkerInView()
      },
    ),
    // After the marker has been placed, so that the camera of a playback link stays until the marker moves.
    whenChanged(
      ofPlayback((snapshot) => selectTrack(snapshot)?.trackId),
      () => {
        if (drawing) setFollowing(true)
      },
    ),
    whenChanged(
      () => {
        const snapshot = plot()
        return snapshot === undefined ? undefined : selectPlot(snapshot)?.plotId
      },
      (plotId) => {
        const snapshot = plot()
        plotDirector.show(plotId, snapshot === undefined ? 0 : selectPlotVehicleId(snapshot))
        if (plotId !== undefined) maxFitZoom = MAX_FIT_ZOOM.back
      },
    ),
    whenChanged(
      ofFleet((snapshot) => selectShowsList(snapshot) && !selectIsListLoading(snapshot)),
      (isListed) => {
        if (!isListed) return
        if (fleetStore.size === 0) map.moveTo({ zoom: EMPTY_LIST_ZOOM })
        else map.fit('fleet', { maxZoom: maxFitZoom })
        maxFitZoom = MAX_FIT_ZOOM.fleet
      },
    ),
  ]

  const stops = [
    ...[[playbackActor, alertsActor], [plotActor]].map((mode) =>
      watchActorChain(root, [fleetActor, ...mode], () => {
        for (const rule of rules) rule()
      }),
    ),
    plotDirector.stop,
    map.onPress((press) => {
      const { at, vehicleId, vehicleIds } = press
      const fleet = fleetActor()
      const routeMarker = pressedRouteMarker(press, alertedTrackId(), tracks)
      if (routeMarker !== undefined) playbackActor()?.send({ type: 'playback.markerPressed', routeMarker })
      else if (vehicleId !== undefined) fleet?.send({ type: 'vehicle.selected', vehicleId })
      else if (vehicleIds !== undefined)
        fleet?.send({ type: 'cluster.pressed', lng: at[0], lat: at[1], vehicleIds })
      else fleet?.send({ type: 'popup.closed' })
    }),
    map.onCameraMoved(() => setFollowing(false)),
  ]

  return {
    onFrame: (index, fraction) => {
      drawing?.moveTo(index, fraction)
      keepMarkerInView()
    },
    following: {
      subscribe: listeners.add,
      getSnapshot: () => following,
    },
    follow: (on) => {
      if (trail === undefined && drawing === undefined) return
      trail?.follow(on)
      setFollowing(on)
      keepMarkerInView()
    },
    showAll: () => {
      trail?.follow(false)
      setFollowing(false)
      const track = tracks.get(ofPlayback(selectTrack)()?.trackId ?? '')
      if (trail) map.fit(trailBounds.corners(), { maxZoom: MAX_FIT_ZOOM.vehicle })
      else if (track !== undefined) map.fit(cornersOfRoute(track), { maxZoom: MAX_FIT_ZOOM.vehicle })
      else if (!plotDirector.showWhole() && !ofFleet(selectShowsRoute)())
        map.fit('fleet', { maxZoom: MAX_FIT_ZOOM.fleet })
    },
    updateLateness: plotDirector.updateLateness,
    stop: () => {
      for (const stop of stops) stop()
      clearTrail()
      clearTrack()
      alerts?.clear()
      plotDirector.clear()
    },
  }
}
