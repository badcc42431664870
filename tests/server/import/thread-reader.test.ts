import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inspectFile } from '#server/import/text-file.ts'
import { createThreadReader } from '#server/import/thread-reader.ts'

test('a file that takes too much of its thread is unreadable, and says what to do', async () => {
  const path = join(tmpdir(), `thread-reader-${process.pid}.csv`)
  await writeFile(path, 'time,lat,lon\n')
  const read = createThreadReader({
    programOf: () => new URL('../threads/programs/greedy-thread.mjs', import.meta.url),
  })
  const file = await inspectFile({ path, name: 'drives.csv' })
  const choices = { timeZone: 'Asia/Kolkata', units: {}, dateOrder: undefined }
  const all = async () => {
    for await (const _ of read(file, choices, undefined));
  }
  await expect(all()).rejects.toThrow('drives.csv: the file takes too long or too much memory to read')
})
