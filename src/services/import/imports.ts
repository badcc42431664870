import { Observable } from 'rxjs'
import {
  beginImport,
  cancelImport,
  currentImport,
  runImport,
  sendImportPart,
} from '#contract/calls/import.ts'
import { type PositionImport, UPLOAD } from '#contract/records/position-import.ts'
import type {
  PartSentEvent,
  PartsRequest,
  PickedFile,
  RunRequest,
} from '#src/machines/import/import.ports.ts'
import type { Http } from '../http/http.ts'
import type { PickedFiles } from './picked-files.ts'

const BYTES_TYPE = 'application/octet-stream'

/** The calls of the import of positions. Errors are those of the request builder. */
export const createImportService = ({
  http,
  files,
  newId,
}: {
  http: Pick<Http, 'call'>
  files: Pick<PickedFiles, 'get'>
  /** A random UUID. */
  newId: () => string
}) => {
  const sendAll = async (
    { importId, fileId, received }: PartsRequest,
    signal: AbortSignal,
    onSent: (received: number) => void,
  ): Promise<void> => {
    const file = files.get(fileId)
    if (file === undefined) throw new Error('The file is no longer there.')
    for (let at = received; at < file.size; ) {
      const body = file.slice(at, at + UPLOAD.partBytes, BYTES_TYPE)
      const reply = await http.call(sendImportPart, { query: { importId, at: String(at) }, body }, signal)
      at = reply.received
      onSent(at)
    }
  }
  return {
    /** The company's upload, or its last one. */
    current: async (
      manner: { readonly isPolled: boolean },
      signal?: AbortSignal,
    ): Promise<PositionImport | null> => (await http.call(currentImport, manner, signal)).upload,
    begin: ({ fileName, bytes }: PickedFile, signal?: AbortSignal): Promise<PositionImport> =>
      http.call(beginImport, { body: { importId: newId(), fileName, bytes } }, signal),
    /** Sends the file part by part; unsubscribing ends it. */
    parts$: (request: PartsRequest): Observable<PartSentEvent> =>
      new Observable((subscriber) => {
        const stop = new AbortController()
        sendAll(request, stop.signal, (received) =>
          subscriber.next({ type: 'import.partSent', received }),
        ).then(
          () => subscriber.complete(),
          (error: unknown) => subscriber.error(error),
        )
        return () => stop.abort()
      }),
    run: ({ importId, dryRun, choices }: RunRequest, signal?: AbortSignal): Promise<PositionImport> =>
      http.call(runImport, { body: { ...choices, importId, dryRun } }, signal),
    cancel: (importId: string, signal?: AbortSignal): Promise<PositionImport> =>
      http.call(cancelImport, { body: { importId } }, signal),
  }
}
