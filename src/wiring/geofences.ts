import { fromEventObservable, fromPromise } from 'xstate'
import type { GeofenceDetail, GeofenceItem } from '#contract/records/geofences.ts'
import { fenceImportMachine } from '#src/machines/geofences/fence-import.machine.ts'
import type { FenceFile } from '#src/machines/geofences/fence-import.ports.ts'
import { type FenceForm, payloadOf } from '#src/machines/geofences/geofences.logic.ts'
import { geofencesMachine } from '#src/machines/geofences/geofences.machine.ts'
import type { DrawingKeyEvent, FenceChoices, SavedFence } from '#src/machines/geofences/geofences.ports.ts'
import { createFenceService } from '#src/services/geofences/fences.ts'
import type { Http } from '#src/services/http/http.ts'
import type { PickedFiles } from '#src/services/import/picked-files.ts'
import type { FenceDirector } from '#src/services/map/map-director.port.ts'
import { drawingKeys$ } from '#src/streams/geofences.stream.ts'
import { notifyAction, type Page } from './services.ts'

/** Wires the geofences; `commandDrawTool` is called with commands for the draw tool on the map. */
export const wireGeofences = (
  {
    http,
    recordId,
    pickedFiles,
  }: { http: Pick<Http, 'call'>; recordId: () => number; pickedFiles: Pick<PickedFiles, 'get'> },
  page: Page,
  commandDrawTool: FenceDirector['commandDrawTool'],
) => {
  const fences = createFenceService({ http, userId: recordId })
  const saveFence = fromPromise<SavedFence, FenceForm>(({ input, signal }) =>
    fences.save(payloadOf(input), signal),
  )
  return geofencesMachine.provide({
    actors: {
      loadFences: fromPromise<readonly GeofenceItem[], undefined>(({ signal }) => fences.list(signal)),
      loadChoices: fromPromise<FenceChoices, undefined>(({ signal }) => fences.choices(signal)),
      openFence: fromPromise<GeofenceDetail, { geoFenceId: number }>(({ input, signal }) =>
        fences.open(input.geoFenceId, signal),
      ),
      drawingKeys: fromEventObservable<DrawingKeyEvent, undefined>(() => drawingKeys$(page)),
      saveFence,
      fenceImport: fenceImportMachine.provide({
        actors: {
          readFile: fromPromise<FenceFile, { fileId: string; fileName: string }>(async ({ input }) => {
            const file = pickedFiles.get(input.fileId)
            if (file === undefined) throw new Error('The file is no longer there.')
            const { readFences } = await import('#src/services/geofences/files/read-fences.ts')
            return readFences(file, input.fileName)
          }),
          saveFence,
        },
      }),
      deleteFence: fromPromise<string, { geoFenceId: number }>(({ input, signal }) =>
        fences.remove(input.geoFenceId, signal),
      ),
    },
    actions: {
      notify: notifyAction(page),
      commandDrawTool: (_, { to }: { to: Parameters<typeof commandDrawTool>[0] }) => commandDrawTool(to),
    },
  })
}
