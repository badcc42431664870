import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(css|html|js|json|svg|txt)$/
const CHANGING = new Set(['env.json', 'index.html'])
/** Below this size, in bytes, a reply fits into the first packets either way. */
const LEAST_BYTES = 1024
/** From this size on, in bytes, Brotli's best quality takes seconds for one file and saves 1 %. */
const LARGE_BYTES = 256 * 1024

const brotliOf = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length < LARGE_BYTES ? 11 : 10,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
const gzipOf = (bytes) => promisify(gzip)(bytes, { level: 9 })

/**
 * Writes a `.br` and a `.gz` beside each text file below a folder. Left out are small files, hidden folders, what is compressed
 * already (fonts, pictures, tiles), `index.html`, which the server fills in for each reply, and `env.json`, which operators edit: their
 * copies would be stale.
 */
export const precompress = async (dir) => {
  const paths = readdirSync(dir, { recursive: true })
  const texts = paths.filter(
    (path) => COMPRESSIBLE.test(path) && !path.startsWith('.') && !CHANGING.has(path),
  )
  await Promise.all(
    texts.map(async (path) => {
      const file = join(dir, path)
      const bytes = await readFile(file)
      if (bytes.length < LEAST_BYTES) return
      const [br, gz] = await Promise.all([brotliOf(bytes), gzipOf(bytes)])
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
    }),
  )
}
