import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { maplibreInParts } from '../../scripts/lib/maplibre-in-parts.mjs'

type Hooks = {
  buildStart: (this: { emitFile: () => string }) => void
  resolveId: (id: string) => string | null
  load: (id: string) => string | null
  generateBundle: (this: { error: (why: string) => never }) => void
}

/** Builds a page whose modules import these. */
const building = (...ids: string[]) => {
  const { buildStart, resolveId, load, generateBundle } = maplibreInParts() as unknown as Hooks
  buildStart.call({ emitFile: () => 'worker-of-ours' })
  const loaded = ids.map((id) => {
    const found = resolveId(id)
    return found === null ? null : load(found)
  })
  const error = (why: string): never => {
    throw new Error(why)
  }
  return { loaded, end: () => generateBundle.call({ error }) }
}

const importedBy = async (file: string) =>
  [...(await readFile(file, 'utf8')).matchAll(/from '(maplibre-gl[^']*)'/g)].map(([, id = '']) => id)

test('the page uses the worker built with it, however it requests its address', async () => {
  const ids = await importedBy('src/services/map/maplibre/tiles.ts')
  const real = building(...ids)
  expect(ids).toHaveLength(2)
  expect(real.loaded[1]).toContain('worker-of-ours')
  expect(real.end).not.toThrow()
  const other = building('maplibre-gl', 'maplibre-gl/dist/maplibre-gl-worker.mjs?url&worker')
  expect(other.loaded[1]).toContain('worker-of-ours')
  expect(other.end).not.toThrow()
})

test('a build whose page would load the packed worker fails, and one without MapLibre does not', () => {
  const packed = building('maplibre-gl', 'maplibre-gl/dist/maplibre-gl-csp-worker.js?worker&url')
  expect(packed.loaded).toEqual([null, null])
  expect(packed.end).toThrow('maplibre-gl/dist/maplibre-gl-worker.mjs?')
  expect(building('react').end).not.toThrow()
})
