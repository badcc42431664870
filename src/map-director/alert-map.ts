import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import type { AlertDrawing, MapPort, PlotDrawing } from '#src/services/map/map.port.ts'
import type { AlertMap, PinnedPlace } from '#src/services/map/map-director.port.ts'
import { createPanelMap } from './panel-map.ts'

/** Shows single roads, for alerts whose fixes lie close together. */
const MAX_ZOOM = 13
/** The fixes of an alert by time, of which several may be one. */
const fixesOf = ({ fixes }: PinnedPlace) =>
  fixes
    .toSorted((a, b) => a.time - b.time)
    .filter(({ time }, place, sorted) => place === 0 || time !== sorted[place - 1]?.time)

/** The map of the alert in the panel, created when the first one is shown. */
export const createAlertMap = ({
  root,
  createMap,
}: {
  root: ActorRefFrom<typeof appMachine>
  createMap: () => MapPort
}): AlertMap => {
  const shown = createPanelMap({ root, createMap })
  let drawn: readonly (AlertDrawing | PlotDrawing)[] = []

  const clear = () => {
    for (const drawing of drawn) drawing.clear()
    drawn = []
  }

  return {
    get map() {
      return shown()
    },
    clear,
    show: (evidence) => {
      const map = shown()
      clear()
      const { type, lng, lat } = evidence.alert
      const fixes = fixesOf(evidence)
      const places = [[lng, lat] as const, ...fixes.map((fix) => [fix.lng, fix.lat] as const)]
      const plotOf = () =>
        map.showPlot({
          // Between two fixes of the evidence the vehicle has been anywhere.
          driven: {
            length: fixes.length,
            time: fixes.map(({ time }) => time),
            lng: fixes.map((fix) => fix.lng),
            lat: fixes.map((fix) => fix.lat),
            breaks: fixes.map(() => 1),
          },
          ahead: null,
        })
      drawn = [
        map.showAlerts([{ at: [lng, lat], label: type }]),
        // A route has at least one point.
        ...(fixes.length === 0 ? [] : [plotOf()]),
      ]
      map.fit(places, { maxZoom: MAX_ZOOM })
    },
  }
}
