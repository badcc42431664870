import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { PROBLEM_REPORTS } from '#contract/calls/problem-report.ts'
import { Recording } from '#contract/records/recording.ts'
import { createJsonBounds } from './json-bounds.ts'

/** What a recording tells of itself. What happened in it is read by those who replay it. */
const Header = z.extend(z.pick(Recording, { version: true, release: true, lastState: true, note: true }), {
  segments: z.array(z.unknown()),
})

export type RecordingHeader = Pick<z.infer<typeof Header>, 'release' | 'lastState' | 'note'>

/** PostgreSQL holds no NUL, and UTF-8 no half of a surrogate pair: the file keeps both. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** What the recording in a file tells of itself; null for any file that is not a recording of this version, or that is too large. */
export const readHeader = async (file: Uint8Array): Promise<RecordingHeader | null> => {
  const bounds = createJsonBounds(PROBLEM_REPORTS.bounds)
  const parts: Buffer[] = []
  let bytes = 0
  const unpacking = createGunzip()
  unpacking.end(file)
  try {
    for await (const part of unpacking as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > PROBLEM_REPORTS.maxInflatedBytes) return null
      bounds.take(part)
      parts.push(part)
    }
    const { release, lastState, note } = Header.parse(JSON.parse(Buffer.concat(parts).toString('utf8')))
    return {
      release: storable(release),
      ...(lastState !== undefined && { lastState: storable(lastState) }),
      ...(note !== undefined && { note: storable(note) }),
    }
  } catch {
    return null
  } finally {
    unpacking.destroy()
  }
}
