import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import type { BackupSchema } from '../db/table-rows.ts'
import { writeNewFile } from './new-file.ts'

/** The form of the file; docs/backup-format.md describes it. A change that older releases cannot read raises it. */
const FORMAT = 'roadbook-backup'
const VERSION = 1
/** A line's characters. The longest that a backup has are days of 100,000 positions, of some 10 million. */
const MAX_LINE = 128 * 1024 * 1024

const Header = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  /** When it was made, ISO 8601 in UTC. */
  madeAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().check(z.nonnegative()) }),
  ),
  sequences: z.record(z.string(), z.int()),
  /** The text of the data folder's env.json. */
  environment: z.nullable(z.string()),
})
const Ending = z.object({ sha256: z.string() })

/** The first line of a backup: what it holds. */
export type BackupHeader = BackupSchema & { readonly madeAt: string; readonly environment: string | null }

/**
 * Writes a backup: the header, `lines`, then the checksum. The file appears only when it is complete, for its owner alone.
 * @throws Error if the file exists or cannot be written.
 */
export const writeBackupFile = async (
  file: string,
  header: BackupHeader,
  lines: AsyncIterable<readonly string[]>,
): Promise<void> => {
  const hash = createHash('sha256')
  const hashed = (text: string): string => {
    hash.update(text)
    return text
  }
  async function* text() {
    yield hashed(`${JSON.stringify({ format: FORMAT, version: VERSION, ...header })}\n`)
    for await (const part of lines) if (part.length > 0) yield hashed(`${part.join('\n')}\n`)
    yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
  }
  await writeNewFile(file, (draft, signal) =>
    pipeline(Readable.from(text()), createGzip(), draft, { signal }),
  )
}

const unusable = (file: string, reason: string): Error => new Error(`${file} ${reason} Nothing was changed.`)

class LineTooLong extends Error {}

const parsed = <T>(schema: z.ZodMiniType<T>, line: string): T | null => {
  try {
    return z.parse(schema, JSON.parse(line))
  } catch {
    return null
  }
}

/**
 * The lines of a compressed file. `onBytes` receives the compressed bytes read so far.
 * @throws LineTooLong
 */
async function* linesOf(file: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  let bytes = 0
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      onBytes(bytes)
      done(null, chunk)
    },
  })
  const text = new PassThrough()
  const reading = pipeline(createReadStream(file), counted, createGunzip(), text)
  // Awaited below, when the lines end.
  reading.catch(() => {})
  let begun: string[] = []
  let length = 0
  for await (const chunk of text.setEncoding('utf8') as AsyncIterable<string>) {
    const parts = chunk.split('\n')
    const last = parts.pop() ?? ''
    if (parts.length > 0) {
      yield [...begun, parts.shift()].join('')
      yield* parts
      begun = []
      length = 0
    }
    begun.push(last)
    length += last.length
    if (length > MAX_LINE) throw new LineTooLong()
  }
  await reading
  if (length > 0) yield begun.join('')
}

/**
 * Checks a backup as a whole: that it is one, that this release can read it, and that it is complete and unchanged.
 * @throws Error that says what is wrong with the file and what to do.
 */
export const checkBackupFile = async (
  file: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<BackupHeader> => {
  const hash = createHash('sha256')
  let header: z.infer<typeof Header> | null = null
  let last: string | null = null
  let lines = 0
  try {
    for await (const line of linesOf(file, onBytes)) {
      if (last !== null) hash.update(`${last}\n`)
      last = line
      lines += 1
      if (lines > 1) continue
      const version = parsed(z.object({ format: z.literal(FORMAT), version: z.number() }), line)?.version
      if (version === undefined) throw unusable(file, 'is no backup of Roadbook.')
      if (version > VERSION)
        throw unusable(file, 'was made by a newer Roadbook. Restore it with that release or a later one.')
      header = parsed(Header, line)
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw unusable(file, 'does not exist.')
    if (lines === 0 && code === 'Z_DATA_ERROR') throw unusable(file, 'is no backup of Roadbook.')
    if (code.startsWith('Z_') || error instanceof LineTooLong)
      throw unusable(file, 'is damaged or was cut short. Use another backup.')
    throw error
  }
  const rows = header?.tables.reduce((sum, table) => sum + table.rows, 0) ?? 0
  if (header === null && lines === 0) throw unusable(file, 'is no backup of Roadbook.')
  const ending = parsed(Ending, last ?? '')
  if (header === null || lines !== rows + 2 || ending?.sha256 !== hash.digest('hex'))
    throw unusable(file, 'is damaged or was cut short. Use another backup.')
  return header
}

/** The lines between header and checksum of a file that was checked. */
export async function* readBackupLines(file: string): AsyncGenerator<string> {
  let before: string | null = null
  let lines = 0
  for await (const line of linesOf(file, () => {})) {
    if (lines > 1 && before !== null) yield before
    before = line
    lines += 1
  }
}
