import * as z from 'zod/mini'
import { ImportChoices, PositionImport, UPLOAD } from '../records/position-import.ts'
import { IMPORTER_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const IMPORT = { roles: IMPORTER_ROLES, scope: 'company' } as const

/** The client chooses the id, so that a begin that is sent again begins nothing twice. */
const ImportId = z.uuid()

/** The upload of the caller's company, or the last one of the past day; null if there was none. */
export const currentImport = defineCall({
  id: 'currentImport',
  rows: ['OWN-01'],
  method: 'GET',
  path: `${DICV}/positionimport`,
  reply: z.object({ upload: z.nullable(PositionImport) }),
  ...IMPORT,
})

/** Begins an upload. A company has one at a time. Errors: 409 while another one is in work, 413, 503 while there are too many. */
export const beginImport = defineCall({
  id: 'beginImport',
  rows: ['OWN-01'],
  method: 'POST',
  path: `${DICV}/positionimport/begin`,
  body: z.object({
    importId: ImportId,
    fileName: z.string().check(z.minLength(1), z.maxLength(UPLOAD.maxNameLength)),
    bytes: z.int().check(z.positive()),
  }),
  reply: PositionImport,
  ...IMPORT,
})

/** A part of the file, in order; `at` is its place in bytes. A part that is sent again changes nothing. Errors: 409, 413. */
export const sendImportPart = defineCall({
  id: 'sendImportPart',
  rows: ['OWN-01'],
  method: 'POST',
  path: `${DICV}/positionimport/part`,
  query: z.object({
    importId: ImportId,
    at: z.pipe(z.stringFormat('wholeNumber', /^\d{1,12}$/), z.transform(Number)),
  }),
  body: z.instanceof(Uint8Array),
  bodyType: 'raw',
  reply: z.object({ received: z.number() }),
  ...IMPORT,
})

/** Reads the whole file, and stores its positions unless `dryRun`. Errors: 409, 503 while other companies import. */
export const runImport = defineCall({
  id: 'runImport',
  rows: ['OWN-01'],
  method: 'POST',
  path: `${DICV}/positionimport/run`,
  body: z.extend(ImportChoices, { importId: ImportId, dryRun: z.boolean() }),
  reply: PositionImport,
  ...IMPORT,
})

/** Ends an upload in any state. What an import has stored by then stays. Errors: 409. */
export const cancelImport = defineCall({
  id: 'cancelImport',
  rows: ['OWN-01'],
  method: 'POST',
  path: `${DICV}/positionimport/cancel`,
  body: z.object({ importId: ImportId }),
  reply: PositionImport,
  ...IMPORT,
})
