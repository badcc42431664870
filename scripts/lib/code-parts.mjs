import { join } from 'node:path'
import { normalizePath } from 'vite'
import { PROJECT } from './command.mjs'

/**
 * What loads together, first things first: each part is one file with all own code that its modules import and that no part
 * before it has. Left to itself the bundler makes a file of every set of modules that differs in its users: 60 until the map
 * shows, and each costs its request, its decompression and its compilation.
 * @type {readonly (readonly [name: string, modules: readonly string[]])[]}
 */
const PARTS = [
  ['page', ['src/main.tsx']],
  ['fleet', ['src/wiring/member.ts', 'src/views/fleet/fleet-screen.tsx']],
  ['map', ['src/services/map/maplibre/engine.ts']],
]

/** The project's own modules, with their styles. */
const OWN_CODE = /^(?!.*[\\/]node_modules[\\/]).*[\\/](src|contract|domain)[\\/].*\.(ts|tsx|css)$/

/** A catalogue of texts: its language and its feature. */
const CATALOGUE = /[\\/]src[\\/]texts[\\/]([\w-]+)[\\/]([\w-]+)\.json$/

/**
 * The part of each module.
 * @param {import('vite').Rolldown.ChunkingContext} context
 */
const findParts = (context) => {
  /** @type {Map<string, string>} */
  const found = new Map()
  /** @type {(id: string, part: string) => void} */
  const take = (id, part) => {
    if (found.has(id) || !OWN_CODE.test(id)) return
    found.set(id, part)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) take(imported, part)
  }
  for (const [part, modules] of PARTS)
    for (const module of modules) take(normalizePath(join(PROJECT, module)), part)
  return found
}

/** @type {Map<string, string> | undefined} */
let parts

/**
 * The bundler's groups, one a part. A group also takes what its modules import, so the part that loads first has priority.
 * @type {import('vite').Rolldown.CodeSplittingGroup[]}
 */
export const partsLoadedTogether = PARTS.map(([part], place) => ({
  name: (id, context) => {
    parts ??= findParts(context)
    return parts.get(id) === part ? part : null
  },
  debugName: part,
  test: OWN_CODE,
  priority: PARTS.length - place,
}))

/**
 * The catalogues of a language, one file for each part of the code that reads them.
 * @type {import('vite').Rolldown.CodeSplittingGroup}
 */
export const cataloguesLoadedTogether = {
  name: (id, context) => {
    const [, language, feature] = CATALOGUE.exec(id) ?? []
    if (feature === undefined || feature === 'language') return null
    parts ??= findParts(context)
    const part = parts.get(normalizePath(join(PROJECT, 'src', 'texts', 'en', `${feature}.ts`)))
    return part === undefined ? null : `${part}-${language}`
  },
  debugName: 'catalogues',
  test: CATALOGUE,
}
