import type { ActorRefFrom } from 'xstate'
import { MAX_FIT_ZOOM } from '#contract/constants.ts'
import { shapeOfFence } from '#contract/records/geofence-shape.ts'
import type { GeofenceItem } from '#contract/records/geofences.ts'
import type { LngLat } from '#domain/geo.ts'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import { selectGeofences } from '#src/machines/fleet/fleet.selectors.ts'
import {
  selectChosenFence,
  selectFences,
  selectFormId,
  selectHasDrawTool,
  selectIsBrowsing,
  selectIsForm,
  selectListedFences,
  selectShape,
  selectShowsAll,
  selectTool,
} from '#src/machines/geofences/geofences.selectors.ts'
import { createListeners } from '#src/services/kit/listeners.ts'
import { watchActorChain, whenChanged } from '#src/services/kit/watch-actors.ts'
import type { BegunShape, FenceDrawing, MapFence, MapPort } from '#src/services/map/map.port.ts'
import type { FenceDirector } from '#src/services/map/map-director.port.ts'
import { cornersOf } from '#src/services/map/scene/fences.ts'

const toMapFences = (fence: GeofenceItem): MapFence[] => {
  const shape = shapeOfFence(fence)
  return shape === null ? [] : [{ geoFenceId: fence.geoFenceId, name: fence.geoFenceShapeName, shape }]
}
const fenceCorners = (fences: readonly MapFence[]): LngLat[] =>
  fences.flatMap((fence) => [...cornersOf(fence)])

/** Draws the fences on the map and passes its presses to the geofences. Starts at once; `stop` unsubscribes from actors and map and clears the drawings. */
export const createFenceDirector = ({
  root,
  map,
}: {
  root: ActorRefFrom<typeof appMachine>
  map: MapPort
}): FenceDirector => {
  let drawing: FenceDrawing | undefined
  let begun: BegunShape | null = null
  /** The fence pressed on the map; the camera does not move to it. */
  let pressed: number | undefined
  const listeners = createListeners<void>()

  const fleetActor = () => selectFleet(root.getSnapshot())
  const actor = () => {
    const fleet = fleetActor()
    return fleet && selectGeofences(fleet.getSnapshot())
  }
  const fences = () => actor()?.getSnapshot()
  const ofGeofences =
    <T>(select: (snapshot: NonNullable<ReturnType<typeof fences>>) => T) =>
    () => {
      const snapshot = fences()
      return snapshot === undefined ? undefined : select(snapshot)
    }

  const setBegun = (next: BegunShape | null) => {
    const before = begun
    begun = next
    listeners.notify()
    if (next === null) actor()?.send({ type: 'drawing.dropped' })
    else if (before?.corners !== next.corners)
      actor()?.send({ type: 'drawing.begun', tool: next.tool, corners: next.corners })
  }
  const startDrawing = () => {
    const snapshot = fences()
    if (snapshot === undefined) return
    drawing = map.drawFence(selectShape(snapshot), {
      onBegun: setBegun,
      onRedo: (canRedo) => actor()?.send({ type: 'drawing.redoChanged', canRedo }),
      onFinished: (shape) => actor()?.send({ type: 'drawing.finished', shape }),
      onRefused: (fault) => actor()?.send({ type: 'drawing.refused', fault }),
    })
    drawing.setTool(selectTool(snapshot))
  }
  const stopDrawing = () => {
    drawing?.clear()
    drawing = undefined
    begun = null
    listeners.notify()
  }
  /** The fences on the map: all that are listed, or the chosen one, but never the one being edited. */
  const shown = (snapshot: NonNullable<ReturnType<typeof fences>>): MapFence[] => {
    const chosen = selectChosenFence(snapshot)
    const all = selectIsForm(snapshot) ? (selectFences(snapshot) ?? []) : selectListedFences(snapshot)
    const visible = selectShowsAll(snapshot) ? all : chosen === undefined ? [] : [chosen]
    const changed = selectFormId(snapshot)
    return visible.filter(({ geoFenceId }) => geoFenceId !== changed).flatMap(toMapFences)
  }
  const fitAll = () => {
    const snapshot = fences()
    if (snapshot !== undefined) map.fit(fenceCorners(shown(snapshot)), { maxZoom: MAX_FIT_ZOOM.fleet })
  }

  const rules = [
    whenChanged(
      () => {
        const snapshot = fences()
        if (snapshot === undefined) return ''
        const ids = shown(snapshot).map(({ geoFenceId }) => geoFenceId)
        return JSON.stringify([ids, selectChosenFence(snapshot)?.geoFenceId, selectIsForm(snapshot)])
      },
      () => {
        const snapshot = fences()
        if (snapshot === undefined) return map.showFences([], null)
        const chosen = selectIsForm(snapshot) ? undefined : selectChosenFence(snapshot)
        map.showFences(shown(snapshot), chosen?.geoFenceId ?? null)
      },
    ),
    whenChanged(ofGeofences(selectHasDrawTool), (hasDrawTool) => {
      stopDrawing()
      if (hasDrawTool) startDrawing()
    }),
    whenChanged(ofGeofences(selectTool), (tool) => {
      if (tool !== undefined) drawing?.setTool(tool)
    }),
    whenChanged(ofGeofences(selectShape), (shape) => drawing?.show(shape ?? null)),
    whenChanged(ofGeofences(selectFences), (loaded, before) => {
      if (loaded && !before) fitAll()
    }),
    whenChanged(ofGeofences(selectShowsAll), (showsAll, before) => {
      if (showsAll && before === false) fitAll()
    }),
    whenChanged(
      () => {
        const snapshot = fences()
        return snapshot && !selectIsForm(snapshot) ? selectChosenFence(snapshot) : undefined
      },
      (chosen) => {
        if (chosen && chosen.geoFenceId !== pressed)
          map.fit(fenceCorners(toMapFences(chosen)), { maxZoom: MAX_FIT_ZOOM.vehicle })
        pressed = undefined
      },
    ),
    whenChanged(ofGeofences(selectFormId), () => {
      const shape = ofGeofences(selectShape)()
      if (shape) map.fit(cornersOf({ shape }), { maxZoom: MAX_FIT_ZOOM.vehicle })
    }),
  ]

  const stops = [
    watchActorChain(root, [fleetActor, actor], () => {
      for (const rule of rules) rule()
    }),
    map.onPress(({ geoFenceId }) => {
      if (!ofGeofences(selectIsBrowsing)()) return
      pressed = geoFenceId
      actor()?.send({ type: 'fence.chosen', geoFenceId: geoFenceId ?? null })
    }),
  ]

  return {
    begun: {
      subscribe: listeners.add,
      getSnapshot: () => begun,
    },
    commandDrawTool: (to) => drawing?.[to](),
    stop: () => {
      for (const stop of stops) stop()
      stopDrawing()
      map.showFences([], null)
    },
  }
}
