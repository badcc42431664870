import { join } from 'node:path'
import { build } from 'vite'
import { PROJECT, THREADS } from './command.mjs'

/** The programs of threads for a server that runs from its source: Node's threads have no loader for it. */
export const THREADS_FOLDER = join(PROJECT, 'node_modules', '.cache', 'roadbook-threads')

const threads = Object.fromEntries(
  Object.entries(THREADS).map(([name, folder]) => [name, join(PROJECT, 'server', folder, `${name}.ts`)]),
)

/** Builds programs of the server, with those of its threads, into a folder. */
export const buildServer = (programs, options) =>
  build({
    root: PROJECT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      rolldownOptions: { input: { ...programs, ...threads } },
      ...options,
    },
  })

/** Builds the programs of threads alone into their folder, which another run may use. */
export const buildThreads = () => buildServer({}, { outDir: THREADS_FOLDER, emptyOutDir: false })
