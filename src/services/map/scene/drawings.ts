import { isOnGlobe } from '#domain/geo.ts'
import type {
  AlertDrawing,
  MapBase,
  MapNames,
  MapPadding,
  MapPort,
  MapTheme,
  PlotDrawing,
  PopupAnchor,
  PopupOptions,
  TrackDrawing,
  TrailDrawing,
} from '../map.port.ts'
import type { Camera } from './camera.ts'
import { createDrawSession, type DrawSession } from './draw-session.ts'
import type { DrawnFence } from './fences.ts'
import type { FleetVisibility } from './fleet-layout.ts'
import { type AlertPins, pinsOf } from './markers.ts'
import type { MercatorPoint } from './mercator.ts'
import { cursorAt, markerOf, type Plot, pathOf, plotPathOf, type TrackCursor } from './route-paths.ts'
import { createTrail, type Trail } from './trail.ts'

/** An element over the map and its anchor. */
export type Popup = {
  readonly anchor: PopupAnchor
  readonly element: HTMLElement
  readonly options: PopupOptions
}

/** The part of a scene that changed. */
export type SceneChange =
  | 'look'
  | 'names'
  | 'padding'
  | 'fleet'
  | 'selected'
  | 'trail'
  | 'track'
  | 'plot'
  | 'alerts'
  | 'fences'
  | 'drawing'
  | 'popups'
  | 'camera'

/** What a scene shows now. */
export type SceneState = {
  theme: MapTheme
  names: MapNames
  base: MapBase
  padding: MapPadding
  fleet: FleetVisibility | null
  selected: number | null
  trail: Trail | null
  track: TrackCursor | null
  plot: Plot | null
  alerts: AlertPins | null
  fences: readonly DrawnFence[]
  /** The shape being drawn. */
  drawSession: DrawSession | null
  popups: readonly Popup[]
  camera: Camera
}

/**
 * Creates the drawings that the port returns. Each is valid until another of its kind replaces it. `now` is ms of a
 * monotonic clock.
 */
export const createDrawings = ({
  state,
  notify,
  keepInView,
  now,
}: {
  state: SceneState
  notify: (change: SceneChange) => void
  keepInView: (place: MercatorPoint) => void
  now: () => number
}) => {
  const showTrail = (): TrailDrawing => {
    const trail = createTrail()
    state.trail = trail
    notify('trail')
    const isShown = () => state.trail === trail
    return {
      extend: (point) => {
        if (isShown() && trail.extend(point, now())) notify('trail')
      },
      follow: (on) => {
        trail.following = on
        if (isShown()) notify('trail')
      },
      setLive: (live) => {
        trail.live = live
        if (isShown()) notify('trail')
      },
      clear: () => {
        if (!isShown()) return
        state.trail = null
        notify('trail')
      },
    }
  }

  const showTrack: MapPort['showTrack'] = (track): TrackDrawing => {
    const path = pathOf(track)
    const show = (cursor: TrackCursor | null) => {
      state.track = cursor
      notify('track')
    }
    show(cursorAt(path, 0, 0))
    const isShown = () => state.track?.path === path
    return {
      moveTo: (index, fraction) => {
        if (isShown()) show(cursorAt(path, index, fraction))
      },
      keepInView: () => {
        if (state.track?.path === path) keepInView(markerOf(state.track))
      },
      clear: () => {
        if (isShown()) show(null)
      },
    }
  }

  const showPlot: MapPort['showPlot'] = (route): PlotDrawing => {
    const path = plotPathOf(route)
    const show = (next: Plot | null) => {
      state.plot = next
      notify('plot')
    }
    show({ path, truck: null, live: false })
    const shown = () => (state.plot?.path === path ? state.plot : null)
    return {
      moveTruck: (truck, live) => {
        const plot = shown()
        if (plot === null || !isOnGlobe(...truck.at)) return
        const newer = truck.time - (plot.truck?.time ?? 0)
        if (newer > 0 || (newer === 0 && live !== plot.live)) show({ path, truck, live })
      },
      clear: () => {
        if (shown()) show(null)
      },
    }
  }

  const showAlerts: MapPort['showAlerts'] = (places): AlertDrawing => {
    const pins = pinsOf(places)
    const show = (next: AlertPins | null) => {
      state.alerts = next
      notify('alerts')
    }
    show(pins)
    return {
      clear: () => {
        if (state.alerts === pins) show(null)
      },
    }
  }

  const drawFence: MapPort['drawFence'] = (shape, events) => {
    state.drawSession = null
    const { drawSession, drawing } = createDrawSession({
      shape,
      events,
      changed: () => {
        if (state.drawSession === drawSession) notify('drawing')
      },
      end: () => {
        if (state.drawSession !== drawSession) return
        state.drawSession = null
        notify('drawing')
      },
    })
    state.drawSession = drawSession
    notify('drawing')
    return drawing
  }

  const openPopup: MapPort['openPopup'] = (anchor, element, options) => {
    const popup: Popup = { anchor, element, options }
    state.popups = [...state.popups, popup]
    notify('popups')
    return () => {
      if (!state.popups.includes(popup)) return
      state.popups = state.popups.filter((other) => other !== popup)
      notify('popups')
    }
  }

  return { showTrail, showTrack, showPlot, showAlerts, drawFence, openPopup }
}
