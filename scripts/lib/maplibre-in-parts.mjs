import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath, transformWithOxc } from 'vite'

const PACKAGE = dirname(fileURLToPath(import.meta.resolve('maplibre-gl/package.json')))
const SOURCE = normalizePath(join(PACKAGE, 'src', '/'))
const WORKER_URL = 'maplibre-gl/dist/maplibre-gl-worker.mjs?'
const OWN_WORKER_URL = '\0maplibre-worker-url'

/** MapLibre and the packages that only it uses. */
export const MAPLIBRE =
  /[\\/]node_modules[\\/](maplibre-gl|@maplibre|@mapbox|bidi-js|earcut|gl-matrix|kdbush|murmurhash-js|pbf|potpack|quickselect|tinyqueue)[\\/].*\.([cm]?[jt]s|json)$/

/**
 * Builds MapLibre from the sources in its package, with its worker as a second entry beside the page.
 *
 * Each of its two packed files contains the code that page and worker share, about 140 kB gzip. Built together they import that
 * from one address, which a browser fetches once. Imports of MapLibre and of the worker's address need no change, and get the
 * packed files where this plugin is absent, as in unit tests and during development. A build with MapLibre that does not use
 * this worker fails, since its page would silently load the packed one.
 *
 * @returns {import('vite').Plugin}
 */
export const maplibreInParts = () => {
  let worker = ''
  let isUsed = false
  let isWorkerTaken = false
  return {
    name: 'maplibre-in-parts',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      isUsed = false
      isWorkerTaken = false
      worker = this.emitFile({ type: 'chunk', id: `${SOURCE}source/worker.ts`, name: 'maplibre-worker' })
    },
    resolveId: (id) => {
      if (id === 'maplibre-gl') {
        isUsed = true
        return `${SOURCE}index.ts`
      }
      return id.startsWith(WORKER_URL) ? OWN_WORKER_URL : null
    },
    load: (id) => {
      if (id !== OWN_WORKER_URL) return null
      isWorkerTaken = true
      return `export default import.meta.ROLLUP_FILE_URL_${worker}`
    },
    generateBundle() {
      if (isUsed && !isWorkerTaken)
        this.error(
          `MapLibre is used without its worker of the same parts: import its address from '${WORKER_URL}…'.`,
        )
    },
    // As in the packed files: a field without a value is a type only, as in TypeScript before class fields.
    transform: (code, id) =>
      id.startsWith(SOURCE) && id.endsWith('.ts')
        ? transformWithOxc(code, id, {
            lang: 'ts',
            tsconfig: false,
            typescript: { removeClassFieldsWithoutInitializer: true },
            assumptions: { setPublicClassFields: true },
          })
        : null,
  }
}
