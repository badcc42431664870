import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** Folder of the built client. */
export const CLIENT = process.env['CLIENT_DIR'] ?? join(import.meta.dirname, '..', 'dist', 'client')
const PAGE = 'index.html'

/** What is imported until the map shows trucks: parts by their name, and modules. The dialog is included, with the messages shown after a login. */
const FLEET_SCREEN = [
  'fleet',
  'map',
  'src/views/ticker/ticker-dialog.tsx',
  'node_modules/maplibre-gl/src/source/worker.ts',
]
/** The worker with the streams starts with the part for logged-in users; it is bundled separately. */
const LIVE_WORKER = /\/live\.worker-[^/]*\.js$/

const readManifest = (): Manifest => {
  const path = join(CLIENT, '.vite', 'manifest.json')
  if (!existsSync(path)) throw new Error(`There is no built client at ${CLIENT}. Run npm run build first.`)
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Chunks with everything loaded together with them. */
const withImports = (manifest: Manifest, keys: readonly string[]): Chunk[] => {
  const chunks = new Map<string, Chunk>()
  const take = (key: string) => {
    if (chunks.has(key)) return
    const chunk =
      manifest[key] ?? Object.values(manifest).find(({ name, file }) => name === key && file.endsWith('.js'))
    if (chunk === undefined)
      throw new Error(`The built client has no ${key}. Was it moved, or has the manifest changed its form?`)
    chunks.set(key, chunk)
    chunk.imports?.forEach(take)
  }
  keys.forEach(take)
  return [...chunks.values()]
}

const filesOf = (chunks: readonly Chunk[]) => chunks.flatMap(({ file, css = [] }) => [file, ...css])

/**
 * Scripts and styles of the built client, each once: what loads before the login shows, and what the fleet screen loads after
 * that until its map shows trucks, workers included. A module needed only by the next press belongs to neither, and may be
 * prefetched once the map has drawn.
 * @throws Error when there is no built client, or a part of the fleet screen is not in it.
 */
export const clientFiles = (): { firstLoad: string[]; fleetScreen: string[] } => {
  const manifest = readManifest()
  const firstLoad = new Set([PAGE, ...filesOf(withImports(manifest, [PAGE]))])
  const chunks = withImports(manifest, FLEET_SCREEN)
  const live = chunks.flatMap(({ assets = [] }) => assets).filter((file) => LIVE_WORKER.test(file))
  if (live.length === 0) throw new Error('The built client has no worker for the streams.')
  const fleetScreen = new Set([...filesOf(chunks), ...live].filter((file) => !firstLoad.has(file)))
  return { firstLoad: [...firstLoad], fleetScreen: [...fleetScreen] }
}

/** What a browser that accepts Brotli receives of files of the built client, in kB without headers. */
export const transferredKb = (files: readonly string[]): number =>
  files
    .map((file) => [`${file}.br`, file].map((each) => join(CLIENT, each)).find(existsSync) ?? '')
    .reduce((bytes, path) => bytes + statSync(path).size, 0) / 1000
