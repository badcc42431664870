import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT, runNode, runNpm } from './command.mjs'
import { Problem, step } from './console.mjs'

const LEAST_NODE = [20, 19]

/** @throws Problem when this Node is older than the project's floor. */
export const checkNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1]))
    throw new Problem(
      `Roadbook needs Node ${LEAST_NODE.join('.')} or newer; this is ${process.version}. Install a newer one from https://nodejs.org and try again.`,
    )
}

const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

const filesBelow = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { withFileTypes: true })
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .flatMap((entry) => filesBelow(join(path, entry.name)))
    : [path]

const hashOf = (...paths) => {
  const hash = createHash('sha256')
  for (const file of paths.filter((path) => existsSync(path)).flatMap(filesBelow))
    hash.update(file.slice(PROJECT.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Installs the locked packages when they are missing or the lock has changed since they were installed. */
export const ensureInstalled = async () => {
  const stampFile = join(PROJECT, 'node_modules', '.roadbook-installed')
  const stamp = hashOf(join(PROJECT, 'package-lock.json'))
  if (readText(stampFile) === stamp) return
  await step('Installing packages', async () => {
    await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true })
    writeFileSync(stampFile, stamp)
  })
}

/** All sources of the built client and server. */
const SOURCES = [
  ...['contract', 'domain', 'src', 'server', 'public', 'index.html'],
  ...['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json', 'scripts/build.mjs'],
  ...[
    'scripts/lib/maplibre-in-parts.mjs',
    'scripts/lib/notices.mjs',
    'scripts/lib/precompress.mjs',
    'scripts/lib/server-build.mjs',
  ],
]
const BUILT = join(PROJECT, 'dist', '.stamp')

const sourcesNow = () => hashOf(...SOURCES.map((source) => join(PROJECT, source)))

/** Runs `build` and, when it succeeds, notes its sources, so that they are not built again. */
export const stamped = async (build) => {
  const stamp = sourcesNow()
  rmSync(BUILT, { force: true })
  await build()
  mkdirSync(dirname(BUILT), { recursive: true })
  writeFileSync(BUILT, stamp)
}

/** Builds client and server into `dist/` when their sources have changed since the last build. */
export const ensureBuilt = async () => {
  if (readText(BUILT) === sourcesNow()) return
  await step('Building client and server', () =>
    runNode(join(PROJECT, 'scripts', 'build.mjs'), [], { quiet: true }),
  )
}
