import { gzipSync } from 'node:zlib'

const HEADER_BYTES = 127
/** A root directory must fit, with the header, into the archive's first 16 KiB. */
const ROOT_LIMIT = 16_257
const LEAF_ENTRIES = 1024
const GZIP = 2
const VECTOR_TILES = 1

const varint = (value) => {
  const bytes = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}

/** A directory as PMTiles 3 has it: numbers as differences, then runs, lengths, offsets (0: right after the one before). */
const directory = (entries) => {
  const bytes = varint(entries.length)
  for (const [i, { id }] of entries.entries()) bytes.push(...varint(id - (entries[i - 1]?.id ?? 0)))
  for (const { run } of entries) bytes.push(...varint(run))
  for (const { length } of entries) bytes.push(...varint(length))
  entries.forEach(({ offset }, i) => {
    const before = entries[i - 1]
    bytes.push(...varint(before && offset === before.offset + before.length ? 0 : offset + 1))
  })
  return gzipSync(Buffer.from(bytes), { level: 9 })
}

/** The root directory, and its leaves if it would not fit. */
const directories = (entries) => {
  const root = directory(entries)
  if (root.length <= ROOT_LIMIT) return { root, leaves: Buffer.alloc(0) }
  const leaves = []
  const pointers = []
  let offset = 0
  for (let at = 0; at < entries.length; at += LEAF_ENTRIES) {
    const leaf = directory(entries.slice(at, at + LEAF_ENTRIES))
    pointers.push({ id: entries[at].id, run: 0, offset, length: leaf.length })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: directory(pointers), leaves: Buffer.concat(leaves) }
}

/** Each different tile once, and entries that point at it. */
const packed = (tiles) => {
  const known = new Map()
  const contents = []
  const entries = []
  let bytes = 0
  for (const { id, data } of tiles) {
    const key = data.toString('latin1')
    if (!known.has(key)) {
      known.set(key, { offset: bytes, length: data.length })
      contents.push(data)
      bytes += data.length
    }
    const place = known.get(key)
    const before = entries.at(-1)
    if (before?.offset === place.offset && before.id + before.run === id) before.run += 1
    else entries.push({ id, run: 1, ...place })
  }
  return { contents, entries, bytes }
}

/** A PMTiles 3 archive of gzipped vector tiles; `tiles` ascending by id. `centre` is `[lng, lat, zoom]`. */
export const pmtilesArchive = ({ tiles, maxZoom, metadata, centre }) => {
  const { contents, entries, bytes } = packed(tiles)
  const { root, leaves } = directories(entries)
  const meta = gzipSync(Buffer.from(JSON.stringify(metadata)))
  const header = Buffer.alloc(HEADER_BYTES)
  const long = (at, value) => header.writeBigUInt64LE(BigInt(value), at)
  const degrees = (at, value) => header.writeInt32LE(Math.round(value * 1e7), at)
  header.write('PMTiles', 0)
  header[7] = 3
  let offset = HEADER_BYTES
  for (const [at, length] of [
    [8, root.length],
    [24, meta.length],
    [40, leaves.length],
    [56, bytes],
  ]) {
    long(at, offset)
    long(at + 8, length)
    offset += length
  }
  long(72, tiles.length)
  long(80, entries.length)
  long(88, contents.length)
  header.set([1, GZIP, GZIP, VECTOR_TILES, 0, maxZoom], 96)
  degrees(102, -180)
  degrees(106, -85)
  degrees(110, 180)
  degrees(114, 85)
  header[118] = centre[2]
  degrees(119, centre[0])
  degrees(123, centre[1])
  return Buffer.concat([header, root, meta, leaves, ...contents])
}
