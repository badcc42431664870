import { firstValueFrom, toArray } from 'rxjs'
import { expect, test } from 'vitest'
import { UPLOAD } from '#contract/records/position-import.ts'
import { createImportService } from '#src/services/import/imports.ts'
import { createPickedFiles } from '#src/services/import/picked-files.ts'

const REQUEST = { importId: 'id', received: 0 }

const start = (size: number) => {
  const files = createPickedFiles()
  const fileId = files.put(new File([new Uint8Array(size)], 'a.csv'))
  const sent: Array<{ at: string; bytes: number; type: string; signal: AbortSignal | undefined }> = []
  const call = async (_: unknown, input: { query: { at: string }; body: Blob }, signal?: AbortSignal) => {
    const { size: bytes, type } = input.body
    sent.push({ at: input.query.at, bytes, type, signal })
    return { received: Number(input.query.at) + bytes }
  }
  const service = createImportService({ http: { call: call as never }, files, newId: () => 'id' })
  return { service, files, fileId, sent }
}

test('OWN-01 a file is sent in parts, one after the other, from where it was', async () => {
  const { service, fileId, sent } = start(2 * UPLOAD.partBytes + 5)
  const received = UPLOAD.partBytes
  const events = await firstValueFrom(service.parts$({ ...REQUEST, fileId, received }).pipe(toArray()))
  expect(sent.map(({ at, bytes, type }) => [at, bytes, type])).toEqual([
    [String(UPLOAD.partBytes), UPLOAD.partBytes, 'application/octet-stream'],
    [String(2 * UPLOAD.partBytes), 5, 'application/octet-stream'],
  ])
  expect(events.map(({ received }) => received)).toEqual([2 * UPLOAD.partBytes, 2 * UPLOAD.partBytes + 5])
})

test('OWN-01 ending it aborts the part in flight; a file that was replaced is no longer sent', async () => {
  const { service, files, fileId, sent } = start(10)
  service
    .parts$({ ...REQUEST, fileId })
    .subscribe()
    .unsubscribe()
  expect(sent[0]?.signal?.aborted).toBe(true)
  files.put(new File(['x'], 'b.csv'))
  await expect(firstValueFrom(service.parts$({ ...REQUEST, fileId }))).rejects.toThrow('no longer there')
})
