import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { NONCE_PLACEHOLDER } from './contract/constants.ts'
import { cataloguesLoadedTogether, partsLoadedTogether } from './scripts/lib/code-parts.mjs'
import { MAPLIBRE, maplibreInParts } from './scripts/lib/maplibre-in-parts.mjs'
import { notices } from './scripts/lib/notices.mjs'

/** Scripts only: a style in a chunk would load that chunk wherever the style is imported. */
const pkg = (...names: string[]) =>
  new RegExp(`[\\\\/]node_modules[\\\\/](${names.join('|')})[\\\\/].*\\.[cm]?js$`)

/** Parts of Mantine that no first page shows. */
const LATER = [
  ...[
    'Checkbox',
    'Combobox',
    'Menu',
    'Modal',
    'MultiSelect',
    'Progress',
    'Radio',
    'Select',
    'SegmentedControl',
    'Skeleton',
    'Switch',
    'Tabs',
    'Textarea',
  ],
]

/**
 * Chunks of packages. A chunk also takes the dependencies of what it matches, so shared leaves stand first. What every page
 * needs is one chunk: each file more costs its request, its decompression and its compilation on the way to the first picture.
 */
const PACKAGES: readonly (readonly [name: string, test: RegExp])[] = [
  ['maplibre', MAPLIBRE],
  ['dayjs', pkg('dayjs')],
  [
    'first',
    pkg(
      ...['react', 'react-dom', 'scheduler', 'use-sync-external-store'],
      ...['rxjs', 'zod', 'ky', 'wouter', 'regexparam'],
      ...['xstate', '@xstate/react', 'use-isomorphic-layout-effect'],
      `@mantine/core/(?!esm/components/(?:${LATER.join('|')})/).*`,
      ...['@mantine/(hooks|notifications)', '@floating-ui/.*', 'clsx', 'react-.*'],
    ),
  ],
  ['mantine-later', pkg('@mantine/core')],
  ['mantine-dates', pkg('@mantine/dates')],
  ['pmtiles', pkg('pmtiles', 'fflate')],
  ['google', pkg('@googlemaps/.*')],
  ['uplot', pkg('uplot')],
]

/** Chunks that come in as many parts as their users differ: the map's page and its worker, and each lazy screen. */
const BY_USE: ReadonlySet<string> = new Set(['maplibre', 'mantine-later'])

const server = process.env['ROADBOOK_SERVER'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/',
  html: { cspNonce: NONCE_PLACEHOLDER },
  plugins: [react(), maplibreInParts(), notices()],
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['maplibre-gl'] },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/identity', '/env.json', '/files', '/ingest'].map((path) => [path, server]),
    ),
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            ...PACKAGES.map(([name, test], place) => ({
              name: `lib-${name}`,
              test,
              priority: 100 - place,
              entriesAware: BY_USE.has(name),
            })),
            ...partsLoadedTogether,
            cataloguesLoadedTogether,
          ],
        },
      },
    },
  },
})
