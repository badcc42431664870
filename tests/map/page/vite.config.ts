import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { maplibreInParts } from '../../../scripts/lib/maplibre-in-parts.mjs'

/** Builds and serves the test page with the product's public folder. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../../public', import.meta.url)),
  plugins: [maplibreInParts()],
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('../../../dist/map-page', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
  },
})
