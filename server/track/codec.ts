import { deflateSync, inflateSync } from 'node:zlib'
import { fixFields } from '#domain/fix.ts'
import { MAX_INFLATED_BYTES } from '#domain/playback.ts'
import { type ByteReader, type ByteWriter, createByteReader, createByteWriter } from './bytes.ts'
import { EMPTY_VALUE, emptyColumns, type FixColumns } from './columns.ts'

/** First byte of every blob this release writes. A column at the end, for a new field, needs no new version. */
export const DAY_VERSION = 1

/** The blob is damaged, or of a release we do not know. */
export class UnreadableDay extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'UnreadableDay'
  }
}

/**
 * Every stored day has the columns up to this one. Of those behind it the last ones are missing where no fix has a value, as in days that
 * are older than their field.
 */
const LAST_OF_EVERY_DAY = fixFields.findIndex(({ name }) => name === 'dtcs')

/** Which fixes of a column of numbers have a value. */
const MODE = { none: 0, all: 1, some: 2 } as const
/** A fix takes at most 50 bytes of columns, so this many fixes inflate to less than the limit. */
const MOST_FIXES = 1_000_000
/** So many bytes of texts fit beside them; the texts of further fixes are left out, which no truck has in earnest. */
const MOST_TEXT_BYTES = 12 * 1024 * 1024
/** Levels 4 to 9 save less than 2 % and take up to eight times as long. */
const DEFLATE_LEVEL = 3

/**
 * The fixes of a day as one compressed blob: a version byte, then deflated columns of differences.
 * Throws a RangeError for a number that no column can hold (infinite, or a time that is NaN).
 */
export const encodeDay = (columns: FixColumns): Buffer => {
  if (columns.length > MOST_FIXES) throw new RangeError(`A day holds at most ${MOST_FIXES} fixes.`)
  const writer = createByteWriter(columns.length * 20)
  writer.unsigned(columns.length)
  for (const field of fixFields.slice(0, columnsWritten(columns))) {
    if (field.kind === 'number') writeNumbers(writer, columns[field.name], field.steps, field.name)
    else if (field.kind === 'strings') writeStrings(writer, columns[field.name])
    else writeRuns(writer, columns[field.name])
  }
  return Buffer.concat([Buffer.of(DAY_VERSION), deflateSync(writer.finish(), { level: DEFLATE_LEVEL })])
}

/** How many fields are written: all that every day has, and further ones up to the last that any fix has. */
const columnsWritten = (columns: FixColumns): number => {
  const last = fixFields.findLastIndex(({ name, kind }) => {
    const column = columns[name] as ArrayLike<unknown>
    const absent = EMPTY_VALUE[kind]
    return Array.prototype.some.call(column, (value: unknown) => !Object.is(value, absent))
  })
  return Math.max(LAST_OF_EVERY_DAY, last) + 1
}

/** The fixes in a blob of `encodeDay`. Throws `UnreadableDay`. */
export const decodeDay = (blob: Uint8Array): FixColumns => {
  const [version] = blob
  if (version === undefined) throw new UnreadableDay('The stored day is empty.')
  if (version !== DAY_VERSION)
    throw new UnreadableDay(
      `The stored day has version ${version}; this release reads version ${DAY_VERSION}.`,
    )
  try {
    const reader = createByteReader(inflateSync(blob.subarray(1), { maxOutputLength: MAX_INFLATED_BYTES }))
    const length = reader.unsigned()
    if (length > MOST_FIXES) throw new RangeError(`${length} fixes are more than a day holds.`)
    const columns = emptyColumns(length)
    for (const [place, field] of fixFields.entries()) {
      if (place > LAST_OF_EVERY_DAY && reader.done()) break
      if (field.kind === 'number') readNumbers(reader, columns[field.name], field.steps, field.name)
      else if (field.kind === 'strings') readStrings(reader, columns[field.name])
      else readRuns(reader, columns[field.name])
    }
    if (!reader.done()) throw new RangeError('There are bytes behind the last column.')
    return columns
  } catch (error) {
    throw new UnreadableDay('The stored day is damaged.', error)
  }
}

