import { fromEventObservable, fromPromise } from 'xstate'
import type { PositionImport } from '#contract/records/position-import.ts'
import { importMachine } from '#src/machines/import/import.machine.ts'
import type {
  PartSentEvent,
  PartsRequest,
  PickedFile,
  RunRequest,
} from '#src/machines/import/import.ports.ts'
import { createImportService } from '#src/services/import/imports.ts'
import type { Page, Services } from './services.ts'

/** Wires the import of positions. */
export const wireImport = ({ http, pickedFiles }: Services, { window }: Page) => {
  const service = createImportService({ http, files: pickedFiles, newId: () => window.crypto.randomUUID() })
  return importMachine.provide({
    actors: {
      readCurrent: fromPromise<PositionImport | null, { readonly isPolled: boolean }>(({ input, signal }) =>
        service.current(input, signal),
      ),
      begin: fromPromise<PositionImport, PickedFile>(({ input, signal }) => service.begin(input, signal)),
      sendParts: fromEventObservable<PartSentEvent, PartsRequest>(({ input }) => service.parts$(input)),
      run: fromPromise<PositionImport, RunRequest>(({ input, signal }) => service.run(input, signal)),
      cancel: fromPromise<PositionImport, { importId: string }>(({ input, signal }) =>
        service.cancel(input.importId, signal),
      ),
    },
  })
}
