import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Builds and serves the test page with the product's public folder. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../../public', import.meta.url)),
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('../../../dist/map-page', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
  },
})
