import {
  beginImport,
  cancelImport,
  currentImport,
  runImport,
  sendImportPart,
} from '#contract/calls/import.ts'
import { type Route, route } from '../http/handler.ts'
import type { Uploads } from './uploads.service.ts'

/** Import of positions by upload (OWN-01). */
export const importRoutes = ({ uploads }: { uploads: Uploads }): Route[] => [
  route(currentImport, async ({ caller }) => ({ upload: await uploads.current(caller) })),
  route(beginImport, ({ caller, body }) => uploads.begin(caller, body)),
  route(sendImportPart, async ({ caller, query, body }) => ({
    received: await uploads.addPart(caller, query.importId, query.at, body),
  })),
  route(runImport, ({ caller, body: { importId, ...run } }) => uploads.run(caller, importId, run)),
  route(cancelImport, ({ caller, body }) => uploads.cancel(caller, body.importId)),
]
