// Builds the client into dist/client and the server's programs into dist/server.
import { join } from 'node:path'
import { build } from 'vite'
import { PROJECT } from './lib/command.mjs'
import { stamped } from './lib/prepare.mjs'

const PROGRAMS = ['main', 'import-main', 'user-main', 'vehicle-main', 'calls-main']

await stamped(async () => {
  await build({ root: PROJECT, logLevel: 'warn' })
  await build({
    root: PROJECT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: 'dist/server',
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(PROGRAMS.map((name) => [name, join(PROJECT, 'server', `${name}.ts`)])),
      },
    },
  })
})
