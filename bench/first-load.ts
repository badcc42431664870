import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BenchResult } from './result.ts'

type Chunk = {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const CLIENT = process.env['CLIENT_DIR'] ?? join(import.meta.dirname, '..', 'dist', 'client')
const GOAL_KB = { firstLoad: 260, map: 500 }

/** A chunk, and all chunks that are loaded with it at once. */
const withImports = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) withImports(manifest, next, seen)
  return seen
}

const filesOf = (manifest: Manifest, keys: Iterable<string>): Set<string> =>
  new Set([...keys].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]))

const gzipKb = (files: Iterable<string>): number => {
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(join(CLIENT, file))).length
  return bytes / 1000
}

const result = (name: string, kb: number, goal?: number): BenchResult => ({
  name,
  value: kb,
  unit: 'kB gzip',
  ...(goal === undefined ? {} : { goal: `≤ ${goal} kB` }),
  ok: goal === undefined || kb <= goal,
})

/** What a first visit downloads of scripts and styles before the login shows, and what the map adds. Needs a built client. */
export const run = async (): Promise<BenchResult[]> => {
  const path = join(CLIENT, '.vite', 'manifest.json')
  if (!existsSync(path)) throw new Error(`There is no built client at ${CLIENT}. Run npm run build first.`)
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  const keys = Object.keys(manifest)
  const entry = keys.find((key) => manifest[key]?.isEntry)
  const map = keys.find((key) => key.endsWith('maplibre/engine.ts'))
  const screen = keys.find((key) => key.endsWith('views/fleet/fleet-screen.tsx'))
  const member = keys.find((key) => key.endsWith('wiring-member.ts'))
  if (entry === undefined || map === undefined || screen === undefined || member === undefined) {
    throw new Error(
      'The built client has no entry, no map, no fleet screen or no part for logged-in users; the manifest has changed its form.',
    )
  }
  const first = filesOf(manifest, withImports(manifest, entry))
  const later = (...parts: readonly string[]) =>
    [
      ...filesOf(
        manifest,
        parts.flatMap((key) => [...withImports(manifest, key)]),
      ),
    ].filter((file) => !first.has(file))
  /** Loaded with every login, and shared by the map. */
  const shared = new Set(later(member))
  const workers = readdirSync(join(CLIENT, 'assets'))
    .filter((file) => /^maplibre-gl-worker.*\.js$/.test(file))
    .map((file) => join('assets', file))
  if (workers.length === 0) throw new Error('The built client has no worker for the map.')
  if ([...first].some((file) => file.includes('maplibre')))
    throw new Error('The map is part of the first load.')
  return [
    result('first load, scripts and styles', gzipKb(['index.html', ...first]), GOAL_KB.firstLoad),
    result(
      'map with its worker, loaded with the fleet screen',
      gzipKb([...later(map).filter((file) => !shared.has(file)), ...workers]),
      GOAL_KB.map,
    ),
    result(
      'all that the fleet screen loads after the login shows',
      gzipKb([...later(member, screen, map), ...workers]),
    ),
  ]
}
