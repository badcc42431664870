import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import type { AlertDrawing, MapPort } from '#src/services/map/map.port.ts'
import type { IncidentMap } from '#src/services/map/map-director.port.ts'
import { createPanelMap } from './panel-map.ts'

/** Shows single roads, for incidents that lie close together. */
const MAX_ZOOM = 13

/** The map of the incidents that are listed, created when the first ones are shown. */
export const createIncidentMap = (options: {
  root: ActorRefFrom<typeof appMachine>
  createMap: () => MapPort
}): IncidentMap => {
  const map = createPanelMap(options)
  let drawn: AlertDrawing | null = null
  const clear = () => {
    drawn?.clear()
    drawn = null
  }
  return {
    get map() {
      return map()
    },
    clear,
    show: (incidents) => {
      clear()
      drawn = map().showAlerts(incidents.map(({ lng, lat, code }) => ({ at: [lng, lat], label: code })))
      map().fit(
        incidents.map(({ lng, lat }) => [lng, lat]),
        { maxZoom: MAX_ZOOM },
      )
    },
    lookAt: ({ lng, lat }) => map().fit([[lng, lat]], { maxZoom: MAX_ZOOM }),
  }
}
