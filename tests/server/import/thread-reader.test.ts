import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inspectFile } from '#server/import/text-file.ts'
import { createThreadReader, findingsOf } from '#server/import/thread-reader.ts'

test('a file that takes too much of its thread is unreadable, and says what to do', async () => {
  const path = join(tmpdir(), `thread-reader-${process.pid}.csv`)
  await writeFile(path, 'time,lat,lon\n')
  const read = createThreadReader({
    programOf: () => new URL('../threads/programs/greedy-thread.mjs', import.meta.url),
  })
  const file = await inspectFile({ path, name: 'drives.csv' })
  const choices = { timeZone: 'Asia/Kolkata', units: {}, dateOrder: undefined, placeOrder: undefined }
  const all = async () => {
    for await (const _ of read(file, choices, undefined));
  }
  await expect(all()).rejects.toThrow('drives.csv: the file takes too long or too much memory to read')
})

test('a piece of a file that holds very many lines is sent in parts', async () => {
  const path = join(tmpdir(), `thread-parts-${process.pid}.csv`)
  const LINES = 50_000
  await writeFile(path, `vehicle,time,lat,lon\n${'1,2\n'.repeat(LINES)}`)
  const order = {
    file: { path, name: 'a.csv' },
    choices: { timeZone: 'UTC', units: {}, dateOrder: undefined, placeOrder: undefined },
  }
  const sizes: number[] = []
  for await (const finding of findingsOf(order)) {
    const found = 'found' in finding ? finding.found : []
    sizes.push(found.reduce((sum, one) => sum + (one.kind === 'readings' ? one.readings.length : 0), 0))
  }
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(LINES)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000)
})
