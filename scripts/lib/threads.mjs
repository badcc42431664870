import { join } from 'node:path'
import { build } from 'vite'
import { PROJECT, THREADS } from './command.mjs'

/** The programs of threads for a server that runs from its source: Node's threads have no loader for it. */
export const THREADS_FOLDER = join(PROJECT, 'node_modules', '.cache', 'roadbook-threads')

/** The programs of threads by name. */
export const threadInputs = () =>
  Object.fromEntries(
    Object.entries(THREADS).map(([name, folder]) => [name, join(PROJECT, 'server', folder, `${name}.ts`)]),
  )

/** Builds the programs of threads into their folder. */
export const buildThreads = () =>
  build({
    root: PROJECT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: THREADS_FOLDER,
      // Another run may use what lies there.
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { input: threadInputs() },
    },
  })
