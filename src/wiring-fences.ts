import { fromEventObservable, fromPromise } from 'xstate'
import type { GeofenceDetail, GeofenceItem } from '#contract/records/geofence.ts'
import type { DrawingKey, FenceChoices } from './machines/geofences/geofences.events.ts'
import type { FenceForm } from './machines/geofences/geofences.logic.ts'
import { geofencesMachine, type SavedFence } from './machines/geofences/geofences.machine.ts'
import type { Notice } from './machines/kit/notice.ts'
import { createFenceService } from './services/fences.ts'
import type { Http } from './services/http/http.ts'
import type { FenceDirector } from './services/map-director/fence-director.ts'
import { drawingKeys$ } from './streams/drawing-keys.stream.ts'
import type { Page } from './wiring-services.ts'

/** The geofences; `tellPen` hands the pen on the map what it is to do. */
export const wireFences = (
  { http, recordId }: { http: Pick<Http, 'call'>; recordId: () => number },
  { window, notify }: Page,
  tellPen: FenceDirector['tellPen'],
) => {
  const fences = createFenceService({ http, userId: recordId })
  return geofencesMachine.provide({
    actors: {
      loadFences: fromPromise<readonly GeofenceItem[], undefined>(({ signal }) => fences.list(signal)),
      loadChoices: fromPromise<FenceChoices, undefined>(({ signal }) => fences.choices(signal)),
      openFence: fromPromise<GeofenceDetail, { geoFenceId: number }>(({ input, signal }) =>
        fences.open(input.geoFenceId, signal),
      ),
      drawingKeys: fromEventObservable<DrawingKey, undefined>(() => drawingKeys$({ window })),
      saveFence: fromPromise<SavedFence, FenceForm>(({ input, signal }) => fences.save(input, signal)),
      deleteFence: fromPromise<string, { geoFenceId: number }>(({ input, signal }) =>
        fences.remove(input.geoFenceId, signal),
      ),
    },
    actions: {
      notify: (_, notice: Notice) => notify(notice),
      tellPen: (_, { to }: { to: Parameters<typeof tellPen>[0] }) => tellPen(to),
    },
  })
}