const writeNumbers = (writer: ByteWriter, column: Float64Array, steps: number, name: string): void => {
  const { length } = column
  let present = 0
  for (let i = 0; i < length; i += 1) if (!Number.isNaN(column[i] ?? Number.NaN)) present += 1
  const mode = present === 0 ? MODE.none : present === length ? MODE.all : MODE.some
  if (name === 'time' && present < length) throw new RangeError('Every fix must have a time.')
  writer.unsigned(mode)
  if (mode === MODE.some) {
    const bits = new Uint8Array(Math.ceil(length / 8))
    for (let i = 0; i < length; i += 1)
      if (!Number.isNaN(column[i] ?? Number.NaN)) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7))
    writer.bytes(bits)
  }
  const forecast = createForecast(name === 'time')
  for (let i = 0; i < length; i += 1) {
    const value = column[i] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const step = Math.round(value * steps)
    if (!Number.isSafeInteger(step) || Math.abs(step) > 2 ** 50)
      throw new RangeError(`${name} ${value} is beyond what can be stored.`)
    writer.signed(step - forecast.next())
    forecast.saw(step)
  }
}

const readNumbers = (reader: ByteReader, column: Float64Array, steps: number, name: string): void => {
  const { length } = column
  const mode = reader.unsigned()
  if (mode === MODE.none) return
  if (mode > MODE.some) throw new RangeError(`There is no column mode ${mode}.`)
  const bits = mode === MODE.some ? reader.bytes(Math.ceil(length / 8)) : null
  const forecast = createForecast(name === 'time')
  for (let i = 0; i < length; i += 1) {
    if (bits && ((bits[i >> 3] ?? 0) & (1 << (i & 7))) === 0) continue
    const step = reader.signed() + forecast.next()
    forecast.saw(step)
    column[i] = step / steps
  }
}

/** Predicts the next step: the same again, or, where the pace is `even` (as that of times), as far away as the last one. */
const createForecast = (even: boolean): { next(): number; saw(step: number): void } => {
  let last = 0
  let pace = 0
  return {
    next: () => last + pace,
    saw: (step) => {
      pace = even && last !== 0 ? step - last : 0
      last = step
    },
  }
}

const writeRuns = (writer: ByteWriter, column: Uint8Array | Uint16Array): void => {
  for (let i = 0; i < column.length; ) {
    const value = column[i] ?? 0
    let end = i + 1
    while (end < column.length && column[end] === value) end += 1
    writer.unsigned(value)
    writer.unsigned(end - i)
    i = end
  }
}

const readRuns = (reader: ByteReader, column: Uint8Array | Uint16Array): void => {
  for (let i = 0; i < column.length; ) {
    const value = reader.unsigned()
    const run = reader.unsigned()
    if (run < 1 || run > column.length - i) throw new RangeError('A run is too long.')
    column.fill(value, i, i + run)
    i += run
  }
}

const writeStrings = (writer: ByteWriter, column: Array<readonly string[] | null>): void => {
  const rows: string[] = []
  let bytes = 0
  for (const [i, codes] of column.entries()) {
    if (!codes) continue
    const row = JSON.stringify([i, codes])
    bytes += Buffer.byteLength(row) + 1
    if (bytes > MOST_TEXT_BYTES) break
    rows.push(row)
  }
  const text = Buffer.from(rows.length === 0 ? '' : `[${rows.join()}]`)
  writer.unsigned(text.length)
  writer.bytes(text)
}

const readStrings = (reader: ByteReader, column: Array<readonly string[] | null>): void => {
  const text = Buffer.from(reader.bytes(reader.unsigned())).toString()
  if (text === '') return
  for (const [i, codes] of JSON.parse(text) as Array<[number, string[]]>) {
    if (!(i in column)) throw new RangeError(`There is no fix ${i}.`)
    column[i] = codes
  }
}
