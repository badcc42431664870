import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { precompress } from '../../scripts/lib/precompress.mjs'

test('text files get smaller copies that hold the same; all others stay alone', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'roadbook-precompress-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const text = 'export const trucks = 312\n'.repeat(200)
  for (const folder of ['assets', '.vite']) mkdirSync(join(dir, folder))
  const large = ['index.html', 'env.json', 'assets/map.js', 'assets/map.css', 'assets/india.pmtiles']
  for (const path of [...large, 'assets/barlow.woff2', '.vite/manifest.json'])
    writeFileSync(join(dir, path), text)
  writeFileSync(join(dir, 'assets', 'small.js'), 'export {}')

  await precompress(dir)

  const copies = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(br|gz)$/.test(path),
  )
  expect(copies.sort()).toEqual([
    ...['assets/map.css.br', 'assets/map.css.gz', 'assets/map.js.br', 'assets/map.js.gz'],
  ])
  for (const copy of copies) {
    const bytes = readFileSync(join(dir, copy))
    expect(bytes.length).toBeLessThan(text.length / 10)
    expect(String(copy.endsWith('.br') ? brotliDecompressSync(bytes) : gunzipSync(bytes))).toBe(text)
  }
})
